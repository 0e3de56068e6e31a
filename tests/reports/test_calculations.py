"""A calculation that does not come out, in every kind of report: its tape, its marks, its JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal

import jsonschema
import pytest
from lxml import etree, html
from rich.console import Console

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.derived import check_derived
from cofitcheck.checks.identities.check import check_identities
from cofitcheck.checks.ledger import make_ledger
from cofitcheck.checks.model import Finding
from cofitcheck.checks.sums.check import check_sums, confirmed
from cofitcheck.document import Document
from cofitcheck.reports.html import render_html
from cofitcheck.reports.json import to_json
from cofitcheck.reports.json.schema import json_schema
from cofitcheck.reports.model.excerpts import tape_of
from cofitcheck.reports.model.marks import MarkRole, number_marks
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.model.wording import Look, as_printed
from cofitcheck.reports.terminal import summary_lines
from tests.checks.checks_documents import Row, document, number
from tests.checks.derived.test_derived import CHANGES, changed, of_changes
from tests.checks.sums.test_check import HEADERS, REGIONS, Certain
from tests.checks.sums.test_check import changed as in_regions
from tests.checks.sums.test_stale import costs as stale_costs


@pytest.fixture(scope="module")
def report() -> Report:
    return wrong_sum()


def wrong_sum() -> Report:
    """Return the regions with two digits that changed places in the row South, column Goods."""
    wrong = in_regions(REGIONS, 1, 1, "1,181", headers=HEADERS)
    sums = check_sums(Grid(wrong), Certain(), CheckSettings())
    ledger = make_ledger(wrong, confirmed(Grid(wrong), sums.holding), sums.findings, ())
    return Report(wrong, (), sums.findings, 0, ledger=ledger, threshold=0.5)


def test_the_tape_runs_down_to_what_is_stated(report: Report) -> None:
    (finding,) = report.found
    tape = tape_of(report.document, finding)
    assert tape is not None
    assert [(line.sign, line.text, line.running, line.wrong) for line in tape.lines] in (
        [("+", "877", "877", False), ("+", "1,181", "2,058", True), ("+", "2,304", "4,362", False)],
        [("+", "2,310", "2,310", False), ("+", "1,181", "3,491", True)],
    )
    assert (tape.mended, tape.off) == ("1,118", "(63)")


def test_a_dash_on_the_tape_counts_as_nought() -> None:
    rows: list[Row] = [
        ("North", ("1,204", "877")),
        ("South", ("-", "1,118")),
        ("East", ("4,195", "2,304")),
        ("Total", ("5,939", "4,299")),
    ]
    made = document(rows, headers=HEADERS[:2])
    (finding,) = check_sums(Grid(made), Certain(), CheckSettings()).findings
    tape = tape_of(made, finding)
    assert tape is not None
    assert [(line.text, line.nil) for line in tape.lines] == [("1,204", False), ("-", True), ("4,195", False)]


def test_numbers_are_printed_as_their_table_does() -> None:
    assert as_printed(Decimal(-1_234_500_000), number("1,200"), Look()) == "(1,234.5)"
    assert as_printed(Decimal(63_000_000), number("1,200"), Look()) == "63"


def words_of(report: Report) -> str:
    """The text of the HTML report, spaces made one."""
    return " ".join(etree.tostring(page_of(report), encoding="unicode", method="text").split())


def page_of(report: Report) -> etree._Element:
    page: etree._Element = html.document_fromstring(render_html(report))
    for style in page.findall(".//style"):
        style.text = ""
    return page


def test_the_page_tells_the_cell_and_the_calculation(report: Report) -> None:
    words = words_of(report)
    assert "Most likely wrong is South" in words
    assert ": 1,118 would foot" in words
    assert page_of(report).findall(".//div[@class='tape']//tr[@class='wrong']")
    assert "statements of this item" not in words


def test_the_json_keeps_its_schema_and_names_every_cell(report: Report) -> None:
    record = json.loads(to_json(report))
    jsonschema.validate(record, json_schema())
    (finding,) = record["findings"]
    assert (finding["kind"], finding["fact"], finding["same_fact"], finding["judged"]) == (
        "sum",
        None,
        None,
        None,
    )
    cells = {each["mention"] for each in finding["calculation"]["addends"]} | {
        finding["calculation"]["total"]
    }
    assert cells == set(finding["mentions"])
    assert finding["mended"] == "1118000000"
    outcomes = {
        each["id"]: {check["outcome"] for check in each["checks"]} for each in record["ledger"]["mentions"]
    }
    assert "contradicted" in outcomes[finding["mention"]]


def test_the_marked_copy_frames_the_parts_and_names_the_wrong_one(report: Report) -> None:
    (finding,) = report.found
    marks = number_marks(report)
    assert marks[finding.mention].role is MarkRole.FINDING
    assert "1,118 would foot" in str(marks[finding.mention].note)
    assert {marks[each].role for each in finding.mentions} == {
        MarkRole.FINDING,
        MarkRole.WITNESS,
        MarkRole.PART,
    }


def test_the_terminal_says_what_the_parts_come_to(report: Report) -> None:
    console = Console(width=400, record=True)
    console.print(summary_lines([report]))
    said = console.export_text()
    assert "1,118 would foot" in said
    assert "12 of" in said


def test_a_column_of_the_year_beside_is_told_without_a_number_that_would_foot() -> None:
    made = document(stale_costs(("296", "151", "137")), headers=("2023", "2022"))
    sums = check_sums(Grid(made), Certain(), CheckSettings())
    found = Report(made, (), sums.findings, 0, ledger=make_ledger(made, (), sums.findings, ()))
    console = Console(width=400, record=True)
    console.print(summary_lines([found]))
    notes = " ".join(str(each.note) for each in number_marks(found).values())
    said = console.export_text() + words_of(found) + notes
    assert "3 numbers of this column are those of the column beside it." in said
    assert "would foot" not in said


def test_the_tape_of_numbers_in_several_tables_names_row_and_column() -> None:
    lines: list[Row] = [("Raw materials", ("404", "377", "350")), ("Finished goods", ("811", "785", "755"))]
    of_sheet: list[Row] = [("Inventories", ("1,215", "1,162", "1,150"))]
    made = document(of_sheet, lines)
    (finding,) = check_identities(Grid(made), CheckSettings(), (), ()).findings
    tape = tape_of(made, finding)
    assert tape is not None
    assert [str(line.label) for line in tape.lines] == ["Raw materials › 2021", "Finished goods › 2021"]
    assert (str(tape.stated_label), tape.computed) == ("Inventories › 2021", "1,105")


def test_a_derived_number_is_told_with_its_two_operands() -> None:
    wrong = of_changes(changed(CHANGES, 2, 2, "43.4"))
    findings = check_derived(Grid(wrong), CheckSettings(), set(), set()).findings
    made = Report(wrong, (), findings, 0, ledger=make_ledger(wrong, (), findings, ()))
    jsonschema.validate(json.loads(to_json(made)), json_schema())
    words = words_of(made)
    assert "the change in per cent from the second to the first" in words
    assert replace(findings[0]).mended == Decimal("33.4")
    console = Console(width=400, record=True)
    console.print(summary_lines([made]))
    assert "the change from 4,402 to 5,871 is 33.4, 43.4 is stated" in console.export_text()


def headline_of(made: Document, finding: Finding) -> str:
    article = next(html.document_fromstring(render_html(Report(made, (), (finding,), 0))).iter("article"))
    return " ".join("".join(map(str, next(article.iter("h3")).itertext())).split())


def test_one_number_that_has_to_equal_another_is_no_sum_of_parts() -> None:
    rows: list[Row] = [("Total assets", ("8,484",)), ("Total liabilities and equity", ("8,448",))]
    made = document(rows, headers=("2031",))
    (finding,) = check_identities(Grid(made), CheckSettings(), (), ()).findings
    assert headline_of(made, finding).startswith(
        "Table 0 states Total assets as 8,484; it has to equal Total liabilities and equity, which is 8,448. "
    )


def test_a_change_that_comes_out_otherwise_is_recalculated_and_has_no_parts() -> None:
    wrong = of_changes(changed(CHANGES, 2, 2, "73.9"))
    (finding,) = check_derived(Grid(wrong), CheckSettings(), set(), set()).findings
    said = headline_of(wrong, finding)
    assert said.endswith("; recalculating gives 33.4")
