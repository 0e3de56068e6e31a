"""A unit that an identity misses: an error where all else comes out to the unit."""

from __future__ import annotations

import pytest

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.identities.check import check_identities
from cofitcheck.checks.ledger import CheckKind, Confirmed
from cofitcheck.checks.model import Finding, LeftOpen, Remark, Severity
from tests.checks.checks_documents import Row, document

INCOME: list[Row] = [
    ("Revenue", ("28,410",)),
    ("Cost of sales", ("17,265",)),
    ("Gross profit", ("11,145",)),
    ("Total operating expenses", ("6,225",)),
    ("Operating income", ("4,920",)),
    ("Total other income", ("214",)),
    ("Income before income taxes", ("5,134",)),
    ("Income tax expense", ("1,246",)),
    ("Net income", ("3,888",)),
]


def changed(rows: list[Row], label: str, text: str) -> list[Row]:
    return [(each, (text,) if each == label else texts) for each, texts in rows]


def checked(rows: list[Row], *sums: Confirmed) -> tuple[tuple[Finding, ...], tuple[LeftOpen, ...]]:
    made = document(rows, headers=("2023",))
    result = check_identities(Grid(made), CheckSettings(), (), (), sums=sums)
    return result.findings, result.left_open


EXACT = [Confirmed(CheckKind.SUM, (100 + at, 200 + at, 300 + at, 400 + at)) for at in range(4)]
"""Sums of other tables, which come out to the unit."""


def test_a_unit_is_a_notice_where_all_else_comes_out() -> None:
    ((notice,), left) = checked(changed(INCOME, "Net income", "3,889"), *EXACT)
    assert (notice.severity, notice.remark, left) == (Severity.NOTICE, Remark.ROUNDING, ())


def test_the_one_number_of_two_equations_that_are_off_is_named() -> None:
    rows = changed(INCOME, "Gross profit", "11,146")
    ((notice,), _) = checked(rows, *EXACT)
    assert notice.mention == 2


def test_a_unit_is_left_open_where_too_little_comes_out() -> None:
    findings, (left,) = checked(changed(INCOME, "Net income", "3,889")[-3:])
    assert findings == ()
    assert left.calculation is not None
    assert left.calculation.total == 2


@pytest.mark.parametrize("others", [EXACT, []])
def test_a_unit_is_rounding_where_another_sum_is_off(others: list[Confirmed]) -> None:
    off = Confirmed(CheckKind.SUM, (101, 102, 103), exact=False)
    assert checked(changed(INCOME, "Net income", "3,889"), *others, off) == ((), ())


def test_two_units_in_two_places_are_rounding() -> None:
    rows = changed(changed(INCOME, "Net income", "3,889"), "Gross profit", "11,146")
    assert checked(rows, *EXACT) == ((), ())
