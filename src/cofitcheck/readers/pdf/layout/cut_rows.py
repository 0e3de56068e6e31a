"""Rows and heads that the end of a page cuts: their cells go on in the first row of the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.readers.pdf.layout.rows import LaidCell, LaidTable, goes_on, is_written_down
from cofitcheck.readers.pdf.pages import Word
from cofitcheck.readers.pdf.pages.text import cell_text, lines_of, looks_like_value

# In heights of a line, the size of its font, so that they hold for print of every size.
_CUT_LINE = 1.2
"""From the last line of a cell to its next, which stands on the next page."""
# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
PAGE_EDGE = 6.0
"""How far the edges of the same columns may lie apart on two pages."""
_PADDING = 5.4
"""How far from the lines around it a cell of a word processor begins and ends."""
_CUT_FLUSH = 2.0
"""How far from each other lines of one cell begin on two pages."""

_PART = re.compile(r"-?[\d,.]+")
_WHOLE = re.compile(r"-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?")
_MOST = 5
"""The most rows of heads."""


def is_cut(foot: Sequence[LaidCell], below: Sequence[LaidCell], edges: Sequence[float]) -> bool:
    """Tell whether the last row of a ruled table goes on in a row of the one on the next page.

    It does where a number is broken. It does where a row with numbers has a label that fills its last line
    and goes on with nothing beside it. It does where nothing stands below the label and all that stands
    beside it goes on; in the first row, of headers, any of it is enough.

    `foot` are the cells that end in the one row, `below` those of the other, `edges` those of the columns.
    """
    above = {cell.column: cell for cell in foot}
    pairs = [
        (cell_text(above[cell.column].words), cell_text(cell.words)) for cell in below if cell.column in above
    ]
    if any(_is_broken(start, end) for start, end in pairs):
        return True
    label, rest = above.get(0), below[:1]
    if label is None or not rest or any(_is_number(cell) for cell in below):
        return False
    if rest[0].column:
        enough = all if label.row else any
        held = all(cell.column in above for cell in below)
        return held and enough(_fills(above[cell.column], cell, edges) for cell in below)
    if not any(_is_number(cell) for cell in above.values()) or looks_like_value(cell_text(label.words)):
        return False
    return _fills(label, rest[0], edges)


def _fills(cell: LaidCell, below: LaidCell, edges: Sequence[float]) -> bool:
    """Tell whether the last line of a cell has no room for the first word of another."""
    line, following = lines_of(cell.words)[-1], lines_of(below.words)[0]
    if abs(line[0].left - following[0].left) > _CUT_FLUSH:
        return False  # each is centred by itself
    return goes_on(line, following, edges[cell.column_end] - _PADDING)


def _is_broken(start: str, end: str) -> bool:
    parts = _PART.fullmatch(start) and _PART.fullmatch(end)
    return bool(parts and not _WHOLE.fullmatch(start) and "," in start and _WHOLE.fullmatch(start + end))


def _is_number(cell: LaidCell) -> bool:
    return cell.column > 0 and looks_like_value(cell_text(cell.words))


def mended(foot: Sequence[LaidCell], rest: Sequence[LaidCell], row: int) -> list[LaidCell]:
    """Return the cells of the last row, which is cut, put together with the `rest` of them, and then those
    cells of the rest that have no beginning."""
    columns = {cell.column: cell for cell in rest}
    whole = [with_rest(cell, columns.pop(cell.column)) if cell.column in columns else cell for cell in foot]
    return [*whole, *(replace(cell, row=row, row_end=row + 1) for cell in columns.values())]


def written_on(foot: Sequence[LaidCell], below: Sequence[LaidCell]) -> dict[int, tuple[Word, ...]]:
    """Return, by their columns, the words of cells that are written from top to bottom over the end of a
    page: those of the last row of one and of the first of the next."""
    above = {cell.column: cell for cell in foot if is_written_down(cell)}
    rest = (cell for cell in below if cell.column in above and is_written_down(cell))
    return {cell.column: with_rest(above[cell.column], cell).words for cell in rest}


def with_rest(cell: LaidCell, rest: LaidCell) -> LaidCell:
    """Return a cell with the words of its rest right below its own, so that they are read after them."""
    below = max(word.base for word in cell.words) + _CUT_LINE * rest.words[0].size
    top = min(word.base for word in rest.words)
    moved: list[Word] = [replace(word, base=below + word.base - top) for word in rest.words]
    return replace(cell, words=(*cell.words, *moved))


def is_over(heads: LaidTable, table: LaidTable) -> bool:
    """Tell whether a part of a ruled table is heads and no more, over the finer columns of the next part."""
    if not heads.ruled or heads.columns >= table.columns or heads.rows > _MOST:
        return False
    sides = (heads.edges[0] - table.edges[0], heads.edges[-1] - table.edges[-1])
    within = all(min(abs(edge - other) for other in table.edges) <= PAGE_EDGE for edge in heads.edges)
    if not within or max(map(abs, sides)) > PAGE_EDGE:
        return False
    return not any(looks_like_value(cell_text(cell.words)) for cell in heads.cells)


def parted_heads(heads: LaidTable, table: LaidTable) -> tuple[LaidTable, LaidTable]:
    """Return heads over the columns of a table, and the table. A head that fills its line at the foot of the
    page and goes on in the table is made one."""
    at = [min(range(len(table.edges)), key=lambda n: abs(table.edges[n] - edge)) for edge in heads.edges]
    cells = [replace(c, column=at[c.column], column_end=at[c.column_end]) for c in heads.cells]
    tops = {(cell.column, cell.column_end): cell for cell in table.row(0)}
    whole: list[LaidCell] = []
    for cell in cells:
        rest = tops.get((cell.column, cell.column_end)) if cell.row_end == heads.rows else None
        if rest and _fills_line(cell, rest, table.edges):
            del tops[cell.column, cell.column_end]
            cell = replace(with_rest(cell, rest), row_end=heads.rows + rest.row_end)
        whole.append(cell)
    left = tuple(cell for cell in table.cells if cell.row or cell in tops.values())
    return replace(heads, edges=table.edges, cells=tuple(whole)), replace(table, cells=left)


def _fills_line(cell: LaidCell, rest: LaidCell, edges: Sequence[float]) -> bool:
    """Tell whether the last line of a cell has no room for the first word of another."""
    limit = edges[cell.column_end] - _PADDING
    return goes_on(lines_of(cell.words)[-1], lines_of(rest.words)[0], limit)
