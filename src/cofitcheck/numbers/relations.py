"""The relations between two numbers that are meant to state the same fact, in `Decimal` intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from enum import StrEnum

from cofitcheck.numbers.model import Measure, Number
from cofitcheck.numbers.slips import EXACT, Slip, find_slip, same_but_for_scale


class Relation(StrEnum):
    """How two statements of one fact relate."""

    EQUAL = "equal"
    CONSISTENT = "consistent"
    SCALE_DIFFERS = "scale differs"
    SIGN_DIFFERS = "sign differs"
    INCONSISTENT = "inconsistent"
    NOT_COMPARABLE = "not comparable"


@dataclass(frozen=True, slots=True)
class NumberComparison:
    """The relation of two numbers, the slip that would explain it, and first minus second in base units.

    `difference` is None where the two cannot be compared; of basis points and a percentage it is in per cent.
    """

    relation: Relation
    slip: Slip
    difference: Decimal | None


_PERCENTAGES = frozenset({Measure.PERCENT, Measure.BASIS_POINTS})


def compare(first: Number, second: Number) -> NumberComparison:
    """Compare two numbers within what their stated precision allows.

    The true value lies within half a unit of the last stated digit; two numbers are consistent where those
    intervals share more than an end point, so that 100 and 101 are not; what a truncated number leaves out is
    up to a unit. Blanks, and measures or currencies that cannot be compared, are "not comparable"; a measure
    or currency that nothing states compares with any.
    """
    if first.value is None or second.value is None or not _comparable(first, second):
        return NumberComparison(Relation.NOT_COMPARABLE, Slip.NONE, None)
    (a, unit_a), (b, unit_b) = _in_common(first, second.measure), _in_common(second, first.measure)
    relation = _relation(a, b, (unit_a, unit_b), truncated=first.truncated or second.truncated)
    slip = Slip.NONE
    if relation not in (Relation.EQUAL, Relation.CONSISTENT):
        slip = find_slip(a, b, (unit_a, unit_b))
    return NumberComparison(relation, slip, EXACT.subtract(a, b))


def are_consistent(first: Number, second: Number) -> bool:
    """Tell whether two numbers are equal or consistent, as `compare` has it."""
    if first.value is None or second.value is None or not _comparable(first, second):
        return False
    (a, unit_a), (b, unit_b) = _in_common(first, second.measure), _in_common(second, first.measure)
    return _consistent(a, b, (unit_a, unit_b), truncated=first.truncated or second.truncated)


def _comparable(first: Number, second: Number) -> bool:
    measures = {first.measure, second.measure}
    if len(measures) == 2 and Measure.UNKNOWN not in measures and measures != _PERCENTAGES:
        return False
    return not (first.currency and second.currency) or first.currency == second.currency


def _in_common(number: Number, other: Measure) -> tuple[Decimal, int]:
    """Return value and precision, basis points turned into per cent where the other number is in per cent."""
    value = number.value or Decimal(0)
    if number.measure is Measure.BASIS_POINTS and other is Measure.PERCENT:
        return value.scaleb(-2, EXACT), number.precision - 2
    return value, number.precision


def _relation(a: Decimal, b: Decimal, precisions: tuple[int, int], *, truncated: bool) -> Relation:
    if a == b:
        return Relation.EQUAL
    if _consistent(a, b, precisions, truncated=truncated):
        return Relation.CONSISTENT
    if (
        (a < 0) is not (b < 0)
        and a
        and b
        and _consistent(a, b.copy_negate(), precisions, truncated=truncated)
    ):
        return Relation.SIGN_DIFFERS
    return Relation.SCALE_DIFFERS if same_but_for_scale(a, b, precisions) else Relation.INCONSISTENT


def _consistent(a: Decimal, b: Decimal, precisions: tuple[int, int], *, truncated: bool) -> bool:
    return _rounded(a, b, precisions) or (truncated and _cut_off(a, b, precisions))


def _rounded(a: Decimal, b: Decimal, precisions: tuple[int, int]) -> bool:
    if a == b:
        return True
    units = EXACT.add(Decimal(1).scaleb(precisions[0], EXACT), Decimal(1).scaleb(precisions[1], EXACT))
    return EXACT.multiply(EXACT.subtract(a, b).copy_abs(), Decimal(2)) < units


def _cut_off(a: Decimal, b: Decimal, precisions: tuple[int, int]) -> bool:
    """Tell whether the coarser of two values is the finer one with its last digits cut off."""
    (_, coarse), (_, fine) = sorted(zip(precisions, (a, b), strict=True), key=lambda each: -each[0])
    if coarse and (coarse < 0) is not (fine < 0):
        return False
    left_out = EXACT.subtract(fine.copy_abs(), coarse.copy_abs())
    return 0 <= left_out < Decimal(1).scaleb(max(precisions), EXACT)


def at_coarser_precisions(
    numbers: Sequence[Number], digits: int
) -> Iterator[tuple[int, list[Decimal | None]]]:
    """Yield each precision that amounts of money are stated at, but the finest, and what all of them are
    there, signs aside.

    None stands for an amount that is coarser, for one with fewer than `digits` significant digits left, and
    for what is no amount.
    """
    amounts = [number for number in numbers if _is_amount(number)]
    for precision in sorted({number.precision for number in amounts})[1:]:
        yield precision, [_stated_at(number, precision, digits) for number in numbers]


def _is_amount(number: Number) -> bool:
    return number.value is not None and number.measure is Measure.MONEY


def _stated_at(number: Number, precision: int, digits: int) -> Decimal | None:
    if number.value is None or not _is_amount(number) or number.precision > precision:
        return None
    unit = Decimal(1).scaleb(precision, EXACT)
    rounding = ROUND_DOWN if number.truncated else ROUND_HALF_UP
    stated = number.value.copy_abs().quantize(unit, rounding, EXACT)
    return stated if len(stated.normalize(EXACT).as_tuple().digits) >= digits else None
