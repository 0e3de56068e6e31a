"""Sums inside a table: does a number, or another in its place, foot with the numbers above or beside it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from enum import StrEnum
from functools import cached_property

from cofitcheck.checks.grid import Grid
from cofitcheck.checks.sums import Gap
from cofitcheck.document import Mention


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
    """Tell whether a number does not foot, and would with the other's number in its place."""
    return Standing(grid, mention).mended_by(grid[other].number.value)


def foots(grid: Grid, mention: int) -> bool:
    """Tell whether a number is the total, or an addend, of a sum in its column or its row."""
    return Standing(grid, mention).foots


class Standing:
    """Where a mention stands: which numbers would be part of a sum there. Made once, asked often."""

    def __init__(self, grid: Grid, mention: int) -> None:
        self._grid, self._mention = grid, mention
        self._own = grid[mention].number.value

    @cached_property
    def foots(self) -> bool:
        """Whether the mention's own number does."""
        return self._own is not None and self.takes(self._own)

    def takes(self, value: Decimal) -> bool:
        """Tell whether a number in base units would; not one with more digits than the others of the line."""
        return self._column.takes(value) or self._row.takes(value)

    def mended_by(self, value: Decimal | None) -> bool:
        """Tell whether the mention's own number does not foot, and this one in its place would.

        It takes over the sign, where more than the sign differs: presentation is its table's own.
        """
        own = self._own
        if own is None or value is None or self.foots:
            return False
        return self.takes(value if abs(own) == abs(value) else abs(value).copy_sign(own))

    @cached_property
    def _column(self) -> _Line:
        return _Line(self._grid[self._mention], self._grid.column(self._mention))

    @cached_property
    def _row(self) -> _Line:
        return _Line(self._grid[self._mention], self._grid.row(self._mention))


class _Line:
    """The others of a mention's row or column that are of its measure, in units of their last digit.

    It is read forwards and backwards: totals may come first.
    """

    def __init__(self, here: Mention, others: Sequence[Mention]) -> None:
        alike = [
            (each, each.number.value)
            for each in others
            if each.number.value is not None and each.number.measure is here.number.measure
        ]
        # Most of the line, and not the mention: a slip in scale changes its digits.
        precisions = Counter(each.number.precision for each, _ in alike)
        self._precision = max(precisions, key=lambda each: (precisions[each], each), default=0)
        self._tolerance = 1 if any(each.number.scale > 0 for each, _ in alike) else 0
        self._before: list[int] = []
        self._behind: list[int] = []
        for each, value in alike:
            if (
                each.number.precision == self._precision
                and (units := _units(value, self._precision)) is not None
            ):
                is_before = (each.row, each.column) < (here.row, here.column)
                (self._before if is_before else self._behind).append(units)

    def takes(self, value: Decimal) -> bool:
        """Tell whether a value in the mention's place takes part in a sum."""
        units = _units(value, self._precision)
        return units is not None and (self._forwards.takes(units) or self._backwards.takes(units))

    @cached_property
    def _forwards(self) -> Gap:
        return Gap(self._before, self._behind, self._tolerance)

    @cached_property
    def _backwards(self) -> Gap:
        return Gap(self._behind[::-1], self._before[::-1], self._tolerance)


def _units(value: Decimal, precision: int) -> int | None:
    units = value.scaleb(-precision)
    return int(units) if units == units.to_integral_value() else None
