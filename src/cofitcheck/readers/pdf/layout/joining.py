"""Tables that go on over pages: the part at the foot of a page and the part at the top of the next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from cofitcheck.language.lexicon import is_total
from cofitcheck.readers.pdf.layout.cut_rows import (
    PAGE_EDGE,
    is_cut,
    is_over,
    mended,
    parted_heads,
    written_on,
)
from cofitcheck.readers.pdf.layout.rows import LaidCell, LaidTable
from cofitcheck.readers.pdf.pages import box_of
from cofitcheck.readers.pdf.pages.lines import Line
from cofitcheck.readers.pdf.pages.text import cell_text, introduces, is_year, looks_like_value

# In heights of a line, the size of its font, so that they hold for print of every size.
_NAMES_STEP = 2.2
"""From one line at the top of a page that names rows to the next, at the most."""
# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_NAMES_INDENT = 40.0
"""How far from the edge of the labels such a line begins at the most."""

_MOST_HEADER = 5
"""The most rows of a head that a table repeats on its next page."""
_MOST_NAMES = 3
"""The most lines at the top of a page that name rows of a table that goes on there."""


class GrowingTable:
    """A table and its parts on the pages after, as one. Taking in a part costs as much as its own cells."""

    def __init__(self, first: LaidTable) -> None:
        first = without_slivers(first)
        self._first = first
        self.page = first.page  # of the last part
        self._doubts = first.doubts
        self._cells: list[LaidCell] = []
        self._begin: dict[int, list[int]] = {}  # which cells begin in a row
        self._at_foot: list[int] = []  # which end in the last row
        self._merged: set[int] = set()  # the columns with cells over several rows
        self._ends: dict[int, float] = {}
        self.rows = 0
        self._add(first.cells, first.rows)

    @property
    def laid(self) -> LaidTable:
        """The whole table, as if on one page."""
        return replace(self._first, rows=self.rows, cells=tuple(self._cells), doubts=self._doubts)

    def row(self, number: int) -> list[LaidCell]:
        """Return the cells that begin in a row, from the left."""
        cells = (self._cells[at] for at in self._begin.get(number, ()))
        return sorted(cells, key=lambda cell: cell.column)

    def goes_on_in(self, second: LaidTable) -> bool:
        """Tell whether a table is part of this one, where nothing but page edges stands between: its columns
        are the same, or this is no more than heads over them."""
        first = self._first
        if first.tagged or second.tagged or first.ruled != second.ruled:
            return False
        if first.ruled:
            edges = without_slivers(second).edges
            alike = len(first.edges) == len(edges) and _near(first.edges, edges)
            return alike or (self.rows == first.rows and is_over(first, second))
        return (
            first.columns == second.columns
            and (self._repeated(second) > 0 or _lacks_header(second))
            and _aligned(self._ends, _number_ends(second.cells))
        )

    def opened(self, second: LaidTable, lines: Sequence[Line]) -> LaidTable | None:
        """Return the part on the next page with the lines above it as its first rows, where they name rows:
        they begin where its labels do and end before its first numbers do. None where they are more."""
        labels = [cell.box[0] for cell in second.cells if cell.column == 0]
        beside = [cell for cell in second.cells if cell.column]
        numbers = [cell.box[2] for cell in beside if looks_like_value(cell_text(cell.words))]
        if second.ruled or not labels or not 0 < len(lines) <= _MOST_NAMES or not self.goes_on_in(second):
            return None
        top = min(word.base for cell in second.row(0) for word in cell.words)
        bases = [*(line.base for line in lines), top]
        near = all(
            b - a < _NAMES_STEP * line.size for (a, b), line in zip(pairwise(bases), lines, strict=True)
        )
        if not near or not all(_names_rows(line, min(labels), min(numbers)) for line in lines):
            return None
        cells = [LaidCell(row, row + 1, 0, 1, second.page, line.words) for row, line in enumerate(lines)]
        count = len(lines)
        below = (replace(cell, row=cell.row + count, row_end=cell.row_end + count) for cell in second.cells)
        box = (second.box[0], box_of(lines[0].words)[1], *second.box[2:])
        return replace(second, box=box, rows=second.rows + count, cells=(*cells, *below))

    def add(self, second: LaidTable) -> None:
        """Take in the part on the next page, without the header that it repeats; a row cut in two is one."""
        second = without_slivers(second)
        if self._first.columns < second.columns:
            self._first, second = parted_heads(self._first, second)
            self._cells, self._begin, self._at_foot = [], {}, []
            self._add(self._first.cells, self._first.rows)
        skipped, ruled = self._repeated(second), self._first.ruled
        if ruled and is_cut(self._foot(), second.row(skipped), self._first.edges):
            foot = mended(self._foot(), second.row(skipped), self.rows - 1)
            self._set_foot(foot[: len(self._at_foot)])
            self._add(foot[len(self._at_foot) :], self.rows)
            skipped += 1
        second = self._written_on(second, skipped) if ruled else second
        shift = self.rows - skipped
        below = [
            replace(cell, row=max(cell.row, skipped) + shift, row_end=cell.row_end + shift)
            for cell in second.cells
            if cell.row_end > skipped and cell.row >= skipped
        ]
        if ruled:
            self._set_foot(reaching(self._foot(), self._merged, below, self.rows))
        self._add(below, second.rows + shift)
        self.page, self._doubts = second.page, tuple(dict.fromkeys((*self._doubts, *second.doubts)))

    def _written_on(self, second: LaidTable, row: int) -> LaidTable:
        """Give the cells that are written from top to bottom over the end of the page their whole words, on
        both pages; return the second with its own."""
        whole = written_on(self._foot(), second.row(row))
        if not whole:
            return second
        self._set_foot([replace(c, words=whole.get(c.column, c.words)) for c in self._foot()])
        cells = (
            replace(cell, words=whole[cell.column]) if cell.row == row and cell.column in whole else cell
            for cell in second.cells
        )
        return replace(second, cells=tuple(cells))

    def _foot(self) -> list[LaidCell]:
        return [self._cells[at] for at in self._at_foot]

    def _set_foot(self, cells: Sequence[LaidCell]) -> None:
        for at, cell in zip(self._at_foot, cells, strict=True):
            self._cells[at] = cell
            self._note_merged(cell)

    def _add(self, cells: Sequence[LaidCell], rows: int) -> None:
        """Take in cells, up to a row."""
        self.rows = rows
        known = [at for at in self._at_foot if self._cells[at].row_end == rows]
        for at, cell in enumerate(cells, len(self._cells)):
            self._begin.setdefault(cell.row, []).append(at)
            self._note_merged(cell)
            if cell.row_end == rows:
                known.append(at)
        self._at_foot = known
        self._cells.extend(cells)
        for column, end in _number_ends(cells).items():
            self._ends[column] = max(self._ends.get(column, 0.0), end)

    def _note_merged(self, cell: LaidCell) -> None:
        if cell.row_end - cell.row > 1:
            self._merged.add(cell.column)

    def _repeated(self, second: LaidTable) -> int:
        """Return how many rows at the top of the second repeat those of the first: its whole header, or
        none."""
        count = 0
        while count < min(self.rows, second.rows, _MOST_HEADER):
            above, below = self.row(count), second.row(count)
            if _texts(above) != _texts(below) or any(
                looks_like_value(text) and not is_year(text) for _, text in _texts(below)
            ):
                break
            count += 1
        return count if count >= min(_heads(self), _heads(second)) else 0


def _names_rows(line: Line, labels: float, numbers: float) -> bool:
    """Tell whether a line names rows of a table whose labels begin and whose first numbers end there."""
    alone = len(line.chunks) == 1 and not line.values and line.right < numbers
    said = line.text[-1] in ".;" or introduces(line.text)
    return alone and abs(line.left - labels) < _NAMES_INDENT and not said


def without_slivers(laid: LaidTable) -> LaidTable:
    """Return a table without the columns that only a slip of the ruler makes: narrow, and no cell stands in
    one alone."""
    if not laid.ruled:
        return laid
    alone = {cell.column for cell in laid.cells if cell.column_end == cell.column + 1}
    numbers, kept = [0], [laid.edges[0]]
    for column, (left, right) in enumerate(pairwise(laid.edges)):
        if right - left > PAGE_EDGE or column in alone:
            kept.append(right)
        numbers.append(len(kept) - 1)
    if len(kept) == len(laid.edges):
        return laid
    cells = tuple(
        replace(cell, column=numbers[cell.column], column_end=numbers[cell.column_end]) for cell in laid.cells
    )
    return replace(laid, edges=tuple(kept), cells=cells)


def _near(first: Sequence[float], second: Sequence[float]) -> bool:
    shift = second[0] - first[0]
    return all(abs(b - a - shift) <= PAGE_EDGE for a, b in zip(first, second, strict=True))


def _aligned(ends: Mapping[int, float], others: Mapping[int, float]) -> bool:
    """Tell whether the numbers of the same columns end at the same places."""
    shared = ends.keys() & others.keys()
    return bool(shared) and all(abs(ends[column] - others[column]) <= 2 * PAGE_EDGE for column in shared)


def _number_ends(cells: Sequence[LaidCell]) -> dict[int, float]:
    """Return where the numbers of each column end."""
    ends: dict[int, float] = {}
    for cell in cells:
        if cell.column_end == cell.column + 1 and looks_like_value(cell_text(cell.words)):
            ends[cell.column] = max(ends.get(cell.column, 0.0), cell.box[2])
    return ends


def _lacks_header(laid: LaidTable) -> bool:
    return any(looks_like_value(cell_text(cell.words)) for cell in laid.row(0) if cell.column)


def _heads(laid: LaidTable | GrowingTable) -> int:
    """Return how many rows at the top of a table have headers."""
    heads = 0
    for number in range(laid.rows):
        beside = [cell_text(cell.words) for cell in laid.row(number) if cell.column]
        if any(looks_like_value(text) and not is_year(text) for text in beside):
            return heads
        heads = number + 1 if beside else heads
    return 0


def _texts(row: Sequence[LaidCell]) -> list[tuple[int, str]]:
    return [(cell.column, cell_text(cell.words)) for cell in row]


def reaching(
    foot: Sequence[LaidCell], merged: Collection[int], below: Sequence[LaidCell], last: int
) -> list[LaidCell]:
    """Return the cells at the foot of a ruled table; those that go on on the next page are made as deep as
    there.

    `below` are the cells of the next page, in rows from `last` on. A cell goes on where its column is one of
    those `merged`, which have cells over several rows. It goes on as far as its column has no cell; a new
    name left of it, a total, and a row of one cell end it.
    """
    rows: dict[int, list[LaidCell]] = {}
    for cell in below:
        rows.setdefault(cell.row, []).append(cell)
    return [
        replace(cell, row_end=_end(cell, rows, last))
        if cell.column in merged and not _is_value(cell)
        else cell
        for cell in foot
    ]


def _end(cell: LaidCell, rows: dict[int, list[LaidCell]], last: int) -> int:
    """Return the row before which a cell at the foot of a page ends."""
    end = last
    while end in rows and _is_beside(cell, rows[end]):
        end += 1
    return end


def _is_beside(cell: LaidCell, row: Sequence[LaidCell]) -> bool:
    """Tell whether a row of the next page has nothing in the columns of a cell, and no name left of it."""
    if len(row) == 1 or any(is_total(cell_text(other.words)) for other in row):
        return False
    left = (other for other in row if other.column < cell.column_end)
    return all(other.column_end <= cell.column and _is_value(other) for other in left)


def _is_value(cell: LaidCell) -> bool:
    return looks_like_value(cell_text(cell.words))
