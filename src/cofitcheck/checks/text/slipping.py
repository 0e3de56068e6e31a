"""Slips between a number in prose and one of a table, which prose rounds: 4.8 billion and 4,812 million."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum

from cofitcheck.caching import cached
from cofitcheck.numbers.relations import EXACT

_FEWEST = 2
"""The fewest digits of a number that may be a slip of another."""
_MANY = 3
"""The fewest digits of a number that may be cut where it ought to be rounded."""
_POWERS = (-6, -3, -1, 1, 3, 6)
"""The powers of ten between numbers of which one has another scale word, or its point moved."""


class Difference(StrEnum):
    """How a number in prose differs from what tables have for it."""

    DIGIT = "digit"
    TRANSPOSITION = "transposition"
    DROPPED_DIGIT = "dropped digit"
    SCALE = "scale"
    OTHER_PERIOD = "other period"
    """It is what the row states of another period than the sentence says."""
    DIRECTION = "direction"
    """The amount is right, and it went the other way."""
    OTHER = "other"
    """A change comes to something else, or a level is not what the change begins or ends with."""


def difference_of(
    said: Decimal, precision: int, value: Decimal, finest: int, decimals: bool = False
) -> Difference | None:
    """Return the slip that turns a cell's number into the number in prose, None where there is none.

    Both are amounts in base units without sign; `precision` and `finest` are the exponents of their last
    digits. With `decimals` the noughts at the end of the number in prose are stated: "$13.0 million". Prose
    rounds: the cell's digits are compared down to the last of those that prose states.
    """
    exponent = max(precision, finest)
    first, second = _digits(said, exponent), _digits(value, exponent)
    unit = Decimal(1).scaleb(precision)
    rounded_down = precision > finest and abs(said - value) < unit and len(first) >= _MANY
    if max(len(first), len(second)) < _FEWEST or rounded_down:
        return None
    return _slip_of_digits(first, second) or _scaled(said, precision, value, decimals)


def kept_digits(said: Decimal, precision: int, value: Decimal, finest: int) -> int:
    """Return how many digits of a number in prose and of a cell's can be compared, up to where one of them
    ends: a slip in a number of many digits is not by chance."""
    exponent = max(precision, finest)
    return min(len(_digits(said, exponent)), len(_digits(value, exponent)))


@cached(65536)
def _digits(value: Decimal, exponent: int) -> str:
    return str(int(value.scaleb(-exponent, EXACT).to_integral_value(ROUND_HALF_UP)))


def _slip_of_digits(first: str, second: str) -> Difference | None:
    if len(first) == len(second):
        wrong = [place for place, (x, y) in enumerate(zip(first, second, strict=True)) if x != y]
        if len(wrong) == 1:
            return Difference.DIGIT
        if len(wrong) == 2 and first[wrong[0]] == second[wrong[1]] and first[wrong[1]] == second[wrong[0]]:
            return Difference.TRANSPOSITION if wrong[1] == wrong[0] + 1 else None
        return None
    shorter, longer = sorted((first, second), key=len)
    if len(longer) == len(shorter) + 1 >= _FEWEST + 1 and any(
        longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer))
    ):
        return Difference.DROPPED_DIGIT
    return None


def _scaled(said: Decimal, precision: int, value: Decimal, decimals: bool) -> Difference | None:
    """Return a slip of scale where two numbers have the same digits, as far as prose states them, and another
    magnitude."""
    shown = str(int(said.scaleb(-precision, EXACT)))
    shown = shown if decimals else shown.rstrip("0")
    if not value or len(shown) < _FEWEST:
        return None
    power = said.adjusted() - value.adjusted()
    exponent = said.adjusted() - len(shown) + 1
    for each in (power, power - 1, power + 1):  # 9.96 is 10.0 where it is rounded
        if each in _POWERS and shown == _digits(value.scaleb(each, EXACT), exponent):
            return Difference.SCALE
    return None
