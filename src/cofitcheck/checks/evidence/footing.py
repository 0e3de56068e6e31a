"""Whether a number adds up with the numbers around it, and whether another number would in its place."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Sequence
from decimal import Decimal
from enum import StrEnum
from functools import cached_property

from cofitcheck.checks.evidence.addends import Addends, Labels, SumGap, ways_to_add
from cofitcheck.checks.evidence.changes import is_of_change
from cofitcheck.checks.evidence.grid import Grid, years
from cofitcheck.checks.evidence.rounding import far_apart, slip_between
from cofitcheck.document import Mention
from cofitcheck.numbers import Number, Relation, Slip, compare

_TOLD = 100
"""How many of its own units a number must have to be tried in a line that is printed to finer units."""
_SAME = frozenset({Relation.EQUAL, Relation.CONSISTENT, Relation.SIGN_DIFFERS})


class Footing(StrEnum):
    """What the sums of their tables say of two numbers that differ, where one may misstate the other."""

    MENDED = "mended"
    """One does not foot where it stands, and the other would foot in its place."""
    BOTH = "both"
    """Both foot where they stand: they are two facts, or an error that was carried on."""
    ONE = "one"
    """One foots where it stands, and the other stands in no known sum."""
    NONE = "none"
    """Neither stands in a sum that is known."""


def footing(grid: Grid, first: int, second: int, members: Collection[int] = ()) -> Footing:
    """Return what the sums of their tables say of two mentions whose numbers differ. `members` are all
    mentions of their fact."""
    first_foots, second_foots = foots(grid, first), foots(grid, second)
    if mends(grid, first, second, members) or mends(grid, second, first, members):
        return Footing.MENDED
    if first_foots and second_foots:
        return Footing.BOTH
    return Footing.ONE if first_foots or second_foots else Footing.NONE


def mends(grid: Grid, mention: int, other: int, members: Collection[int] = ()) -> bool:
    """Tell whether a number breaks the sums where it stands, and the other number in its place would keep
    one."""
    return Standing(grid, mention, members).mended_by(grid[other].number)


def foots(grid: Grid, mention: int) -> bool:
    """Tell whether a number is the total, or an addend, of a sum in its column or its row."""
    return Standing(grid, mention).foots


class Standing:
    """The sums around one mention: which numbers would be part of a sum in its place.

    It is made once for each mention and asked often. `members` are the mentions of the same fact.
    """

    def __init__(self, grid: Grid, mention: int, members: Collection[int] = ()) -> None:
        self._grid, self._mention, self._members = grid, mention, members
        self._own = grid[mention].number.value

    @cached_property
    def foots(self) -> bool:
        """Whether the mention's own number takes part in a sum, or a percentage change in its row leads to
        it."""
        return self._own is not None and (self.takes(self._own) or self._is_of_change(self._own))

    @property
    def is_deducted(self) -> bool:
        """Whether labels of its column deduct the number, so that it needs no sign."""
        return self._column.is_deducted

    @cached_property
    def is_total_but_for_its_sign(self) -> bool:
        """Whether the number does not foot, and would be the sum of numbers beside it with the other sign.

        An addend may be printed without the sign that its label gives it. A total has the sign of its
        addends.
        """
        if self._own is None or self.foots:
            return False
        return self._column.has_total(-self._own) or self._row.has_total(-self._own)

    def takes(self, value: Decimal) -> bool:
        """Tell whether a number in base units would take part in a sum in the mention's place.

        A number with more digits than the others of the line does not.
        """
        return self._column.takes(value) or self._row.takes(value)

    def mended_by(self, other: Number) -> bool:
        """Tell whether the mention's own number breaks the sums, and another number would keep one in its
        place.

        Where the two differ in more than their sign, the other number takes the sign of the mention: each
        table has its own way to show signs.

        A number mends nothing in these cases:

        - It is nought, which is part of any sum.
        - It has one or two digits and the line has longer numbers, so it adds up by chance.
        - It is no slip of the mention's number and stands in the same row, or right above or below, so the
          table states it there. Another mention of the same fact does not count.
        - It is no slip of the mention's number, is many times as large or as small, and stands anywhere in
          the row or column. A number of about the same size is no objection there: two totals may be equal by
          right, as assets equal liabilities and equity.
        - It differs in its sign alone, and the row or column states the mention's number again.
        """
        own, value = self._own, other.value
        if own is None or not value or self.foots or (own == -value and self._stands_again):
            return False
        signed = value if abs(own) == abs(value) else abs(value).copy_sign(own)
        told = abs(value) >= Decimal(_TOLD).scaleb(other.precision)
        lines = (line for line in (self._column, self._row) if told or other.precision <= line.precision)
        fits = any(line.takes(signed) for line in lines) or self._is_of_change(signed)
        return fits and not self._states_elsewhere(other)

    @property
    def _stands_again(self) -> bool:
        line = (*self._grid.row(self._mention), *self._grid.column(self._mention))
        return any(each.number.value == self._own for each in line)

    def _is_of_change(self, value: Decimal) -> bool:
        return is_of_change(self._grid, self._mention, value)

    def _states_elsewhere(self, other: Number) -> bool:
        own = self._grid[self._mention].number
        if slip_between(own, other) is not Slip.OTHER:
            return False
        if far_apart(own, other):
            line = [*self._grid.row(self._mention), *self._grid.column(self._mention)]
        else:
            near = (*self._grid.row(self._mention), *self._grid.above_and_below(self._mention))
            line = [each for each in near if each.index not in self._members]
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
        # The precision of most of the line, without the mention: a slip in scale changes its digits.
        precisions = Counter(each.number.precision for each, _ in alike)
        self.precision = max(precisions, key=lambda each: (precisions[each], each), default=0)
        tolerance = 1 if any(each.number.scale > 0 for each, _ in alike) else 0
        line = [
            (each, units)
            for each, value in alike
            if each.number.precision == self.precision
            and (units := _units(value, self.precision)) is not None
        ]
        at = sum((each.row, each.column) < (here.row, here.column) for each, _ in line)
        line.insert(at, (here, _units(here.number.value or Decimal(0), self.precision) or 0))
        labels = _labels(grid, [each for each, _ in line], down=down)
        amounts = [units for _, units in line]
        ways = ways_to_add(labels, amounts, down=down)
        ways = [way for way in ways if at in way]
        self._ways = [_Way(amounts, way, at, tolerance, len(ways)) for way in ways]

    @property
    def is_deducted(self) -> bool:
        """Whether labels deduct the mention in one of the ways to read the line."""
        return any(way.deducts for way in self._ways)

    def takes(self, value: Decimal) -> bool:
        """Tell whether a value in the mention's place takes part in a sum."""
        units = _units(value, self.precision)
        return units is not None and any(way.takes(units) for way in self._ways)

    def has_total(self, value: Decimal) -> bool:
        """Tell whether numbers beside the mention's place add up to a value."""
        units = _units(value, self.precision)
        return units is not None and any(way.has_total(units) for way in self._ways)


