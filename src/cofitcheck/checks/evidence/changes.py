"""Changes in per cent that a row states, and between which of its numbers they are."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import permutations

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import CHANGE_SIGNS, CHANGE_WORDS
from cofitcheck.language.phrases import PARTIAL_CHANGES
from cofitcheck.numbers import Measure, Number
from cofitcheck.numbers.relations import EXACT

_CHANGE = re.compile(rf"\b{CHANGE_WORDS}\b|{CHANGE_SIGNS}", re.IGNORECASE)
_PARTIAL = re.compile(PARTIAL_CHANGES, re.IGNORECASE)
_HALF = Decimal("0.5")
_WIDEST = 12
"""The most numbers of a row that are looked at. A hostile table may have longer rows."""

_Range = tuple[Decimal, Decimal]
"""The least and the most that a stated number may have been rounded from."""


def says_change(column_path: Sequence[str]) -> bool:
    """Tell whether headers call the numbers below them changes."""
    return any(map(_CHANGE.search, column_path))


def says_partial_change(column_path: Sequence[str]) -> bool:
    """Tell whether headers say that changes leave something out: currency effects, acquisitions."""
    return any(map(_PARTIAL.search, column_path))


def is_of_change(grid: Grid, mention: int, value: Decimal) -> bool:
    """Tell whether a change in per cent in a mention's row is the change between another number of the row
    and `value`, in base units, in either direction.

    A change that comes out between two other numbers of the row is not counted.
    """
    own, row = grid[mention].number, grid.row(mention)
    here = _range(value, own.precision)
    others = [
        _range(each.number.value, each.number.precision)
        for each in row[:_WIDEST]
        if each.number.measure is own.measure and each.number.value
    ]
    return any(
        any(_is_change(change, *pair) for other in others for pair in ((other, here), (here, other)))
        and not any(_is_change(change, *pair) for pair in permutations(others, 2))
        for change in (each.number for each in row if _states_change(each))
    )


def _states_change(mention: Mention) -> bool:
    number = mention.number
    return number.measure is Measure.PERCENT and bool(number.value) and says_change(mention.column_path)


def _range(value: Decimal, precision: int) -> _Range:
    off = EXACT.multiply(_HALF, Decimal(1).scaleb(precision, EXACT))
    return EXACT.subtract(abs(value), off), EXACT.add(abs(value), off)


def _is_change(change: Number, old: _Range, new: _Range) -> bool:
    """Tell whether a stated change, rounded as it is, may be that from one number to another."""
    if old[0] <= 0 or new[0] <= 0 or change.value is None:
        return False
    least, most = ((to / of - 1) * 100 for to, of in ((new[0], old[1]), (new[1], old[0])))
    low, high = _range(change.value, change.precision)
    return least <= high and low <= most if change.value > 0 else -most <= high and low <= -least
