import gzip
from pathlib import Path

import numpy as np
import pytest

from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import read_list
from cofitcheck.training import data
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
    with pytest.raises(InputError, match="no document of the split test"):
        read_list(listed, ["test"])
    with pytest.raises(InputError, match="cannot be opened"):
        read_list(listed.with_name("none.tsv"))
    listed.write_text("file\tsplit\nx\ttrain\n", encoding="utf-8")
    with pytest.raises(InputError, match="'company' is missing"):
        read_list(listed)


def test_the_cache_holds_documents_without_their_source(listed: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    lines = [build_and_save(filing, cache) for filing in read_list(listed)]
    (example,) = data.load(cache, ["train", "dev"])
    assert "tagged" in lines[0]
    assert lines[1].startswith("left out: b.htm.gz")
    assert (example.split, example.company, example.document.source) == ("train", "Acme", b"")
    assert len(example.fact) == len(example.concept) == len(example.members) == len(example.document.mentions)
    assert example.ambiguous.dtype == np.int32
    assert example.ambiguous.shape == (1, 2)
