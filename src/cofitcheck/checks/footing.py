"""Sums inside a table: does a number, or another in its place, foot with the numbers above or beside it?"""

from __future__ import annotations

from collections import Counter
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

    With `value`, in base units, that number is taken in its place; False where it states more digits than
    the others of the line do.
    """
    here = grid[mention]
    stated = here.number.value if value is None else value
    if stated is None:
        return False
    return any(_Line(here, others).adds_up(stated) for others in (grid.column(mention), grid.row(mention)))


class _Line:
    """The others of a mention's row or column that are of its measure, in units of their last digit."""

    def __init__(self, here: Mention, others: Sequence[Mention]) -> None:
        alike = [
            (each, each.number.value)
            for each in others
            if each.number.value is not None and each.number.measure is here.number.measure
        ]
        # Most of the line, and not the mention: a slip in scale changes its digits.
        precisions = Counter(each.number.precision for each, _ in alike)
        self.precision = max(precisions, key=lambda each: (precisions[each], each), default=0)
        self.rounded = any(each.number.scale > 0 for each, _ in alike)
        self.before: list[int] = []
        self.after: list[int] = []
        for each, value in alike:
            if (
                each.number.precision == self.precision
                and (units := _units(value, self.precision)) is not None
            ):
                is_before = (each.row, each.column) < (here.row, here.column)
                (self.before if is_before else self.after).append(units)

    def adds_up(self, value: Decimal) -> bool:
        """Tell whether a value in the mention's place takes part in a sum, read forwards or backwards: totals
        may come first."""
        own = _units(value, self.precision)
        if own is None:
            return False
        forwards = [*self.before, own, *self.after]
        return any(
            place in places
            for numbers, place in ((forwards, len(self.before)), (forwards[::-1], len(self.after)))
            for places in _sums(numbers, self.rounded)
        )


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
