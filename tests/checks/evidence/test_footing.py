"""Sums in columns and rows: who foots, who does not, and what would mend it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cofitcheck.checks import Grid
from cofitcheck.checks.evidence.footing import Footing, Standing, footing, foots, mends
from cofitcheck.document import Cell
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


@pytest.mark.parametrize(("last", "expected"), [("2023", False), ("Total", True)])
def test_the_years_of_a_row_are_no_sum_without_a_total(last: str, expected: bool) -> None:
    made = grid([("Shares", ["1,200", "3,400", "4,600"])], headers=("2021", "2022", last))
    assert foots(made, 0) is expected


def test_blocks_of_several_years_add_up_year_by_year() -> None:
    headers = tuple(f"{year} {part}" for year in (2024, 2023) for part in ("Domestic", "Foreign", "Total"))
    row = ("Sales", ["1,200", "3,400", "4,600", "1,150", "3,020", "4,170"])
    made = grid([row], headers=headers)
    assert all(foots(made, place) for place in range(6))


def test_a_total_is_mended_by_another_that_equals_it_by_right() -> None:
    assets = [("Cash", ["1,200"]), ("Goods", ["3,400"]), ("Total assets", ["9,274"])]
    debts = [("Loans", ["1,600"]), ("Equity", ["3,000"]), ("Assets with debts", ["4,600"])]
    assert mends(grid([*assets, *debts], [("Total assets", ["4,600"])]), 2, 6)
    small = [*assets[:2], ("Total assets", ["274"])]
    assert not mends(grid([*small, *debts], [("Total assets", ["4,600"])]), 2, 6)


@pytest.mark.parametrize(("label", "deducts"), [("Less: other", True), ("Less than a year", False)])
def test_less_deducts_and_less_than_does_not(label: str, deducts: bool) -> None:
    made = grid([("Gross", ["5,000"]), ("Other", ["1,000"]), (label, ["700"]), ("Total", ["5,300"])])
    assert foots(made, 3) is deducts


@pytest.mark.parametrize(("label", "deducts"), [("减：其他", True), ("减值损失", False)])
def test_an_impairment_deducts_nothing(label: str, deducts: bool) -> None:
    made = grid([("收入", ["5,000"]), ("其他", ["1,000"]), (label, ["700"]), ("合计", ["5,300"])])
    assert foots(made, 3) is deducts


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


def labelled(*rows: tuple[str, str]) -> list[int]:
    """Return which numbers of a column of labelled numbers foot; a row without a number is left empty."""
    filled = [(place, label, value) for place, (label, value) in enumerate(rows) if value]
    made = document([(label, [value]) for _, label, value in filled], headers=("",), scale=0)
    at = [place for place, _, _ in filled]
    mentions = tuple(replace(each, row=at[each.index] + 1) for each in made.mentions)
    cells = tuple(
        Cell(place + 1, 0, label, (made.mentions[0].place,)) for place, (label, _) in enumerate(rows)
    )
    placed = Grid(replace(made, mentions=mentions, tables=(replace(made.tables[0], cells=cells),)))
    return [place for place, each in zip(at, mentions, strict=True) if foots(placed, each.index)]


def test_what_is_deducted_needs_no_sign() -> None:
    rows = ("Sales", "9,000"), ("Add: rent", "1,500"), ("Less: cost", "2,345"), ("Margin", "8,155")
    assert labelled(*rows) == [0, 1, 2, 3]
    assert labelled(*rows[:2], ("Cost", "2,345"), rows[3]) == []


def test_what_follows_a_chinese_deduction_is_deducted_until_something_is_added() -> None:
    rows = (
        ("一、收入", "9,000"),
        ("减：成本", "2,345"),
        ("税金", "1,111"),
        ("加：收益", "700"),
        ("二、利润", "6,244"),
    )
    assert labelled(*rows) == [0, 1, 2, 3, 4]


def test_an_empty_item_begins_a_deduction() -> None:
    empty = ("减：销售费用", "")
    rows = ("一、收入", "9,000"), ("加：租金", "1,234"), ("管理费用", "2,345"), ("二、利润", "7,889")
    assert labelled(*rows[:2], empty, *rows[2:]) == [0, 1, 3, 4]
    assert labelled(*rows) == []


def test_a_header_that_deducts_does_so_for_its_column_alone() -> None:
    headers = "股本", "减：库存股", "盈余公积", "合计"
    assert all(
        foots(grid([("余额", ["9,000", "2,345", "1,111", "7,766"])], headers=headers), at) for at in range(4)
    )


def test_parts_of_an_item_are_no_addends() -> None:
    rows = ("应付账款", "9,000"), ("其他应付款", "3,456"), ("其中：应付利息", "1,234"), ("应付股利", "1,111")
    assert labelled(*rows, ("预收款项", "4,000"), ("合计", "16,456")) == [0, 1, 4, 5]
    english = ("Payables", "9,000"), ("Other", "3,456"), ("of which interest", "1,234"), ("Total", "12,456")
    assert labelled(*english) == [0, 1, 3]


def test_what_is_named_a_part_is_one_though_it_exceeds_the_whole() -> None:
    rows = (
        ("Sales", "9,000"),
        ("Gains", "500"),
        ("of which shares", "700"),
        ("Rent", "150"),
        ("Total", "9,650"),
    )
    assert labelled(*rows) == [0, 1, 3, 4]


def test_the_more_ways_to_add_the_larger_a_total_must_be() -> None:
    """With "less" and "of which" a line of five may add up in four ways: by chance four times as often."""
    rows = ("Sales", "150"), ("Less: cost", "60"), ("Rent", "30"), ("of which land", "10"), ("Margin", "120")
    assert labelled(*rows) == []
    assert labelled(*((label, f"{value}0") for label, value in rows)) == [0, 1, 2, 4]


def test_a_coarser_number_of_two_digits_mends_nothing() -> None:
    """15% stands for anything from 14.5% to 15.5%: that 15.0% adds up is chance."""
    rows = [("Products", ["4.0"]), ("Services", ["11.0"]), ("All", ["12.5"])]
    assert mends(grid(rows, [("Margin", ["15.0"])]), 2, 3)
    assert not mends(grid(rows, [("Growth", ["15"])]), 2, 3)
    hundreds = [("Products", ["40.0"]), ("Services", ["110.0"]), ("All", ["125.0"])]
    assert mends(grid(hundreds, [("Growth", ["150"])]), 2, 3)


def test_a_total_that_the_next_row_states_again_is_mended_by_it_among_members_of_its_fact() -> None:
    rows = [("Opening", ["1,118"]), ("Increase", ["87"]), ("Closing", ["2,967"]), ("Cash", ["1,205"])]
    made = grid(rows, [("Cash", ["1,205"])])
    assert not mends(made, 2, 4)
    assert mends(made, 2, 4, members=(2, 3, 4))


def test_nought_mends_nothing() -> None:
    rows = [("Sold", ["1,300"]), ("Bought", ["4,000"]), ("Lent", ["2,000"]), ("Total", ["6,000"])]
    assert not mends(grid(rows, [("Lost", ["0"])]), 0, 4)


def test_what_a_line_states_elsewhere_mends_it_only_as_a_slip() -> None:
    """The balance at the end is not what the last change should have been."""
    rows = [("Opening", ["9,000"]), ("Issued", ["274"]), ("Other", ["27"]), ("Closing", ["9,274"])]
    assert not mends(grid(rows, [("Closing", ["9,274"])]), 2, 4)
    slipped = [*rows[:2], ("Balance", ["9,275"]), rows[3]]
    assert mends(grid(slipped, [("Closing", ["9,274"])]), 2, 4)
    assert mends(grid(slipped, [("Closing", ["(9,274)"])]), 2, 4)


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


def _add_up(addends: list[int]) -> bool:
    """Tell whether addends before or behind one of them happen to add up to it, or nearly so."""
    runs = (
        [sum(addends[start:end]) for end in range(2, len(addends) + 1) for start in range(end - 1)]
        + [one - other for one, other in pairwise(addends)]
        + [other - one for one, other in pairwise(addends)]
    )
    return any(abs(run - each) <= 1 for run in runs for each in addends)


@given(st.lists(st.integers(1_000, 999_999), min_size=2, max_size=8), st.data())
def test_every_column_with_its_total_foots_and_breaks(addends: list[int], data: st.DataObject) -> None:
    column = [*addends, sum(addends)]
    assume(not _add_up(addends))
    made = grid([(f"Row {place}", [f"{value:,}"]) for place, value in enumerate(column)])
    place = data.draw(st.integers(0, len(column) - 1))
    assert foots(made, place)
    assert Standing(made, place).takes(Decimal(column[place]))
    assert not Standing(made, len(addends)).takes(Decimal(sum(addends) + 10_000_000))
