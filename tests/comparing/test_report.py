"""The report of a comparison: the page, and JSON that keeps its schema."""

import json
from pathlib import Path

import jsonschema
import pytest

import cofitcheck
from cofitcheck import ComparisonReport
from cofitcheck.checks.comparatives import Outcome
from cofitcheck.reports.compared.records import comparisons_schema
from tests.comparing.conftest import Report

INCOME = "Consolidated statements of income"


@pytest.fixture
def compared(report: Report) -> ComparisonReport:
    changes = {(INCOME, "Net sales", 2023): "222,496"}
    this = report(2024, "this <b>year</b>.htm".replace("/", "∕"), changes)
    return cofitcheck.compare(this, report(2023))


def test_both_files_are_written_and_named(compared: ComparisonReport, tmp_path: Path) -> None:
    files = compared.save(tmp_path / "out", "mine")
    assert [path.name for path in files] == [
        "mine.compared.report.html",
        "mine.compared.report.json",
        "mine.compared.marked.html",
        "mine.compared.1-report-2023.marked.html",
    ]
    assert all(path.stat().st_size for path in files)


def test_the_page_ticks_what_agrees_and_leads_to_it(compared: ComparisonReport, tmp_path: Path) -> None:
    page = compared.save(tmp_path, "mine")[0].read_text()
    agreeing = compared.summary[Outcome.AGREE]
    assert page.count(">PY</a>") == 2 * agreeing
    assert 'href="#n1-0b"' in page
    assert 'id="n1-0b"' in page
    assert "222,496" in page
    assert "Of 13 comparatives 12 agree, 1 differ." in page


def test_the_page_escapes_names_and_loads_nothing(compared: ComparisonReport, tmp_path: Path) -> None:
    page = compared.save(tmp_path, "mine")[0].read_text()
    assert "<b>year" not in page
    assert "default-src 'none'" in page
    assert "<script" not in page


def test_json_keeps_its_schema(compared: ComparisonReport) -> None:
    record = json.loads(compared.to_json())
    jsonschema.validate(record, comparisons_schema())
    assert record["summary"] == {"agree": 12, "explained": 0, "differ": 1, "left_open": 0, "not_found": 0}
    assert len(record["comparisons"][0]["agree"]) == 12


def test_the_same_documents_give_the_same_bytes(compared: ComparisonReport) -> None:
    again = cofitcheck.compare(compared.this, compared.each[0].other)
    assert again.to_json() == compared.to_json()
