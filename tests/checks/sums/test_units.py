"""Sums that are off by a few units: errors where the document's other sums come out, rounding elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.checks.model import Severity
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.checks.sums.check import SumsChecked
from cofitcheck.document import Document, Passage, Place
from tests.checks.checks_documents import Row, document
from tests.checks.sums.statements import INCOME, SHEET, with_numbers
from tests.checks.sums.test_proven import checked

ONE = ("2025",)


def parts_and_total(checked_sums: SumsChecked, made: Document) -> list[set[str]]:
    """The numbers of each sum that is left open, as printed."""
    calculations = (each.calculation for each in checked_sums.left_open)
    return [{made.mentions[each].text for each in one.mentions} for one in calculations if one]


@pytest.mark.parametrize(
    ("label", "text"),
    [("Total current assets", "87,582"), ("Licences", "8,618"), ("Total equity", "136,530")],
)
def test_one_unit_is_a_notice_where_all_other_sums_come_out(label: str, text: str) -> None:
    made = with_numbers(SHEET, {label: text}, others=(INCOME, INCOME))
    (finding,) = checked(made).findings
    assert finding.severity is Severity.NOTICE
    assert finding.calculation is not None
    assert text in {made.mentions[each].text for each in finding.calculation.mentions}
    assert ReasonCode.DOCUMENT_FOOTS in {each.why for each in finding.reasons}


def test_three_units_among_many_lines_are_no_rounding() -> None:
    sizes = range(2_113, 9_000, 977)
    lines: list[Row] = [(f"Fund {number}", (f"{size:,}",)) for number, size in enumerate(sizes, start=1)]
    funds: list[Row] = [*lines, ("Total funds", (f"{sum(sizes) + 3:,}",))]
    (finding,) = checked(document(SHEET, INCOME, funds, headers=ONE, scale=3)).findings
    assert finding.severity is Severity.MEDIUM


def test_a_unit_is_rounding_where_other_sums_are_off_too() -> None:
    off = {"Total current assets": "87,582", "Total non-current assets": "72,940", "Total equity": "136,532"}
    rounded = checked(with_numbers(SHEET, off))
    assert not rounded.findings
    assert not rounded.left_open


def test_a_few_sums_that_are_off_are_left_open_with_their_lines() -> None:
    off = {"Total current assets": "87,582", "Total current liabilities": "23,992"}
    made = with_numbers(SHEET, off, others=(INCOME, INCOME))
    sums = checked(made)
    assert not sums.findings
    assert any({"48,216", "21,457", "17,908", "87,582"} == each for each in parts_and_total(sums, made))


def test_a_unit_is_left_open_where_few_sums_tell_that_none_is_rounded() -> None:
    made = with_numbers(INCOME, {"Gross profit": "41,238"})
    sums = checked(made)
    assert not sums.findings
    assert {"92,614", "51,377", "41,238"} in parts_and_total(sums, made)


def test_a_document_that_says_it_is_rounded_has_no_unit_wrong() -> None:
    made = with_numbers(SHEET, {"Total current assets": "87,582"}, others=(INCOME,))
    said = Passage(0, "Totals may not add up due to rounding.", Place("made-up.htm", 1))
    assert checked(replace(made, passages=(said,))).findings == ()


def test_a_unit_that_other_columns_miss_too_is_no_error() -> None:
    quarters: list[Row] = [
        ("Income before income taxes", ("19,160", "26,052", "33,501")),
        ("Provision for income taxes", ("(2,875)", "(740)", "(3,273)")),
        ("Net income", ("16,285", "25,315", "30,227")),
    ]
    made = document(SHEET, INCOME, quarters, headers=("2025", "2024", "2023"), scale=3)
    assert checked(made).findings == ()
