import gzip
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import read_list
from cofitcheck.training import dataset
from cofitcheck.training.dataset import build_and_save
from tests.evaluation.tagged_documents import BALANCE, NOTE, page


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    (tmp_path / "filings").mkdir()
    (tmp_path / "filings" / "a.htm.gz").write_bytes(gzip.compress(page(BALANCE, NOTE)))
    (tmp_path / "filings" / "b.htm.gz").write_bytes(b"")
    path = tmp_path / "filings.tsv"
    path.write_text("file\tsplit\tcompany\na.htm.gz\ttrain\tAcme\nb.htm.gz\tdev\tBolt\n", encoding="utf-8")
    return path


def test_a_list_is_read_by_split(listed: Path) -> None:
    assert [filing.name for filing in read_list(listed)] == ["a.htm.gz", "b.htm.gz"]
    assert [filing.company for filing in read_list(listed, ["dev"])] == ["Bolt"]


def test_what_is_wrong_with_a_list_is_said(listed: Path) -> None:
    with pytest.raises(InputError, match="no document of the split test; name one of train, dev"):
        read_list(listed, ["test"])
    with pytest.raises(InputError, match="cannot be opened"):
        read_list(listed.with_name("none.tsv"))
    listed.write_text("file\tsplit\nx\ttrain\n", encoding="utf-8")
    with pytest.raises(InputError, match="'company' is missing"):
        read_list(listed)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["a\ttrain\tAcme\t1\tx", "a\ttest\tAcme\t1\tx"], "the document a is in two splits, train and test"),
        (["a\tdev\tAcme\t1\tx", "a\tdev\tAcme\t1\tx"], "a is listed twice"),
        (["a\tdev\tAcme\t1\tx", "b\ttest\tBolt\t2\tx"], "a and b are one document, in two splits"),
        (["a\tdev\tAcme\t1\tx", "b\ttest\tAcme\t2\ty"], "the company Acme is in two splits"),
        (["a\tdev\tAcme\t1\tx", "b\ttest\tAcme Inc\t1\ty"], "the company with CIK 1 is in two splits"),
        (["a\tdev\tAcme\t01\tx", "b\ttest\tAcme Inc\t1\ty"], "the company with CIK 1 is in two splits"),
        (["a\tdev\tAcme\t1\tab", "b\ttest\tBolt\t2\tAB"], "a and b are one document, in two splits"),
    ],
)
def test_what_is_in_two_splits_is_named(listed: Path, lines: list[str], sentence: str) -> None:
    listed.write_text("\n".join(["file\tsplit\tcompany\tcik\tsha256", *lines]), encoding="utf-8")
    with pytest.raises(InputError, match=sentence):
        read_list(listed)
    # What is wrong with the list is wrong for each of its splits.
    with pytest.raises(InputError, match=sentence):
        read_list(listed, ["dev"])


def test_a_list_saved_by_a_spreadsheet_is_read(listed: Path) -> None:
    lines = "file\tsplit\tcompany \r\na.htm.gz\ttrain \t Acme\tand more\r\n\r\n"
    listed.write_bytes(lines.encode("utf-8-sig"))
    (filing,) = read_list(listed, ["train"])
    assert (filing.name, filing.split, filing.company) == ("a.htm.gz", "train", "Acme")


@pytest.mark.parametrize("lines", ["a.htm.gz\ttrain\tAcme\n", "file,split,company\na,train,Acme\n", ""])
def test_a_list_without_named_columns_is_told_to_name_them(listed: Path, lines: str) -> None:
    listed.write_text(lines, encoding="utf-8")
    with pytest.raises(InputError, match="'file' is missing from the list; name file, split and company"):
        read_list(listed)


def test_a_list_that_is_none_is_refused(listed: Path) -> None:
    listed.write_text("file\tsplit\tcompany\n", encoding="utf-8")
    with pytest.raises(InputError, match="names no document"):
        read_list(listed)
    listed.write_text("file\tsplit\tcompany\na.htm.gz\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 2: names no file or no split"):
        read_list(listed)
    listed.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="no tab-separated list in UTF-8"):
        read_list(listed)


def test_the_cache_holds_documents_without_their_source(listed: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    lines = [build_and_save(filing, cache) for filing in read_list(listed)]
    (example,) = dataset.load(cache, ["train", "dev"])
    assert "tagged" in lines[0]
    assert lines[1].startswith("left out: b.htm.gz")
    assert (example.split, example.company, example.document.source) == ("train", "Acme", b"")
    assert len(example.fact) == len(example.concept) == len(example.members) == len(example.document.mentions)
    assert example.ambiguous.dtype == np.int32
    assert example.ambiguous.shape == (1, 2)


def test_documents_are_split_anew_as_in_the_paper(tmp_path: Path) -> None:
    lines = [f"{number}.htm\ttrain\tAster\t{number // 2}" for number in range(40)]
    listed = tmp_path / "filings.tsv"
    listed.write_text("\n".join(["file\tsplit\tcompany\tsha256", *lines]) + "\n")
    filings = read_list(listed, by_document=True)
    assert Counter(filing.split for filing in filings) == {"train": 32, "dev": 4, "test": 4}
    by_name = {filing.name: filing.split for filing in filings}
    assert all(by_name[f"{2 * number}.htm"] == by_name[f"{2 * number + 1}.htm"] for number in range(20))
    assert read_list(listed, ["dev"], by_document=True) == [each for each in filings if each.split == "dev"]
    assert {filing.split for filing in read_list(listed)} == {"train"}
