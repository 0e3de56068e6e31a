import gzip
import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cofitcheck.datasets import read_manifest
from cofitcheck.datasets.build import DataSet, build_dataset
from cofitcheck.errors import InputError
from tests.datasets.made_up import FAULTY, filing, ten_companies, write
from tests.evaluation.tagged_documents import BALANCE, NOTE

Record = dict[str, Any]


def lines(path: Path) -> list[Record]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def files(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def three(folder: Path) -> Path:
    return write(folder, a=filing(1), b=filing(2), c=filing(3))


def listed(path: Path, *rows: str, heads: str = "file\tsplit\tcompany") -> Path:
    path.write_text("\n".join([heads, *rows]) + "\n", encoding="utf-8")
    return path


def left_out(result: DataSet) -> list[str]:
    return [f"{one.document}: {one.reason}" for one in result.left_out]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    build_dataset(ten_companies(folder / "in"), folder / "out")
    return folder


def test_documents_are_split_by_company_eight_to_one_to_one(built: Path) -> None:
    split_of: dict[str, set[str]] = {}
    for split, documents in (("train", 16), ("dev", 2), ("test", 2)):
        rows = lines(built / f"out/{split}/documents.jsonl.gz")
        assert len(rows) == documents
        for row in rows:
            split_of.setdefault(row["company"], set()).add(split)
    assert len(split_of) == 10
    assert all(len(splits) == 1 for splits in split_of.values())


def test_a_document_is_described_with_its_tables(built: Path) -> None:
    row = lines(built / "out/dev/documents.jsonl.gz")[0]
    content = gzip.decompress((built / "in" / row["document"]).read_bytes())
    assert row["sha256"] == hashlib.sha256(content).hexdigest()
    assert row["bytes"] == len(content)
    assert (row["form"], row["period"], row["entity"]) == ("10-K", "2023-12-31", row["company"])
    assert [table["title"] for table in row["tables"]] == [
        "10-K — Consolidated balance sheet",
        "10-K — Liquidity",
    ]
    assert [cell["text"] for cell in row["tables"][0]["cells"][:4]] == ["2023", "2022", "Cash", "1,234"]


def test_mentions_carry_their_tags(built: Path) -> None:
    mentions = lines(built / "out/dev/mentions.jsonl.gz")
    cash = mentions[0]
    assert (cash["index"], cash["text"], cash["value"]) == (0, "1,234", "1234000000")
    assert (cash["row_path"], cash["column_path"]) == (["Cash"], ["2023"])
    assert cash["tag"]["concept"] == "a:Cash"
    assert (cash["tag"]["start"], cash["tag"]["end"], cash["tag"]["value"]) == (
        "",
        "2023-12-31",
        "1234000000",
    )
    untagged = next(mention for mention in mentions if mention["text"] == "777")
    assert (untagged["fact"], untagged["tag"]) == (None, None)
    north = next(mention for mention in mentions if mention["text"] == "612")
    assert north["tag"]["members"] == [["a:Region", "a:North"]]


def test_pairs_are_of_one_fact_unless_ambiguous(built: Path) -> None:
    for split in ("train", "dev", "test"):
        mentions = {
            (row["document"], row["index"]): row for row in lines(built / f"out/{split}/mentions.jsonl.gz")
        }
        kinds: Counter[str] = Counter()
        for pair in lines(built / f"out/{split}/pairs.jsonl.gz"):
            left, right = (mentions[pair["document"], pair[side]] for side in ("left", "right"))
            kinds[pair["kind"]] += 1
            assert (left["fact"] == right["fact"]) == (pair["kind"] != "ambiguous")
            assert (left["table"] == right["table"]) == (pair["kind"] == "same table")
        documents = 16 if split == "train" else 2
        assert kinds == {"strict": 4 * documents, "ambiguous": documents}


def test_statistics_and_card_say_what_is_there(built: Path) -> None:
    statistics = json.loads((built / "out/statistics.json").read_bytes())
    assert statistics["documents"] == 20
    assert statistics["by_split"]["train"]["documents"] == 16
    assert statistics["positive_pairs_per_document"] == 4
    card = (built / "out/CARD.md").read_text()
    assert "20 tagged filings of 10\ncompanies" in card
    assert "8:1:1 by number of documents, drawn with seed 0" in card
    assert "| train | 16 | 8 |" in card
    assert "No copy shows a sign" in card
    assert str(built) not in card


def test_the_same_input_gives_the_same_bytes(built: Path, tmp_path: Path) -> None:
    build_dataset(built / "in", tmp_path / "again", workers=2)
    assert files(tmp_path / "again") == files(built / "out")
    build_dataset(built / "in", tmp_path / "other", seed=1)
    assert files(tmp_path / "other").keys() == files(built / "out").keys()
    assert files(tmp_path / "other")["manifest.tsv"] != files(built / "out")["manifest.tsv"]


def test_the_manifest_rebuilds_the_data_set(built: Path, tmp_path: Path) -> None:
    build_dataset(built / "in", tmp_path / "again", built / "out/manifest.tsv", seed=5)
    again, before = files(tmp_path / "again"), files(built / "out")
    assert {name for name in before if again[name] != before[name]} == {"CARD.md"}
    assert "The splits are those of the list" in again["CARD.md"].decode()


def test_the_manifest_says_what_the_filings_say(built: Path) -> None:
    (entry,) = [one for one in read_manifest(built / "out/manifest.tsv") if one.file == "c01-1.htm.gz"]
    assert (entry.company, entry.cik, entry.form, entry.period) == (
        "0000000001", "0000000001", "10-K", "2023-12-31",
    )  # fmt: skip
    assert len(entry.sha256) == 64
    assert entry.altered == ""


def test_a_list_gives_company_and_split(tmp_path: Path) -> None:
    folder = write(three(tmp_path / "in"), d=filing(4))
    rows = ("a.htm.gz\ttest\tAcme", "b.htm.gz\ttrain\tBolt", "c.htm.gz\tdev\tCask")
    build_dataset(folder, tmp_path / "out", listed(tmp_path / "list.tsv", *rows))
    entries = read_manifest(tmp_path / "out/manifest.tsv")
    assert [(one.file, one.split, one.company) for one in entries] == [
        ("a.htm.gz", "test", "Acme"), ("b.htm.gz", "train", "Bolt"), ("c.htm.gz", "dev", "Cask"),
    ]  # fmt: skip


def test_a_list_of_companies_alone_keeps_them_together(tmp_path: Path) -> None:
    folder = ten_companies(tmp_path / "in")
    rows = [f"{path.name}\t{'One' if path.name < 'c05' else path.name[:3]}" for path in folder.iterdir()]
    build_dataset(folder, tmp_path / "out", listed(tmp_path / "list.tsv", *rows, heads="file\tcompany"))
    entries = read_manifest(tmp_path / "out/manifest.tsv")
    assert len({entry.split for entry in entries if entry.company == "One"}) == 1
    assert len({entry.split for entry in entries}) == 3


def test_faults_in_tags_are_counted_and_the_rest_goes_on(tmp_path: Path) -> None:
    outside = "Cash was " + NOTE[NOTE.index("<ix:") : NOTE.index("</ix:nonFraction>") + 17]
    twice = BALANCE.replace("Consolidated", "Repeated")
    folder = write(three(tmp_path / "in"), d=filing(4, outside, BALANCE, NOTE, FAULTY, twice))
    result = build_dataset(folder, tmp_path / "out")
    assert not result.left_out
    problems = result.built[3].counted.problems
    assert problems["tag with an undeclared context"] == 1
    assert problems["tag without a unit"] == 1
    assert problems["tag id used twice"] == 1
    assert problems["tag outside any table"] == 1
    card = (tmp_path / "out/CARD.md").read_text()
    assert "| d.htm.gz | 1 | 1 | 1 | 1 |" in card
    (row,) = (
        row
        for split in ("train", "dev", "test")
        for row in lines(tmp_path / "out" / split / "documents.jsonl.gz")
        if row["document"] == "d.htm.gz"
    )
    assert {fault["kind"] for fault in row["faults"]} == set(problems)
    assert result.built[3].counted.positive > result.built[0].counted.positive


def test_an_unreadable_document_is_left_out_and_listed(tmp_path: Path) -> None:
    folder = three(tmp_path / "in")
    (folder / "d.htm.gz").write_bytes(gzip.compress(filing(4))[:100])
    (folder / "e.htm").write_text("<html><body><p>Words, no tables</p></body></html>")
    (folder / "f.html").write_bytes(filing(5).replace(b"ix:nonFraction", b"span"))
    (folder / "g.htm").write_bytes(b"%PDF-1.7")
    (folder / "notes.txt").write_text("not a filing")
    result = build_dataset(folder, tmp_path / "out")
    assert [one.entry.file for one in result.built] == ["a.htm.gz", "b.htm.gz", "c.htm.gz"]
    assert [one.document for one in result.left_out] == ["d.htm.gz", "e.htm", "f.html", "g.htm"]
    reasons = left_out(result)
    assert "d.htm.gz: the gzip data ends too early" in reasons[0]
    assert "f.html: no number in its tables has a tag" in reasons[2]
    card = (tmp_path / "out/CARD.md").read_text()
    assert all(reason in card for reason in reasons)


def test_a_listed_document_that_is_not_there_is_left_out(tmp_path: Path) -> None:
    rows = ("a.htm.gz\t\t", "b.htm.gz\t\t", "c.htm.gz\t\t", "z.htm.gz\t\t")
    result = build_dataset(three(tmp_path / "in"), tmp_path / "out", listed(tmp_path / "list.tsv", *rows))
    (reason,) = left_out(result)
    assert "z.htm.gz: cannot be opened" in reason


def test_the_same_document_twice_counts_once(tmp_path: Path) -> None:
    folder = write(three(tmp_path / "in"), z=filing(1))
    result = build_dataset(folder, tmp_path / "out")
    assert left_out(result) == ["z.htm.gz: the same document as a.htm.gz; delete one."]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["a.htm.gz\ttrain\tA", "b.htm.gz\tdev\tB"], "The split test is empty"),
        (["a.htm.gz\ttrain\tA", "a.htm.gz\tdev\tA"], "line 3: the document a.htm.gz is in two splits, train"),
        (["a.htm.gz\ttrain\tA", "a.htm.gz\ttrain\tA"], "line 3: the document a.htm.gz is listed twice"),
        (["a.htm.gz\ttrain\tA", "b.htm.gz\tdev\tA", "c.htm.gz\ttest\tC"], "the company A is in two splits"),
        (
            ["a.htm.gz\ttrain\tA", "a2.htm.gz\tdev\tX", "c.htm.gz\ttest\tC"],
            "the company 0000000001 is in two",
        ),
        (
            ["a.htm.gz\ttrain\tA", "a3.htm.gz\tdev\tX", "c.htm.gz\ttest\tC"],
            "the document a3.htm.gz is in two",
        ),
        (["a.htm.gz\ttrain\tA", "b.htm.gz\tlearn\tB"], "b.htm.gz: the split learn is not one of"),
        (["a.htm.gz\ttrain\tA", "b.htm.gz\t\tB"], "b.htm.gz has no split"),
        (["\ttrain\tA"], "a line names no file"),
        (["../a.htm.gz\ttrain\tA"], "line 2: ../a.htm.gz leads out of the folder"),
    ],
)
def test_splits_that_share_something_are_refused(tmp_path: Path, rows: list[str], said: str) -> None:
    folder = write(three(tmp_path / "in"), a2=filing(1, "Another year"), a3=filing(1))
    with pytest.raises(InputError, match=said):
        build_dataset(folder, tmp_path / "out", listed(tmp_path / "list.tsv", *rows))
    assert not files(tmp_path / "out")


def test_a_company_that_is_nowhere_named_is_asked_for(tmp_path: Path) -> None:
    folder = write(three(tmp_path / "in"), d=filing(4).replace(b">0000000004<", b"><"))
    assert "d.htm.gz: its tags name no company" in left_out(build_dataset(folder, tmp_path / "out"))[0]


def test_a_folder_without_filings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no \.htm or \.html file"):
        build_dataset(tmp_path, tmp_path / "out")
