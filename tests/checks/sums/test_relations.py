"""Which lines are the sum of which: nested totals, costs without a sign, totals first, columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.sums.instance import Instance
from cofitcheck.checks.sums.table import TableSums, sums_of
from cofitcheck.document import RowRole
from tests.checks.checks_documents import YEARS, Row, document

BALANCE: list[Row] = [
    ("Cash", ("1,204", "1,377", "903")),
    ("Receivables", ("2,310", "2,118", "1,905")),
    ("Total current assets", ("3,514", "3,495", "2,808")),
    ("Land", ("4,100", "4,000", "3,950")),
    ("Goodwill", ("870", "870", "815")),
    ("Total assets", ("8,484", "8,365", "7,573")),
]
INCOME: list[Row] = [
    ("Revenue", ("9,120", "8,431", "7,777")),
    ("Cost of sales", ("5,416", "5,002", "4,655")),
    ("Gross profit", ("3,704", "3,429", "3,122")),
    ("Selling", ("1,212", "1,105", "1,004")),
    ("Research", ("801", "742", "690")),
    ("Operating income", ("1,691", "1,582", "1,428")),
]


def sums(rows: Sequence[Row], headers: Sequence[str] = YEARS) -> TableSums:
    return sums_of(Grid(document(rows, headers=headers)), 0)


def rows_of(instance: Instance) -> tuple[int, set[tuple[int, int]]]:
    """The row of the total and the rows of the parts with their signs, of an instance down a column."""
    return instance.relation.total, set(instance.relation.addends)


def test_a_total_takes_up_a_subtotal_and_not_its_parts_again() -> None:
    held = [rows_of(each) for each in sums(BALANCE).holding if each.sheet.down]
    assert (2, {(0, 1), (1, 1)}) in held
    assert (5, {(2, 1), (3, 1), (4, 1)}) in held
    assert sums(BALANCE).breaks == []


def test_costs_without_a_sign_are_deducted_as_all_columns_do() -> None:
    held = [rows_of(each) for each in sums(INCOME).holding if each.sheet.down]
    assert (2, {(0, 1), (1, -1)}) in held
    assert (5, {(2, 1), (3, -1), (4, -1)}) in held


def test_a_total_may_stand_before_its_parts() -> None:
    before: list[Row] = [
        ("Inventories", ("5,310", "4,871", "4,420")),
        ("Raw materials", ("2,204", "2,013", "1,899")),
        ("Finished goods", ("3,106", "2,858", "2,521")),
    ]
    held = [rows_of(each) for each in sums(before).holding if each.sheet.down]
    assert (0, {(1, 1), (2, 1)}) in held


def test_columns_add_up_across_the_rows() -> None:
    regions: list[Row] = [
        ("North", ("1,204", "877", "2,081")),
        ("South", ("2,310", "1,118", "3,428")),
        ("East", ("419", "230", "649")),
    ]
    across = [
        each for each in sums(regions, headers=("Services", "Goods", "Total")).holding if not each.sheet.down
    ]
    assert {(each.column, each.relation.total) for each in across} >= {(0, 2), (1, 2), (2, 2)}


def test_one_wrong_column_breaks_what_the_others_keep() -> None:
    wrong = [*BALANCE]
    wrong[1] = ("Receivables", ("2,310", "2,118", "1,950"))
    (found,) = {(each.relation.total, each.column, each.residual) for each in sums(wrong).breaks}
    assert found == (2, 2, -45)


def test_rounding_of_the_parts_is_no_break() -> None:
    rounded: list[Row] = [
        ("First", ("1,204", "1,377", "903")),
        ("Second", ("2,310", "2,118", "1,905")),
        ("Third", ("5,871", "4,402", "3,999")),
        ("Total", ("9,386", "7,897", "6,807")),  # 9,385 in the first column
    ]
    table = sums(rounded)
    assert table.breaks == []
    assert {each.residual for each in table.holding if each.relation.total == 3 and each.sheet.down} == {0, 1}


def test_round_numbers_that_meet_are_no_sum() -> None:
    notes: list[Row] = [
        ("Notes due 2026", ("300", "300")),
        ("Loan due 2027", ("100", "150")),
        ("Notes due 2028", ("400", "400")),
    ]
    assert sums(notes, headers=("2025", "2024")).holding == []


def test_a_total_that_no_column_keeps_is_known_by_its_name_and_the_slip() -> None:
    single: list[Row] = [
        ("Rent", ("12,417",)),
        ("Wages", ("48,950",)),
        ("Power", ("3,361",)),
        ("Total", ("64,782",)),  # 64,728
    ]
    (found,) = [each for each in sums(single, headers=("2025",)).breaks if len(each.addends) == 3]
    assert (found.relation.held, found.residual) == (0, 54)


def test_more_cash_used_is_an_increase_where_no_row_says_otherwise() -> None:
    used: list[Row] = [
        ("Cash from operations", ("8,431", "7,777", "654")),
        ("Cash from leasing", ("1,316", "1,105", "211")),
        ("Cash used in investing", ("(5,416)", "(4,655)", "761")),
    ]
    assert sums(used, headers=("2025", "2024", "Change")).breaks == []


@pytest.mark.parametrize("dash", ["-"])
def test_a_dash_counts_as_nought(dash: str) -> None:
    with_dash = [*BALANCE]
    with_dash[4] = ("Goodwill", (dash, "870", "815"))
    with_dash[5] = ("Total assets", ("7,614", "8,365", "7,573"))
    table = sums(with_dash)
    assert table.breaks == []
    assert any(each.relation.total == 5 and each.column == 0 for each in table.holding)


@pytest.mark.parametrize("role", [RowRole.TOTAL, RowRole.VALUES])
def test_what_a_total_is_the_structure_says_and_no_label(role: RowRole) -> None:
    rows: list[Row] = [("Cash", ("1,204",)), ("Receivables", ("2,310",)), ("All of these", ("3,541",))]
    made = document(rows, headers=["2023"])
    table = made.tables[0]
    roles = (*table.structure.rows[:-1], role)
    told = replace(made, tables=(replace(table, structure=replace(table.structure, rows=roles)),))
    broken = [rows_of(each) for each in sums_of(Grid(told), 0).breaks]
    assert broken == ([(2, {(0, 1), (1, 1)})] if role is RowRole.TOTAL else [])


def test_numbers_that_are_stated_again_add_nothing_up() -> None:
    # Every row of a list states the limits of the lender: one less another and one more is each again.
    rows: list[Row] = [
        (f"Loan {at}", ("60,906", "24,362", drawn))
        for at, drawn in enumerate(("893", "254", "232", "652", "203"), start=1)
    ]
    table = sums(rows, headers=("Limit of all loans", "Limit of one", "Drawn"))
    assert [each for each in table.holding if each.sheet.down] == []
    assert table.breaks == []


@pytest.mark.parametrize(
    ("truncated", "total", "broken"), [(True, "8,926", 0), (False, "8,926", 1), (True, "8,927", 1)]
)
def test_a_total_of_numbers_that_were_cut_off_has_what_each_lacks(
    truncated: bool, total: str, broken: int
) -> None:
    # 1,204.9, 2,310.9, 877.9, 1,118.9, 2,993.9 and 419.9 come to 8,926.4.
    parts = ("1,204", "2,310", "877", "1,118", "2,993", "419")
    rows: list[Row] = [(f"Item {at}", (part, f"{at}17")) for at, part in enumerate(parts, start=1)]
    made = document([*rows, ("Total", (total, "2,202"))])
    cut = [replace(each, number=replace(each.number, truncated=truncated)) for each in made.mentions]
    table = sums_of(Grid(replace(made, mentions=tuple(cut))), 0)
    assert len(table.breaks) == broken
