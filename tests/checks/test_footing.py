"""Sums in columns and rows: who foots, who does not, and what would mend it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck.checks import Grid
from cofitcheck.checks.footing import Footing, Standing, footing, foots, mends
from cofitcheck.numbers import Measure
from tests.checks.checks_documents import document

Rows = list[tuple[str, list[str]]]


def grid(*tables: Rows, headers: tuple[str, ...] = ("",), scale: int = 0) -> Grid:
    return Grid(document(*tables, headers=headers, scale=scale))


def footing_places(*values: str) -> list[int]:
    """Return which numbers of one column foot."""
    made = grid([(f"Row {place}", [value]) for place, value in enumerate(values)])
    return [place for place in range(len(values)) if foots(made, place)]


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (["1,200", "3,400", "4,600"], [0, 1, 2]),
        (["1,200", "(3,400)", "(2,200)"], [0, 1, 2]),
        (["777", "1,200", "3,400", "4,600"], [1, 2, 3]),
        (["4,600", "1,200", "3,400"], [0, 1, 2]),
        (["9,000", "2,500", "6,500"], [0, 1, 2]),
        (["1,200", "3,400", "4,601"], []),
        (["1,200", "1,200"], []),
        (["2", "3", "5"], []),
    ],
    ids=["total", "negative", "a row before", "total first", "margin", "off by one", "repeated", "too small"],
)
def test_sums_of_a_column(column: list[str], expected: list[int]) -> None:
    assert footing_places(*column) == expected


def test_a_total_stands_for_its_addends() -> None:
    assert footing_places("1,200", "3,400", "4,600", "2,000", "500", "2,500", "7,100") == list(range(7))


def test_a_row_foots_as_a_column_does() -> None:
    made = grid([("Sales", ["1,200", "3,400", "4,600"])], headers=("North", "South", "Total"))
    assert all(foots(made, place) for place in range(3))


def test_rounded_tables_may_be_off_by_one() -> None:
    def total(of: str) -> Grid:
        rows = [("Sales", ["1,200"]), ("Other", ["3,400"]), ("Total", [of])]
        return grid(rows, scale=6)

    assert foots(total("4,601"), 2)
    assert not foots(total("4,602"), 2)


def test_another_measure_is_no_addend() -> None:
    made = grid([("Sales", ["1,200"]), ("Shares", ["3,400"]), ("Total", ["4,600"])]).document
    shares = replace(made.mentions[1], number=replace(made.mentions[1].number, measure=Measure.SHARES))
    assert not foots(Grid(replace(made, mentions=(made.mentions[0], shares, made.mentions[2]))), 2)


def test_a_blank_never_foots() -> None:
    made = grid([("Sales", ["1,200"]), ("Other", ["-"]), ("Total", ["1,200"])])
    assert not foots(made, 1)


RIGHT: Rows = [("Sales", ["1,234"]), ("Other", ["2,000"]), ("Total", ["3,234"])]
WRONG: Rows = [("Sales", ["1,284"]), ("Other", ["2,000"]), ("Total", ["3,234"])]
CARRIED: Rows = [("Sales", ["1,284"]), ("Other", ["2,000"]), ("Total", ["3,284"])]
ALONE: Rows = [("Sales", ["1,284"])]


def test_the_wrong_number_is_mended_by_the_right_one_and_never_the_other_way_round() -> None:
    made = grid(RIGHT, WRONG)
    assert mends(made, 3, 0)
    assert not mends(made, 0, 3)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (RIGHT, WRONG, Footing.MENDED),
        (WRONG, RIGHT, Footing.MENDED),
        (RIGHT, CARRIED, Footing.BOTH),
        (RIGHT, ALONE, Footing.ONE),
        (ALONE, [("Sales", ["1,234"])], Footing.NONE),
        (ALONE, RIGHT, Footing.ONE),
    ],
)
def test_what_sums_say_of_two_numbers(first: Rows, second: Rows, expected: Footing) -> None:
    made = grid(first, second)
    assert footing(made, 0, len(first)) is expected


def test_the_other_number_takes_over_the_sign_of_its_place() -> None:
    """A cost is negative in one table and positive in the other: only its size is the other table's."""
    made = grid([("Sales", ["9,000"]), ("Cost", ["(1,284)"]), ("Margin", ["7,766"])], [("Cost", ["1,234"])])
    assert mends(made, 1, 3)


def test_a_wrong_sign_is_mended_by_the_right_one() -> None:
    rows = [("Sales", ["9,000"]), ("Rent", ["500"]), ("Gain", ["(1,234)"]), ("Total", ["10,734"])]
    assert mends(grid(rows, [("Gain", ["1,234"])]), 2, 4)


def test_a_number_with_more_digits_than_the_table_states_mends_nothing() -> None:
    made = grid(WRONG, [("Sales", ["1,234.5"])])
    assert not mends(made, 0, 3)


@given(st.lists(st.integers(1_000, 999_999), min_size=2, max_size=8), st.data())
def test_every_column_with_its_total_foots_and_breaks(addends: list[int], data: st.DataObject) -> None:
    column = [*addends, sum(addends)]
    made = grid([(f"Row {place}", [f"{value:,}"]) for place, value in enumerate(column)])
    place = data.draw(st.integers(0, len(column) - 1))
    assert foots(made, place)
    assert Standing(made, place).takes(Decimal(column[place]))
    assert not Standing(made, len(addends)).takes(Decimal(sum(addends) + 10_000_000))
