"""Relations and slips, against brute force and against slips made on purpose."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cofitcheck.numbers import Kind, Measure, Number, Relation, Slip, at_coarser_precisions, compare


def number(text: str, scale: int = 0, measure: Measure = Measure.UNKNOWN, currency: str = "") -> Number:
    displayed = Decimal(text)
    decimals = -int(displayed.as_tuple().exponent)
    return Number(Kind.VALUE, displayed.scaleb(scale), displayed, scale, scale - decimals, measure, currency)


NUMBERS = st.builds(
    lambda digits, places, scale: number(str(Decimal(digits).scaleb(-places)), scale),
    st.integers(-(10**6), 10**6),
    st.integers(0, 3),
    st.sampled_from([0, 3, 6]),
)


@pytest.mark.parametrize(
    ("first", "second", "relation", "slip"),
    [
        (number("1234"), number("1234"), Relation.EQUAL, Slip.NONE),
        (number("1234", 6), number("1234000", 3), Relation.EQUAL, Slip.NONE),
        (number("49.1", 9), number("49120", 6), Relation.CONSISTENT, Slip.NONE),
        (number("49.1", 9), number("49149", 6), Relation.CONSISTENT, Slip.NONE),
        (number("0", 6), number("300000"), Relation.CONSISTENT, Slip.NONE),
        (number("100"), number("101"), Relation.INCONSISTENT, Slip.ROUNDING),
        (number("49.1", 9), number("49180", 6), Relation.INCONSISTENT, Slip.ROUNDING),
        (number("1234"), number("-1234"), Relation.SIGN_DIFFERS, Slip.SIGN),
        (number("-49.1", 9), number("49120", 6), Relation.SIGN_DIFFERS, Slip.SIGN),
        (number("1234"), number("1234", 3), Relation.SCALE_DIFFERS, Slip.SCALE),
        (number("12.5"), number("1.25"), Relation.SCALE_DIFFERS, Slip.SCALE),
        (number("1230"), number("123"), Relation.SCALE_DIFFERS, Slip.DROPPED_DIGIT),
        (number("1234"), number("1284"), Relation.INCONSISTENT, Slip.DIGIT),
        (number("1234"), number("1324"), Relation.INCONSISTENT, Slip.TRANSPOSITION),
        (number("0.52"), number("0.25"), Relation.INCONSISTENT, Slip.TRANSPOSITION),
        (number("1234"), number("134"), Relation.INCONSISTENT, Slip.DROPPED_DIGIT),
        (number("1234"), number("9876"), Relation.INCONSISTENT, Slip.OTHER),
        (number("1234"), number("-1284"), Relation.INCONSISTENT, Slip.OTHER),
        (number("1234"), number("0"), Relation.INCONSISTENT, Slip.OTHER),
        (number("5"), number("9"), Relation.INCONSISTENT, Slip.OTHER),
        (number("5"), number("5000"), Relation.INCONSISTENT, Slip.OTHER),
        (number("1"), number("2"), Relation.INCONSISTENT, Slip.ROUNDING),
    ],
)
def test_relations(first: Number, second: Number, relation: Relation, slip: Slip) -> None:
    comparison = compare(first, second)
    assert (comparison.relation, comparison.slip) == (relation, slip)


@pytest.mark.parametrize("blank", [Kind.DASH, Kind.NIL, Kind.NOT_MEANINGFUL])
def test_blanks_cannot_be_compared(blank: Kind) -> None:
    for other in (number("0"), Number(blank, None, None)):
        comparison = compare(Number(blank, None, None), other)
        assert (comparison.relation, comparison.difference) == (Relation.NOT_COMPARABLE, None)


def test_measures_and_currencies_that_cannot_be_compared() -> None:
    money, share = number("12", 0, Measure.MONEY, "USD"), number("12", 0, Measure.PER_SHARE, "USD")
    assert compare(money, share).relation is Relation.NOT_COMPARABLE
    assert compare(money, number("12", 0, Measure.MONEY, "EUR")).relation is Relation.NOT_COMPARABLE
    assert compare(money, number("12")).relation is Relation.EQUAL
    assert compare(money, number("12", 0, Measure.MONEY)).relation is Relation.EQUAL


def test_basis_points_compare_with_per_cent() -> None:
    points, percent = number("125", 0, Measure.BASIS_POINTS), number("1.25", 0, Measure.PERCENT)
    assert compare(points, percent).relation is Relation.EQUAL
    assert compare(number("130", 0, Measure.BASIS_POINTS), percent).difference == Decimal("0.05")
    assert compare(points, number("130", 0, Measure.BASIS_POINTS)).difference == -5


@given(NUMBERS, NUMBERS)
def test_symmetric(first: Number, second: Number) -> None:
    one, other = compare(first, second), compare(second, first)
    assert (one.relation, one.slip) == (other.relation, other.slip)
    assert one.difference is not None
    assert other.difference is not None
    assert one.difference == -other.difference
    assert (one.relation is Relation.EQUAL) is (one.difference == 0)
    assert (one.slip is Slip.NONE) is (one.relation in (Relation.EQUAL, Relation.CONSISTENT))


@given(NUMBERS)
def test_equal_to_itself(one: Number) -> None:
    assert compare(one, one).relation is Relation.EQUAL


@given(st.integers(-200, 200), st.integers(-20, 20))
def test_consistent_is_what_rounding_can_explain(fine: int, coarse: int) -> None:
    """Brute force over tenths: some true value within half a unit of both statements."""
    within_fine = {tenth for tenth in range(fine * 10 - 4, fine * 10 + 5)}
    within_coarse = {tenth for tenth in range(coarse * 100 - 49, coarse * 100 + 50)}
    relation = compare(number(str(fine)), number(str(coarse), 1)).relation
    assert (relation in (Relation.EQUAL, Relation.CONSISTENT)) is bool(within_fine & within_coarse)


@given(st.integers(-2000, 2000), st.integers(-200, 200))
def test_what_is_left_out_of_a_truncated_number_is_no_difference(fine: int, coarse: int) -> None:
    cut = replace(number(str(coarse), 1), truncated=True)
    relation = compare(number(str(fine)), cut).relation
    rounded = compare(number(str(fine)), number(str(coarse), 1)).relation
    agree = (Relation.EQUAL, Relation.CONSISTENT)
    assert (relation in agree) is (int(fine / 10) == coarse or rounded in agree)


def test_amounts_as_a_coarser_table_states_them() -> None:
    yuan = number("275795250.00", 0, Measure.MONEY)
    numbers = [yuan, number("27579.53", 4, Measure.MONEY), number("27579.53"), replace(yuan, truncated=True)]
    ((precision, stated),) = at_coarser_precisions(numbers, digits=4)
    assert precision == 2
    assert stated == [Decimal(275795300), Decimal(275795300), None, Decimal(275795200)]
    assert [each for _, each in at_coarser_precisions(numbers, digits=8)] == [[None] * 4]


DIGITS = st.integers(100, 10**9).map(str)


@given(DIGITS, st.data())
def test_a_swap_of_neighbours_is_found(digits: str, data: st.DataObject) -> None:
    places = [
        at for at, (left, right) in enumerate(pairwise(digits)) if left != right and (at or right != "0")
    ]
    assume(places)
    at = data.draw(st.sampled_from(places))
    swapped = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
    assert compare(number(digits), number(swapped)).slip is Slip.TRANSPOSITION


@given(DIGITS, st.data())
def test_a_wrong_digit_is_found(digits: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(digits) - 1))
    wrong = data.draw(st.sampled_from([digit for digit in "123456789" if digit != digits[at]]))
    changed = digits[:at] + wrong + digits[at + 1 :]
    expected = Slip.ROUNDING if abs(int(changed) - int(digits)) == 1 else Slip.DIGIT
    assert compare(number(digits), number(changed)).slip is expected


@given(DIGITS, st.data())
def test_a_dropped_digit_is_found(digits: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(digits) - 1))
    dropped = digits[:at] + digits[at + 1 :]
    assume(not dropped.startswith("0"))
    assert compare(number(digits), number(dropped)).slip is Slip.DROPPED_DIGIT


@given(DIGITS, st.sampled_from([2, 3, 6, 9]))
def test_a_wrong_scale_is_found(digits: str, power: int) -> None:
    assume(len(digits.strip("0")) > 1)
    comparison = compare(number(digits), number(digits, power))
    assert (comparison.relation, comparison.slip) == (Relation.SCALE_DIFFERS, Slip.SCALE)
