"""What two systems differ by, and how sure that is."""

from __future__ import annotations

from pathlib import Path

from benchmarks.paper.scoring import difference, filings_of, summed
from benchmarks.paper.steps import Json


def row(document: int, hits: int) -> Json:
    held = {"predicted": 10, "pairs": 10, "hits": hits}
    golds = dict.fromkeys(("clear", "strict", "merged"), held)
    return {"document": f"{document}.htm", "candidates": 40, "seconds": {"read": 1.0}, **golds}


def test_what_is_above_in_every_document_is_above_for_sure() -> None:
    better, worse = ([row(n, hits + n % 3) for n in range(12)] for hits in (7, 4))
    found = difference([better, better], [worse, worse])
    assert found is not None
    assert found["value"] == 0.3
    assert 0.29 < found["low"] <= found["value"] <= found["high"] < 0.31


def test_what_is_above_in_one_document_alone_is_not_sure() -> None:
    one = [row(n, 10 if n == 0 else 5) for n in range(6)]
    other = [row(n, 5) for n in range(6)]
    found = difference([one], [other])
    assert found is not None
    assert found["low"] == 0 < found["value"] < found["high"]


def test_systems_scored_on_other_documents_have_no_difference() -> None:
    assert difference([[row(1, 5)]], [[row(2, 5)]]) is None
    assert difference([[row(1, 5)]], []) is None


def test_documents_are_summed_as_sets_of_pairs() -> None:
    found = summed([row(1, 10), row(2, 0)])
    assert (found["clear"]["precision"], found["clear"]["f1"], found["documents"]) == (0.5, 0.5, 2)


def test_documents_are_drawn_the_same_for_all_and_in_their_order(tmp_path: Path) -> None:
    names = [f"{number:02}.htm" for number in range(30)]
    listed = tmp_path / "filings.tsv"
    rows = "".join(f"{name}\ttest\tCompany {name}\n" for name in names)
    listed.write_text("file\tsplit\tcompany\n" + rows)
    drawn = [each.name for each in filings_of(listed, ["test"], 12)]
    assert len(set(drawn)) == 12
    assert drawn == sorted(drawn) != names[:12]
    assert drawn == [each.name for each in filings_of(listed, ["test"], 12)]
    assert [each.name for each in filings_of(listed, [], None)] == names
    assert [each.name for each in filings_of(listed, [], 99)] == names
