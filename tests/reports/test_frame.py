from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest

from cofitcheck.document import Cell, Place, Table, TableStructure
from cofitcheck.document.frames import table_frame
from cofitcheck.errors import MissingDependencyError
from cofitcheck.reports.model.frame import (
    FACT,
    FINDING,
    LEDGER,
    LEFT_OPEN,
    facts_frame,
    findings_frame,
    ledger_frame,
    left_open_frame,
)
from cofitcheck.reports.model.report import Report
from tests.reports.reports_documents import build_document, with_left_open


def test_one_row_per_finding_in_order_of_importance(report: Report) -> None:
    frame = findings_frame(report)
    assert list(frame["severity"]) == ["high", "high", "medium", "medium", "notice", "notice"]
    first = frame.iloc[0]
    assert (first["text"], first["other_text"]) == ("$ 4,817", "$ 4,871")
    assert (first["value"], first["other_value"]) == (Decimal(4817000000), Decimal(4871000000))
    assert str(first["difference"]) == "-54000000"
    assert first["row_path"] == "Operating activities: / Net income"
    assert first["other_table_title"] == "Consolidated Statements of Income"
    assert first["message"] == report.findings[0].message


def test_one_row_per_mention_of_a_fact(report: Report) -> None:
    frame = facts_frame(report)
    assert len(frame) == sum(len(fact.mentions) for fact in report.facts)
    found = frame[frame["finding"] == report.found[1].fingerprint]
    assert sorted(found["role"]) == ["counterpart", "mention", "other", "other"]
    assert set(found["difference"]) == {Decimal(-54000000)}
    assert found[found["role"] == "mention"]["value"].item() == Decimal(4817000000)


def test_facts_without_finding_have_empty_finding_columns(clean_report: Report) -> None:
    frame = facts_frame(clean_report)
    assert frame[["finding", "severity", "probability"]].isna().all().all()


def test_one_row_per_fact_left_open(report: Report) -> None:
    frame = left_open_frame(with_left_open(report, (0.2, 0.1), two_facts=1))
    assert list(frame["probability"]) == [0.2, 0.1]
    assert list(frame["rule"]) == ["", "basic and diluted"]
    assert frame["text"].notna().all()
    assert frame["other_text"].notna().all()


def test_one_row_per_number_with_what_checked_it(report: Report) -> None:
    frame = ledger_frame(report)
    assert list(frame["mention"]) == list(range(len(report.document.mentions)))
    assert frame["checked"].sum() == report.ledger.checked
    contradicted = frame[frame["by_repeat"] == "contradicted"]
    assert report.found[1].mention in set(contradicted["mention"])
    assert set(contradicted["ticks"]) == {""}
    assert set(frame[frame["by_repeat"] == "agrees"]["ticks"]) == {"T"}


@pytest.mark.parametrize(
    ("frame_of", "columns"),
    [(findings_frame, FINDING), (facts_frame, FACT), (left_open_frame, LEFT_OPEN), (ledger_frame, LEDGER)],
)
def test_nothing_gives_an_empty_frame_with_all_columns(
    clean_report: Report, frame_of: Callable[[Report], object], columns: tuple[str, ...]
) -> None:
    nothing = replace(clean_report, facts=(), document=replace(clean_report.document, mentions=()))
    frame = frame_of(nothing)
    assert len(set(columns)) == len(columns)
    assert list(frame.columns) == list(columns)  # type: ignore[attr-defined]
    assert len(frame) == 0  # type: ignore[arg-type]


def test_a_table_is_a_frame_of_what_it_displays() -> None:
    frame = build_document().tables[0].to_frame()
    assert list(frame.columns) == [f"Year ended December 31 / {year}" for year in (2024, 2023, 2022)]
    assert frame.loc["Total revenue"].tolist() == ["38,264", "35,980", "32,645"]
    assert frame.index[0] == "Revenue"
    assert frame.iloc[0].tolist() == ["", "", ""]


def test_a_cell_over_several_places_stands_in_each() -> None:
    place = (Place("", 0),)
    cells = (
        Cell(0, 0, "Segment", place),
        Cell(0, 1, "2031", place, columns=2),
        Cell(1, 0, "North", place, rows=2),
        *(Cell(row, column, f"{row}{column}", place) for row in (1, 2) for column in (1, 2)),
    )
    frame = table_frame(Table(0, cells, TableStructure.of(3, 3), place[0]))
    assert list(frame.columns) == ["2031", "2031"]
    assert list(frame.index) == ["North", "North"]
    assert frame.to_numpy().tolist() == [["11", "12"], ["21", "22"]]


def test_without_pandas_the_error_says_how_to_install_it(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    for frame_of in (facts_frame, ledger_frame):
        with pytest.raises(MissingDependencyError, match=r"pip install 'cofitcheck\[pandas\]'"):
            frame_of(report)
    with pytest.raises(MissingDependencyError, match="pandas"):
        report.document.tables[0].to_frame()
