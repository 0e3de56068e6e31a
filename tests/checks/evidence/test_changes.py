"""Changes in per cent, and the numbers they lead from and to."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from cofitcheck.checks import Grid
from cofitcheck.checks.evidence.changes import is_of_change
from cofitcheck.checks.evidence.footing import foots, mends
from cofitcheck.document import Document
from cofitcheck.numbers import Measure, Number
from tests.checks.checks_documents import document


def table(*row: str, change: str, header: str = "Change", others: str = "1,272") -> Document:
    """One table with a row of years and their change, and one that states `others`."""
    made = document([("Net sales", [*row, change.rstrip("%")])], [("Net sales", [others])], scale=0)
    stated: Number = replace(made.mentions[len(row)].number, measure=Measure.PERCENT, currency="")
    of_change = replace(made.mentions[len(row)], number=stated, column_path=(header,))
    return replace(made, mentions=(*made.mentions[: len(row)], of_change, *made.mentions[len(row) + 1 :]))


@pytest.mark.parametrize(
    ("row", "change"),
    [(("1,272", "1,196"), "6.4%"), (("1,196", "1,272"), "6.4%"), (("1,196", "1,272"), "(6.0)%")],
)
def test_a_number_that_a_change_leads_to_or_from_foots(row: tuple[str, str], change: str) -> None:
    grid = Grid(table(*row, change=change.rstrip("%")))
    assert foots(grid, 0)
    assert foots(grid, 1)


def test_a_change_mends_the_number_it_does_not_lead_to() -> None:
    grid = Grid(table("1,772", "1,196", change="6.4"))
    assert not foots(grid, 0)
    assert mends(grid, 0, 3)


def test_only_columns_of_changes_count() -> None:
    grid = Grid(table("1,272", "1,196", change="6.4", header="Margin"))
    assert not foots(grid, 0)


def test_a_change_between_two_others_says_nothing_of_a_third() -> None:
    made = document([("Income", ["191", "170", "174"])], headers=("2025", "2024", "2023"), scale=0)
    change = Number(
        made.mentions[0].number.kind, Decimal("12.4"), Decimal("12.4"), precision=-1, measure=Measure.PERCENT
    )
    stated = replace(made.mentions[0], index=3, column=4, number=change, column_path=("Change",))
    grid = Grid(replace(made, mentions=(*made.mentions, stated)))
    assert is_of_change(grid, 0, Decimal(191))
    assert not is_of_change(grid, 2, Decimal(170))
