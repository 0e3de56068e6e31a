"""Margins, tax rates and shares that sentences state, worked out of two lines of a table."""

from __future__ import annotations

import pytest

from cofitcheck.checks.text.check import TextChecked
from tests.checks.checks_documents import Row
from tests.checks.text.text_documents import Certain, checked, with_text

STATEMENT: list[Row] = [
    ("Net sales", ("1,314", "1,250", "1,176")),
    ("Cost of sales", ("802", "791", "744")),
    ("Gross profit", ("512", "459", "432")),
    ("Selling expenses", ("147", "152", "139")),
    ("Operating income", ("365", "307", "293")),
    ("Income before income taxes", ("342", "276", "257")),
    ("Provision for income taxes", ("71", "55", "53")),
    ("Net income", ("271", "221", "204")),
    ("Total current assets", ("900", "800", "700")),
    ("Total current liabilities", ("500", "400", "300")),
]
"""Gross margins of 39.0%, 36.7% and 36.7%, tax rates of 20.8%, 19.9% and 20.6%."""


def told(*texts: str, rows: list[Row] = STATEMENT) -> list[tuple[str, str, str]]:
    """Return the ratios that are told: the number, the way, and what the lines come to."""
    found = _checked(*texts, rows=rows).findings
    return [
        (each.told.said.text, each.told.way, f"{each.told.computed:f}")
        for each in found
        if each.told and each.told.is_ratio
    ]


def tied(*texts: str) -> dict[str, list[str]]:
    """Return the texts of the cells of each ratio that comes out."""
    document = with_text(*texts, rows=STATEMENT)
    account = checked(document, Certain()).account
    return {
        account.mentions[said].text: [document.mentions[cell].text for cell in cells]
        for said, cells in account.tied.items()
        if len(cells) > 1
    }


def _checked(*texts: str, rows: list[Row]) -> TextChecked:
    return checked(with_text(*texts, rows=rows))


@pytest.mark.parametrize(
    ("sentence", "wrong", "right"),
    [
        ("Gross margin was 39.9% in 2031, compared to 36.7% in 2030.", "39.9%", "39.0"),
        ("Our effective tax rate was 28.0% in 2031 and 19.9% in 2030.", "28.0%", "20.8"),
        ("As a percent of net sales, selling expenses were 11.2% in 2031, 17.2% in 2030.", "17.2%", "12.2"),
        ("Operating income as a % of net sales was 27.8% in 2031 and 22.6% in 2030.", "22.6%", "24.6"),
        ("Operating margin decreased to 72.8% in 2031 from 24.6% in 2030.", "72.8%", "27.8"),
    ],
)  # fmt: skip
def test_a_ratio_is_held_against_the_lines_that_the_other_year_comes_out_of(
    sentence: str, wrong: str, right: str
) -> None:
    assert told(sentence) == [(wrong, "share", right)]


def test_a_slip_is_told_where_another_sentence_comes_out_of_the_same_lines() -> None:
    assert told("Gross margin was 39.0% in 2031.", "Gross margin was 39.6% in 2031.") == [
        ("39.6%", "share", "39.0")
    ]


def test_a_change_in_points_is_between_the_ratios_of_two_years() -> None:
    right = "Gross margin increased {} basis points to 39.0% in 2031."
    assert told(right.format(220)) == []
    assert told(right.format(230)) == []
    assert told(right.format(420)) == [("420 basis points", "change in points", "224")]
    # No ratio beside it shows the lines and the year.
    assert told("Gross margin increased 420 basis points in 2031.") == []


def test_a_multiple_is_one_line_over_another() -> None:
    assert told("Our current ratio was 1.8 in 2031, compared to 2.6 in 2030.") == [("2.6", "ratio", "2.0")]


def test_without_a_line_of_gross_profit_the_cost_leaves_it() -> None:
    rows = [row for row in STATEMENT if row[0] != "Gross profit"]
    sentence = "Gross margin was 39.0% in 2031, compared to 37.6% in 2030."
    assert told(sentence, rows=rows) == [("37.6%", "rest", "36.7")]


def test_several_ratios_of_one_name_and_year_are_of_parts() -> None:
    assert told("Gross margin was 45.1% in 2031.") == [("45.1%", "share", "39.0")]
    assert told("Gross margin was 45.1% in 2031.", "Gross margin was 31.3% in 2031.") == []


def test_ratios_that_come_out_are_tied() -> None:
    assert tied("Gross margin was 39.0% in 2031, compared to 36.7% in 2030.") == {
        "39.0%": ["512", "1,314"],
        "36.7%": ["459", "1,250"],
    }


@pytest.mark.parametrize(
    "sentence",
    [
        # Neither year comes out of these lines: they are not what is meant.
        "Gross margin was 41.0% in 2031, compared to 44.9% in 2030.",
        # A segment, another basis, and what leaves something out.
        "Gross margin of the Northern segment was 39.9% in 2031, compared to 36.7% in 2030.",
        "Adjusted gross margin was 39.9% in 2031, compared to 36.7% in 2030.",
        "Excluding closed stores, gross margin was 39.9% in 2031, compared to 36.7% in 2030.",
        "Our effective tax rate, which does not include one-time items, was 21.8% in 2031. The effective tax"
        " rate of 21.8% in 2031 compares with 19.9% in 2030.",
        # Cut, not rounded.
        "Our effective tax rate was 20.7% in 2031 and 19.9% in 2030.",
        # Another number of the sentence is what the lines come to.
        "Our effective tax rate was 24.8% and 20.8% in 2031, for the quarter and the year, 19.9% in 2030.",
        # A balance of another day.
        "Gross margin was 39.9% at March 31, 2031, compared to 36.7% in 2030.",
        # The statutory rate is no effective one.
        "The statutory tax rate was 21.0% in 2031; our effective tax rate was 19.9% in 2030.",
    ],
)
def test_what_another_reading_may_make_right_is_not_told(sentence: str) -> None:
    assert told(sentence) == []
