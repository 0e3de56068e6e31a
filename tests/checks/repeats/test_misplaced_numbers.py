"""Which other figure of its row or column a contradicting number equals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from cofitcheck.checks import CheckSettings, Grid, find_contradictions
from cofitcheck.checks.repeats import misplaced_numbers
from cofitcheck.document import Document
from cofitcheck.numbers import Slip
from cofitcheck.reports.words.reasons import render_reason
from tests.checks.checks_documents import Row, document, fact


def stated_elsewhere(
    grid: Grid, pair: tuple[int, int], slip: Slip, *, right: int | None = None, fact: tuple[int, ...] = ()
) -> str:
    """The sentence of what is met, or ""."""
    found = misplaced_numbers.stated_elsewhere(grid, pair, slip, right=right, fact=fact)
    return str(render_reason(found)) if found else ""


def said(*tables: Sequence[Row], right: int | None = None, of_fact: tuple[int, ...] = ()) -> str:
    """Ask of the first number of the first table against the first of the second."""
    made = document(*tables)
    return stated_elsewhere(Grid(made), (0, _first_of(made, 1)), Slip.OTHER, right=right, fact=of_fact)


def _first_of(made: Document, table: int) -> int:
    return next(mention.index for mention in made.mentions if mention.table == table)


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (
            [("Operating activities", ["636", "636"])],
            [("Operating activities", ["684", "636"])],
            "636 is the figure for 2022 in the same row",
        ),
        (
            [("Operating activities", ["636", "611"])],
            [("Operating activities", ["684", "636"])],
            "636 is the figure for 2022 in the row of 684",
        ),
        (
            [("Diluted earnings", ["3.54"]), ("Shares", ["211"]), ("EPS|Basic earnings:", ["3.54"])],
            [("Diluted earnings", ["3.50"])],
            "3.54 is the figure of “Basic earnings” in the same column",
        ),
        (
            [("Diluted earnings", ["3.54"])],
            [("Diluted earnings", ["3.50"]), ("Basic earnings", ["3.54"])],
            "3.54 is the figure of “Basic earnings” in the column of 3.50",
        ),
        (
            [("Sales", ["684"])],
            [("Sales", ["636", "636"])],
            "636 is the figure for 2022 in the same row",
        ),
        (
            [("Tax", ["(636)", "636"])],
            [("Tax", ["(684)", "600"])],
            "(636) is, with the opposite sign, the figure for 2022 in the same row",
        ),
    ],
)
def test_a_figure_of_the_row_or_the_column_is_named(
    first: Sequence[Row], second: Sequence[Row], words: str
) -> None:
    assert said(first, second) == words


def test_a_period_without_a_year_is_named_as_it_is() -> None:
    made = document([("货币资金", ["636", "636"])], [("货币资金", ["684"])], headers=("期末余额", "期初余额"))
    words = "636 is the figure for “期初余额” in the same row"
    assert stated_elsewhere(Grid(made), (0, 2), Slip.OTHER) == words


@pytest.mark.parametrize(
    ("below", "words"),
    [
        (("元", "元"), "636 is the figure for “期初余额” in the same row"),
        (("账面余额", "坏账准备"), ""),
    ],
)
def test_a_period_is_named_by_the_header_that_says_when(below: tuple[str, str], words: str) -> None:
    made = document([("货币资金", ["636", "636"])], [("货币资金", ["684"])], headers=("期末余额", "期初余额"))
    paths = [(*each.column_path, under) for each, under in zip(made.mentions, (*below, "元"), strict=True)]
    headed = tuple(replace(each, column_path=path) for each, path in zip(made.mentions, paths, strict=True))
    assert stated_elsewhere(Grid(replace(made, mentions=headed)), (0, 2), Slip.OTHER) == words


def test_a_row_is_not_named_by_a_sign() -> None:
    assert said([("Sales", ["636"]), ("Sales|$", ["636"])], [("Sales", ["684"])]) == ""


def test_a_column_of_no_other_period_tells_nothing() -> None:
    made = document([("Dividends", ["636", "636"])], [("Dividends", ["684"])], headers=("Retained", "Total"))
    assert stated_elsewhere(Grid(made), (0, 2), Slip.OTHER) == ""


def test_rows_that_are_equal_by_right_tell_nothing() -> None:
    def rows(last: str) -> list[Row]:
        return [("Assets", ["636", "611"]), ("Equity and liabilities", ["636", last])]

    assert said(rows("611"), [("Assets", ["684"])]) == ""
    assert (
        said(rows("612"), [("Assets", ["684"])])
        == "636 is the figure of “Equity and liabilities” in the same column"
    )


def test_the_nearest_line_is_named() -> None:
    rows = [("Sales", ["636"]), ("Costs", ["111"]), ("Profit", ["636"]), ("Cash", ["636"])]
    assert said(rows, [("Sales", ["684"])]) == "636 is the figure of “Profit” in the same column"


def test_short_numbers_meet_by_chance() -> None:
    assert said([("Sales", ["63", "63"])], [("Sales", ["68", "68"])]) == ""
    assert said([("Sales", ["6,300", "6,300"])], [("Sales", ["6,800"])]) == ""


def test_a_number_that_is_right_took_no_place() -> None:
    tables: tuple[Sequence[Row], ...] = [("Sales", ["636", "636"])], [("Sales", ["684"])]
    assert said(*tables) != ""
    assert said(*tables, right=0) == ""


def test_another_statement_of_the_fact_is_no_other_figure() -> None:
    tables: tuple[Sequence[Row], ...] = [("Sales", ["636"]), ("Total sales", ["636"])], [("Sales", ["684"])]
    assert said(*tables) != ""
    assert said(*tables, of_fact=(0, 1, 2)) == ""


@pytest.mark.parametrize("slip", [Slip.SIGN, Slip.SCALE])
def test_a_sign_or_a_scale_is_taken_from_nowhere(slip: Slip) -> None:
    made = document([("Sales", ["636", "636"])], [("Sales", ["684"])])
    assert stated_elsewhere(Grid(made), (0, 2), slip) == ""


def test_findings_say_it() -> None:
    made = document([("Sales", ["636", "511", "636"])], [("Sales", ["684"])])
    (finding,) = find_contradictions(made, [fact(0, 3)], CheckSettings(threshold=0.0)).findings
    assert finding.explanation is not None
    assert str(render_reason(finding.explanation)) == "636 is the figure for 2021 in the same row"
    other = document([("Sales", ["636", "511", "637"])], [("Sales", ["684"])])
    (plain,) = find_contradictions(other, [fact(0, 3)], CheckSettings(threshold=0.0)).findings
    assert plain.explanation is None
