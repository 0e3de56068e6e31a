"""Which columns the cells of a tagged table cover.

The tags say how many columns a cell covers, not which: cells without content are left out of them. A row
whose cells cover the most columns fills the table. The gaps of a shorter row are found by where its cells
stand on the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_OVER_COLUMNS = 2.0
"""How far a cell may reach over its columns."""
_HEADING_APART = 12.0
"""How far from the left, right and middle of what is below it a heading may stand, where all rows may lack
columns."""


_MOST_COLUMNS = 400
"""The most columns of a table: more than tables that people read have, at four columns an amount (sign,
digits, bracket, gap). A tag may claim any number, and placing takes time for each."""
_OUTSIDE = 100.0
"""What each point outside of its columns costs a cell, in points off their middle. It is so high that the
middle only decides between places where the cell reaches out equally little."""
_MORE = 7
"""How many counts of columns are tried, from that of the longest row on, where all rows may lack some: up to
six more, which are the sign, the bracket and the gap of two amounts."""
_ACROSS = 5.0
"""What it costs to stand across the edge of a cell of another row, as few headings do, in the same points."""
_BLANK = 30.0
"""What it costs to cover columns where nothing stands, in points off the middle of what does."""


class Extent(NamedTuple):
    """A cell: how many rows and columns it covers, and its left and right edges in points. Where nothing of
    it is seen, the left one is infinite and the right one minus infinite."""

    rows: int
    columns: int
    left: float = math.inf
    right: float = -math.inf

    @property
    def is_seen(self) -> bool:
        """Whether its place on the page is known."""
        return self.left < self.right


def place(rows: Sequence[Sequence[Extent]]) -> list[list[int]] | None:
    """Return the first column of each cell by row, or nothing where cells do not stand as the tags say.

    Where all rows may lack columns, the table may have some more than any row.
    """
    widths = tuple(_widths(rows))
    if max(widths) > _MOST_COLUMNS:
        return None
    is_full = _fill(rows, widths)
    for width in range(max(widths), max(widths) + (1 if is_full else _MORE)):
        columns = _Columns(width)
        starts = _place_in(columns, rows, widths)
        if starts is not None and _fit(columns, rows, starts, is_full):
            return starts
    return None


def _place_in(
    columns: _Columns, rows: Sequence[Sequence[Extent]], widths: Sequence[int]
) -> list[list[int]] | None:
    taken: dict[int, set[int]] = {}  # by row, the columns that cells of rows above cover
    starts: list[list[int]] = [[] for _ in rows]
    fullest = sorted(range(len(rows)), key=lambda number: (-widths[number], -len(rows[number])))
    for number in fullest:
        found = _place_row(rows[number], columns, taken.get(number, set()))
        if found is None:
            return None
        starts[number] = found
        for cell, start in zip(rows[number], found, strict=True):
            columns.add(cell, start)
            for below in range(number + 1, min(number + cell.rows, len(rows))):
                taken.setdefault(below, set()).update(range(start, start + cell.columns))
    return starts


def _fit(columns: _Columns, rows: Sequence[Sequence[Extent]], starts: list[list[int]], is_full: bool) -> bool:
    """Tell whether all cells stand within their columns, and over what is below them where that says which
    columns they are."""
    columns.close()
    return all(
        columns.outside(cell, start) <= _OVER_COLUMNS
        and (is_full or columns.off(cell, start, within=True) <= _HEADING_APART)
        for row, found in zip(rows, starts, strict=True)
        for cell, start in zip(row, found, strict=True)
    )


def _widths(rows: Sequence[Sequence[Extent]]) -> Iterable[int]:
    """Yield how many columns each row covers, what reaches into it from above counted."""
    above = [0] * (len(rows) + 1)
    for number, row in enumerate(rows):
        yield sum(cell.columns for cell in row) + above[number]
        for cell in row:
            for below in range(number + 1, min(number + cell.rows, len(rows))):
                above[below] += cell.columns


def _fill(rows: Sequence[Sequence[Extent]], widths: Sequence[int]) -> bool:
    """Tell whether the rows with the most columns leave none out: most rows have as many, or one of these is
    painted without a gap."""
    full = [row for row, width in zip(rows, widths, strict=True) if width == max(widths)]
    return 2 * len(full) > len(rows) or any(
        len(row) > 1 and all(after.left - before.right <= _OVER_COLUMNS for before, after in pairwise(row))
        for row in full
    )


class _Columns:
    """Where the cells placed so far stand, by their columns."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._ends = [-math.inf] * (width + 1)  # by edge, the rightmost place of cells that end there
        self._begins = [math.inf] * (width + 1)
        self._held: dict[tuple[int, int], tuple[float, float]] = {}
        self.close()

    def add(self, cell: Extent, start: int) -> None:
        if not cell.is_seen:
            return
        end = start + cell.columns
        self._ends[end] = max(self._ends[end], cell.right)
        self._begins[start] = min(self._begins[start], cell.left)
        left, right = self._held.get((start, end), (math.inf, -math.inf))
        self._held[start, end] = min(left, cell.left), max(right, cell.right)

    def close(self) -> None:
        """Take what was added into account."""
        self._least = list(accumulate(self._ends, max))
        self._most = list(accumulate(reversed(self._begins), min))[::-1]

    def outside(self, cell: Extent, start: int) -> float:
        """Return by how much a cell reaches into columns left or right of its own, in points."""
        if not cell.is_seen:
            return 0.0
        over = self._least[start] - cell.left, cell.right - self._most[start + cell.columns]
        return max(0.0, *over)

    def off(self, cell: Extent, start: int, *, within: bool = False) -> float:
        """Return how far a cell stands from the left, the right or the middle of what its columns hold, the
        nearest of them; with `within` cells of all its columns are no part of that."""
        if not cell.is_seen:
            return 0.0
        end = start + cell.columns
        held = [
            place
            for (first, last), place in self._held.items()
            if start <= first and last <= end and not (within and (first, last) == (start, end))
        ]
        if not held:
            return 0.0 if within else _BLANK
        left, right = min(place[0] for place in held), max(place[1] for place in held)
        middles = abs(cell.left + cell.right - left - right) / 2
        crosses = any(a < start < b < end or start < a < end < b for a, b in self._held)
        apart = min(abs(cell.left - left), abs(cell.right - right), middles)
        return min(apart + _ACROSS * crosses, _BLANK)


