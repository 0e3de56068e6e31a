"""Sums inside a table: does a number, or another in its place, foot with the numbers above or beside it?"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from enum import StrEnum
from functools import cached_property

from cofitcheck.checks.addends import Addends, Labels, ways_to_add
from cofitcheck.checks.grid import Grid, years
from cofitcheck.checks.slipping import far_apart, slip_between
from cofitcheck.checks.sums import Gap
from cofitcheck.document import Mention
from cofitcheck.numbers import Number, Relation, Slip, compare

_SAME = frozenset({Relation.EQUAL, Relation.CONSISTENT, Relation.SIGN_DIFFERS})


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
    return Standing(grid, mention).mended_by(grid[other].number)


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

    def mended_by(self, other: Number) -> bool:
        """Tell whether the mention's own number does not foot, and this one in its place would.

        It takes over the sign, where more than the sign differs: presentation is its table's own. Nought is
        part of any sum and mends none; nor does a number that is no slip of this one and stands elsewhere in
        the row, or right above or below: there the table states it. Further off in the column that holds of a
        number many times this one; others are totals that equal each other by right, assets and what they
        are paid with.
        """
        own, value = self._own, other.value
        if own is None or not value or self.foots:
            return False
        signed = value if abs(own) == abs(value) else abs(value).copy_sign(own)
        return self.takes(signed) and not self._states_elsewhere(other)

    def _states_elsewhere(self, other: Number) -> bool:
        own = self._grid[self._mention].number
        if slip_between(own, other) is not Slip.OTHER:
            return False
        near = self._grid.column if far_apart(own, other) else self._grid.above_and_below
        line = (*self._grid.row(self._mention), *near(self._mention))
        return any(compare(other, each.number).relation in _SAME for each in line)

    @cached_property
    def _column(self) -> _Line:
        return _Line(self._grid, self._grid[self._mention], down=True)

    @cached_property
    def _row(self) -> _Line:
        return _Line(self._grid, self._grid[self._mention], down=False)


class _Line:
    """A mention's row or column: the numbers of its measure, in units of their last digit."""

    def __init__(self, grid: Grid, here: Mention, *, down: bool) -> None:
        others = grid.column(here.index) if down else grid.row(here.index)
        if not down:
            others = _of_its_years(here, others)
        alike = [
            (each, each.number.value)
            for each in others
            if each.number.value is not None and each.number.measure is here.number.measure
        ]
        # Most of the line, and not the mention: a slip in scale changes its digits.
        precisions = Counter(each.number.precision for each, _ in alike)
        self._precision = max(precisions, key=lambda each: (precisions[each], each), default=0)
        tolerance = 1 if any(each.number.scale > 0 for each, _ in alike) else 0
        line = [
            (each, units)
            for each, value in alike
            if each.number.precision == self._precision
            and (units := _units(value, self._precision)) is not None
        ]
        at = sum((each.row, each.column) < (here.row, here.column) for each, _ in line)
        line.insert(at, (here, _units(here.number.value or Decimal(0), self._precision) or 0))
        labels = _labels(grid, [each for each, _ in line], down=down)
        amounts = [units for _, units in line]
        ways = ways_to_add(labels, amounts, down=down)
        self._ways = [_Way(amounts, way, at, tolerance) for way in ways if at in way]

    def takes(self, value: Decimal) -> bool:
        """Tell whether a value in the mention's place takes part in a sum."""
        units = _units(value, self._precision)
        return units is not None and any(way.takes(units) for way in self._ways)


class _Way:
    """A way in which a line with a gap may add up, read forwards and backwards: totals may come first."""

    def __init__(self, amounts: Sequence[int], addends: Addends, gap: int, tolerance: int) -> None:
        self._before = [sign * amounts[place] for place, sign in addends.items() if place < gap]
        self._behind = [sign * amounts[place] for place, sign in addends.items() if place > gap]
        self._sign, self._tolerance = addends[gap], tolerance

    def takes(self, units: int) -> bool:
        signed = self._sign * units
        return self._forwards.takes(signed) or self._backwards.takes(signed)

    @cached_property
    def _forwards(self) -> Gap:
        return Gap(self._before, self._behind, self._tolerance)

    @cached_property
    def _backwards(self) -> Gap:
        return Gap(self._behind[::-1], self._before[::-1], self._tolerance)


def _labels(grid: Grid, line: Sequence[Mention], *, down: bool) -> list[Labels]:
    """Return what names each number of a line; in a column with the labels of the empty rows above it."""
    if not down:
        return [each.column_path[-1:] for each in line]
    empty = grid.empty_rows(line[0].table)
    found: list[Labels] = []
    at = bisect_left(empty, (line[0].row,))
    for each in line:
        behind = bisect_left(empty, (each.row,), lo=at)
        found.append((*(label for _, label in empty[at:behind]), *each.row_path[-1:]))
        at = behind
    return found


def _of_its_years(here: Mention, others: list[Mention]) -> list[Mention]:
    """Return the others of a row that are of the same years, where all columns say theirs: one thing stated
    year by year adds up to nothing."""
    named = [years(each.column_path) for each in others]
    if not all(named) or not (own := years(here.column_path)):
        return others
    return [each for each, of in zip(others, named, strict=True) if of == own]


def _units(value: Decimal, precision: int) -> int | None:
    units = value.scaleb(-precision)
    return int(units) if units == units.to_integral_value() else None