class _Way:
    """One of the ways in which a line with a gap may add up. It is read forwards and backwards, since totals
    may come first."""

    def __init__(self, amounts: Sequence[int], addends: Addends, gap: int, tolerance: int, ways: int) -> None:
        self._before = [sign * amounts[place] for place, sign in addends.items() if place < gap]
        self._behind = [sign * amounts[place] for place, sign in addends.items() if place > gap]
        self._sign, self._tolerance, self._ways = addends[gap], tolerance, ways

    @property
    def deducts(self) -> bool:
        return self._sign < 0

    def takes(self, units: int) -> bool:
        signed = self._sign * units
        return self._forwards.takes(signed) or self._backwards.takes(signed)

    def has_total(self, units: int) -> bool:
        signed = self._sign * units
        return self._forwards.has_total(signed) or self._backwards.has_total(signed)

    @cached_property
    def _forwards(self) -> SumGap:
        return SumGap(self._before, self._behind, self._tolerance, self._ways)

    @cached_property
    def _backwards(self) -> SumGap:
        return SumGap(self._behind[::-1], self._before[::-1], self._tolerance, self._ways)


def _labels(grid: Grid, line: Sequence[Mention], *, down: bool) -> list[Labels]:
    """Return the label of each number of a line; in a column, behind the labels of the empty rows above
    it."""
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
    """Return the others of a row that are of the same years, if all columns say theirs.

    The numbers of one item, stated year by year, add up to nothing.
    """
    named = [years(each.column_path) for each in others]
    if not all(named) or not (own := years(here.column_path)):
        return others
    return [each for each, of in zip(others, named, strict=True) if of == own]


def _units(value: Decimal, precision: int) -> int | None:
    units = value.scaleb(-precision)
    return int(units) if units == units.to_integral_value() else None