def _place_row(row: Sequence[Extent], columns: _Columns, taken: set[int]) -> list[int] | None:
    """Return the first columns of a row's cells that cost least; nothing where there is no room."""
    columns.close()
    room = columns.width - sum(cell.columns for cell in row)
    best: dict[int, tuple[float, list[int]]] = {0: (0.0, [])}  # by the first free column
    least = 0
    for cell in row:
        found: dict[int, tuple[float, list[int]]] = {}
        for start, cost in _costs(cell, columns, range(least, least + room + 1), taken, len(taken) < room):
            before = min(
                ((total, starts) for end, (total, starts) in best.items() if end <= start),
                key=lambda each: each[0],
                default=None,
            )
            if before is not None:
                found[start + cell.columns] = before[0] + cost, [*before[1], start]
        best = found
        least += cell.columns
    return min(best.values(), key=lambda each: each[0])[1] if best else None


def _costs(
    cell: Extent, columns: _Columns, starts: range, taken: set[int], is_free: bool
) -> Iterable[tuple[int, float]]:
    """Yield the columns in which a cell may start, and what each costs."""
    free = [start for start in starts if taken.isdisjoint(range(start, start + cell.columns))]
    if len(free) == 1 or not is_free:
        return ((start, 0.0) for start in free)
    outside = {start: max(0.0, columns.outside(cell, start) - _OVER_COLUMNS) for start in free}
    nearest = min(outside.values(), default=0.0)
    return (
        (start, _OUTSIDE * over + columns.off(cell, start))
        for start, over in outside.items()
        if over <= nearest + _OVER_COLUMNS
    )
