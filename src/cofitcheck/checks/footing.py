"""Sums inside a table: does a number, or another in its place, foot with the numbers above or beside it?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from enum import StrEnum

from cofitcheck.checks.grid import Grid
from cofitcheck.document import Mention

_BY_CHANCE = 15
"""A total must have so many times more units than there are sums that it could be, or it is one by chance."""


class Footing(StrEnum):
    """What the sums of their tables say of two numbers that differ, each held to be the other's fact."""

    MENDED = "mended"
    """One does not foot where it stands, and the other in its place does."""
    BOTH = "both"
    """Both foot where they stand: two facts, or an error that was carried on."""
    ONE = "one"
    """One foots where it stands; of the other no sum is known."""
    NONE = "none"
    """Neither stands in a sum that is known."""


def footing(grid: Grid, first: int, second: int) -> Footing:
    """Return what the sums say of two mentions whose numbers differ."""
    first_foots, second_foots = foots(grid, first), foots(grid, second)
    if mends(grid, first, second) or mends(grid, second, first):
        return Footing.MENDED
    if first_foots and second_foots:
        return Footing.BOTH
    return Footing.ONE if first_foots or second_foots else Footing.NONE


def mends(grid: Grid, mention: int, other: int) -> bool:
    """Tell whether a number does not foot, and would with the other's number in its place.

    The other takes over its sign, where more than the sign differs: presentation is its table's own.
    """
    own, value = grid[mention].number.value, grid[other].number.value
    if own is None or value is None or foots(grid, mention):
        return False
    return foots(grid, mention, value if abs(own) == abs(value) else abs(value).copy_sign(own))


def foots(grid: Grid, mention: int, value: Decimal | None = None) -> bool:
    """Tell whether a number is the total, or an addend, of a sum in its column or its row.

    With `value`, in base units, that number is taken in its place; False where it states more digits than the
    table does.
    """
    here = grid[mention]
    stated = here.number.value if value is None else value
    own = None if stated is None else _units(stated, here.number.precision)
    if own is None:
        return False
    lines = (_Line(here, own, grid.column(mention)), _Line(here, own, grid.row(mention)))
    return any(line.adds_up(rounded=here.number.scale > 0) for line in lines)


class _Line:
    """The numbers of a row or a column that are of a mention's measure and precision, in its units."""

    def __init__(self, here: Mention, own: int, others: Sequence[Mention]) -> None:
        alike = [(each, units) for each in others if (units := _in_units_of(here, each)) is not None]
        before = [units for each, units in alike if (each.row, each.column) < (here.row, here.column)]
        after = [units for each, units in alike if (each.row, each.column) > (here.row, here.column)]
        self.numbers = [*before, own, *after]
        self.place = len(before)

    def adds_up(self, *, rounded: bool) -> bool:
        """Tell whether the mention takes part in a sum, read forwards or backwards: totals may come first."""
        forwards, backwards = self.numbers, self.numbers[::-1]
        return any(self.place in places for places in _sums(forwards, rounded)) or any(
            len(backwards) - 1 - self.place in places for places in _sums(backwards, rounded)
        )


def _in_units_of(here: Mention, other: Mention) -> int | None:
    own, number = here.number, other.number
    if number.value is None or number.precision != own.precision or number.measure is not own.measure:
        return None
    return _units(number.value, own.precision)


def _units(value: Decimal, precision: int) -> int | None:
    units = value.scaleb(-precision)
    return int(units) if units == units.to_integral_value() else None


def _sums(numbers: Sequence[int], rounded: bool) -> Iterator[tuple[int, ...]]:
    """Yield the places of every sum down a line: the addends, and last the total.

    A total stands for its addends in the sums below it.
    """
    open_places: list[int] = []
    for place, total in enumerate(numbers):
        addends = [numbers[each] for each in open_places]
        if found := _addends(addends, total, 1 if rounded else 0):
            yield (*open_places[-found:], place)
            del open_places[-found:]
        open_places.append(place)


def _addends(numbers: Sequence[int], total: int, tolerance: int) -> int:
    """Return how many of the last numbers make the total, 0 where none do.

    A total of the last two numbers may also be the first less the second, as a margin is: a cost that is
    printed without a sign.
    """
    if abs(total) < _BY_CHANCE * len(numbers) * (2 * tolerance + 1):
        return 0
    running = 0
    for count, number in enumerate(reversed(numbers), 1):
        running += number
        if count > 1 and abs(running - total) <= tolerance:
            return count
    is_margin = len(numbers) > 1 and numbers[-1] > 0 and abs(numbers[-2] - numbers[-1] - total) <= tolerance
    return 2 if is_margin else 0
