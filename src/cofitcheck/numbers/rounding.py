"""Numbers as a coarser table states them: 275,795,250 yuan are 27,579.53 ten thousands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal

from cofitcheck.numbers.model import Measure, Number
from cofitcheck.numbers.slips import EXACT


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
