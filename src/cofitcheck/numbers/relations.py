"""The relations between two numbers that are meant to state the same fact, in `Decimal` intervals.

`find_slip` names the simplest slip of the pen that turns one number into the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from enum import StrEnum

from cofitcheck.numbers.model import Measure, Number

EXACT = Context(prec=300)
"""A context with enough digits that no sum or difference of two stated numbers is ever rounded."""


_UNITS = (3, 4, 6, 8)
"""Powers of ten between the units of reports: thousands, 万, millions, 億."""
_PERCENTAGES = frozenset({Measure.PERCENT, Measure.BASIS_POINTS})


class Slip(StrEnum):
    """The simplest slip of the pen that turns one number into the other."""

    NONE = "none"
    SIGN = "sign"
    SCALE = "scale"
    DIGIT = "digit"
    TRANSPOSITION = "transposition"
    DROPPED_DIGIT = "dropped digit"
    ROUNDING = "rounding"
    OTHER = "other"


def find_slip(a: Decimal, b: Decimal, precisions: tuple[int, int]) -> Slip:
    """Return the simplest slip that turns one value into the other; the two must differ.

    `precisions` are the exponents of their last stated digits; digits are compared at the coarser of the two.
    """
    coarser = max(precisions)
    unit = Decimal(1).scaleb(coarser, EXACT)
    if EXACT.subtract(a, b).copy_abs() <= unit:
        return Slip.ROUNDING
    opposite = bool(a) and bool(b) and (a < 0) is not (b < 0)
    first, second = _digits(a, unit), _digits(b, unit)
    if opposite:
        return Slip.SIGN if first == second else Slip.OTHER
    if same_but_for_scale(a, b, precisions):
        return (
            Slip.DROPPED_DIGIT if precisions[0] == precisions[1] and _dropped(first, second) else Slip.SCALE
        )
    return _digit_slip(first, second)


def same_but_for_scale(a: Decimal, b: Decimal, precisions: tuple[int, int]) -> bool:
    """Tell whether two different values, each of two significant digits or more, differ by a power of ten.

    So do two values of which the larger rounds to the smaller in another unit: 44,942 and 45, both said to be
    millions.
    """
    if a == b or (a < 0) is not (b < 0):
        return False
    first, second = _significant(a), _significant(b)
    return len(first) > 1 and (first == second or _rounds_in_another_unit(a, b, precisions))


def _rounds_in_another_unit(a: Decimal, b: Decimal, precisions: tuple[int, int]) -> bool:
    (small, coarse), (large, fine) = sorted(
        zip((a.copy_abs(), b.copy_abs()), precisions, strict=True), key=lambda each: each[0]
    )
    unit = Decimal(1).scaleb(coarse, EXACT)
    if small < 10 * unit:
        return False
    return any(
        fine - power < coarse
        and EXACT.multiply(EXACT.subtract(large.scaleb(-power, EXACT), small).copy_abs(), Decimal(2)) <= unit
        for power in _UNITS
    )


def _significant(value: Decimal) -> str:
    return "".join(map(str, value.as_tuple().digits)).strip("0")


def _digits(value: Decimal, unit: Decimal) -> str:
    """Return the digits down to the unit, which must be a power of ten, without sign and leading zeros."""
    rounded = value.copy_abs().quantize(unit, rounding=ROUND_HALF_EVEN, context=EXACT)
    return "".join(map(str, rounded.as_tuple().digits))


def _digit_slip(first: str, second: str) -> Slip:
    if min(len(first), len(second)) < 2:
        return Slip.OTHER
    if _dropped(first, second):
        return Slip.DROPPED_DIGIT
    if len(first) != len(second):
        return Slip.OTHER
    wrong = [place for place, (x, y) in enumerate(zip(first, second, strict=True)) if x != y]
    if len(wrong) == 1:
        return Slip.DIGIT
    swapped = len(wrong) == 2 and wrong[1] == wrong[0] + 1
    if swapped and first[wrong[0]] == second[wrong[1]] and first[wrong[1]] == second[wrong[0]]:
        return Slip.TRANSPOSITION
    return Slip.OTHER


def _dropped(first: str, second: str) -> bool:
    """Tell whether the longer string, of three digits or more, is the shorter one with one digit added."""
    shorter, longer = sorted((first, second), key=len)
    if len(longer) != len(shorter) + 1 or len(longer) < 3:
        return False
    return any(longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer)))


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
    """Yield each precision at which amounts of money are stated, except the finest, and all amounts at that
    precision, without their signs.

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
