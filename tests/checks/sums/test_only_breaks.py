"""The one break of a column that all other lines of it speak for, and columns in which nothing is sure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.checks.evidence.certain import ONLY_BREAK
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.numbers import Measure
from tests.checks.checks_documents import Row, document
from tests.checks.sums.statements import INCOME, ROLLED, SHEET, with_numbers
from tests.checks.sums.test_proven import checked


@pytest.mark.parametrize(
    ("rows", "label", "text"),
    [
        (SHEET, "Stocks", "19,116"),
        (SHEET, "Licences", "8,033"),
        (SHEET, "Total current assets", "86,274"),
        (SHEET, "Total equity", "137,744"),
        (INCOME, "Cost of sales", "52,093"),
        (INCOME, "Gross profit", "40,518"),
        (INCOME, "Operating income", "25,904"),
        (INCOME, "Income tax expense", "6,544"),
        (INCOME, "Net income", "21,954"),
        (ROLLED, "Balance at end of year", "79,241"),
        (ROLLED, "Net income", "20,774"),
    ],
)
def test_the_one_break_of_a_column_is_told(rows: list[Row], label: str, text: str) -> None:
    made = with_numbers(rows, {label: text})
    (finding,) = checked(made).findings
    assert finding.certain is ONLY_BREAK
    assert finding.calculation is not None
    assert text in {made.mentions[each].text for each in finding.calculation.mentions}
    assert ReasonCode.ALL_ELSE_FOOTS in {each.why for each in finding.reasons}


@pytest.mark.parametrize("label", ["Total current assets", "Total equity"])
def test_a_total_that_breaks_two_sums_is_the_wrong_number(label: str) -> None:
    made = with_numbers(SHEET, {label: "97,214"})
    (finding,) = checked(made).findings
    assert made.mentions[finding.mention].text == "97,214"
    right = next(int(texts[0].replace(",", "")) for name, texts in SHEET if name == label)
    assert finding.mended == right * 1000


@pytest.mark.parametrize("rows", [SHEET, INCOME, ROLLED])
def test_columns_that_come_out_bring_nothing(rows: list[Row]) -> None:
    assert checked(document(rows, headers=("2025",), scale=3)).findings == ()


SILENT: list[tuple[str, list[Row]]] = [
    (
        "a line may be no part of the total",
        [*SHEET[:2], ("Thereof overdue", ("2,316",)), *SHEET[2:]],
    ),
    (
        "two lines may have the other sign",
        [
            ("Balance at beginning of year", ("61,453",)),
            ("Granted", ("21,389",)),
            ("Exercised", ("4,217",)),
            ("Forfeited", ("1,902",)),
            ("Balance at end of year", ("76,723",)),
        ],
    ),
    (
        "two sums that do not come out",
        [(n, {"Stocks": ("19,116",), "Loans": ("8,041",)}.get(n, t)) for n, t in SHEET],
    ),
    (
        "no result is deducted from a cost",
        [
            ("Revenues", ("375,046",)),
            ("Cost of revenues", ("218,402",)),
            ("Marketing", ("60,718",)),
            ("Contribution profit", ("95,926",)),
            ("Operating income", ("40,264",)),
            ("Other expense", ("(5,327)",)),
            ("Provision for income taxes", ("8,257",)),
            ("Net income", ("26,679",)),
        ],
    ),
    (
        "a note is no statement",
        [
            ("Software", ("12,417",)),
            ("Services", ("9,338",)),
            ("Total products", ("21,755",)),
            ("Asia", ("7,216",)),
            ("Europe", ("5,904",)),
            ("Total regions", ("13,120",)),
            ("Customers", ("3,318",)),
            ("Sites", ("1,276",)),
            ("Total visits", ("9,911",)),
        ],
    ),
    (
        "one total takes in another above it",
        [
            ("Checking", ("9,917",)),
            ("Savings", ("11,057",)),
            ("Total interest-bearing deposits", ("20,974",)),
            ("Other deposits", ("13,976",)),
            ("Total deposits", ("34,950",)),
            ("Bills sold", ("3,787",)),
            ("Notes", ("1,231",)),
            ("Total interest-bearing funds", ("25,992",)),
            ("Other liabilities", ("8,705",)),
            ("Total liabilities", ("48,673",)),
            ("Equity", ("36,866",)),
            ("Total liabilities and equity", ("85,539",)),
        ],
    ),
    (
        "a total of one part states it again",
        [
            ("Sales", ("12,417",)),
            ("Wages", ("(9,338)",)),
            ("Net cash provided by operating activities", ("3,079",)),
            ("Plant", ("(1,216)",)),
            ("Licences", ("(904)",)),
            ("Net cash used in investing activities", ("(2,120)",)),
            ("Dividends paid", ("(451)",)),
            ("Net cash used in financing activities", ("(451)",)),
            ("Net increase in cash", ("508",)),
            ("Cash at beginning of year", ("2,214",)),
            ("Cash at end of year", ("2,722",)),
        ],
    ),
    (
        "cash of three activities is not the financing",
        [
            ("Sales", ("12,417",)),
            ("Wages", ("(9,338)",)),
            ("Net cash provided by operating activities", ("3,079",)),
            ("Plant", ("(1,216)",)),
            ("Licences", ("(904)",)),
            ("Net cash used in investing activities", ("(2,120)",)),
            ("Net cash used in financing activities", ("(451)",)),
        ],
    ),
]


@pytest.mark.parametrize(("why", "rows"), SILENT, ids=[why for why, _ in SILENT])
def test_nothing_is_told_where_a_reading_makes_it_right(why: str, rows: list[Row]) -> None:
    assert checked(document(rows, headers=("2025",), scale=3)).findings == (), why


def test_what_another_column_breaks_too_is_no_sum() -> None:
    before = {
        "Stocks": "16,004",
        "Total current assets": "84,108",
        "Total assets": "157,049",
        "Retained earnings": "101,894",
        "Total equity": "133,058",
        "Total liabilities and equity": "157,049",
    }
    rows: list[Row] = [
        (name, ("19,116" if name == "Stocks" else text, before.get(name, text))) for name, (text,) in SHEET
    ]
    assert checked(document(rows, headers=("2025", "2024"), scale=3)).findings == ()


def test_a_line_that_was_taken_for_shares_may_be_a_part() -> None:
    rows = [(name, ("102,317",) if name == "Retained earnings" else texts) for name, texts in SHEET]
    made = document(rows, headers=("2025",), scale=3)
    assert [each.certain for each in checked(made).findings] == [ONLY_BREAK]
    (capital,) = (each for each in made.mentions if each.row_path == ("Share capital",))
    counted = replace(capital, number=replace(capital.number, measure=Measure.SHARES, currency=""))
    mentions = [counted if each is capital else each for each in made.mentions]
    assert checked(replace(made, mentions=tuple(mentions))).findings == ()


def test_key_figures_between_two_statements_are_parts_of_nothing() -> None:
    figures: list[Row] = [
        ("Cash", ("48,216",)),
        ("Total current assets", ("87,581",)),
        ("Total equity", ("136,531",)),
    ]
    flows: list[Row] = [
        ("Net income", ("21,389",)),
        ("Depreciation", ("4,216",)),
        ("Change in receivables", ("(3,127)",)),
        ("Net cash provided by operating activities", ("22,478",)),
    ]
    parts = {"INCOME STATEMENT": INCOME, "BALANCE SHEET": figures, "CASH FLOW STATEMENT": flows}
    rows = [(f"{name}|{label}", texts) for name, part in parts.items() for label, texts in part]
    assert checked(document(rows, headers=("2025",), scale=3)).findings == ()


def test_where_another_column_is_blank_the_one_break_is_no_proof() -> None:
    rows: list[Row] = [
        (name, ("19,116" if name == "Stocks" else text, text if name == "Plant" else "-"))
        for name, (text,) in SHEET
    ]
    assert ONLY_BREAK not in {
        each.certain for each in checked(document(rows, headers=("Group", "Asia"), scale=3)).findings
    }
