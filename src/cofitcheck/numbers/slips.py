"""Slips of the pen: the simplest one that turns one number into another."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from enum import StrEnum

EXACT = Context(prec=300)
"""Wide enough that no sum or difference of two stated numbers is ever rounded."""


_UNITS = (3, 4, 6, 8)
"""Powers of ten between the units of reports: thousands, 万, millions, 億."""


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

    They do too where the larger rounds to the smaller in another unit: 44,942 and 45, both said to be
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
