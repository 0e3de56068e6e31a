"""Heads that the end of a page parts from their table: the first lines of them at its foot, over columns that
only the next page divides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cofitcheck.readers.pdf.drafts.cut_rows import PADDING, with_rest
from cofitcheck.readers.pdf.drafts.draft import Draft, Laid
from cofitcheck.readers.pdf.drafts.rows import goes_on
from cofitcheck.readers.pdf.pages.text import cell_text, lines_of, looks_like_value

_NEAR = 6.0
"""How far the edges of the same columns may lie apart on two pages, in points."""
_MOST = 5
"""The most rows of heads."""


def is_over(heads: Draft, table: Draft) -> bool:
    """Tell whether a part of a ruled table is heads and no more, over the finer columns of the next part."""
    if not heads.ruled or heads.columns >= table.columns or heads.rows > _MOST:
        return False
    sides = (heads.edges[0] - table.edges[0], heads.edges[-1] - table.edges[-1])
    within = all(min(abs(edge - other) for other in table.edges) <= _NEAR for edge in heads.edges)
    if not within or max(map(abs, sides)) > _NEAR:
        return False
    return not any(looks_like_value(cell_text(cell.words)) for cell in heads.cells)


def parted_heads(heads: Draft, table: Draft) -> tuple[Draft, Draft]:
    """Return heads over the columns of a table, and the table: a head of both that fills its line at the foot
    of the page is one."""
    at = [min(range(len(table.edges)), key=lambda n: abs(table.edges[n] - edge)) for edge in heads.edges]
    cells = [replace(c, column=at[c.column], column_end=at[c.column_end]) for c in heads.cells]
    tops = {(cell.column, cell.column_end): cell for cell in table.row(0)}
    whole: list[Laid] = []
    for cell in cells:
        rest = tops.get((cell.column, cell.column_end)) if cell.row_end == heads.rows else None
        if rest and _fills(cell, rest, table.edges):
            del tops[cell.column, cell.column_end]
            cell = replace(with_rest(cell, rest), row_end=heads.rows + rest.row_end)
        whole.append(cell)
    left = tuple(cell for cell in table.cells if cell.row or cell in tops.values())
    return replace(heads, edges=table.edges, cells=tuple(whole)), replace(table, cells=left)


def _fills(cell: Laid, rest: Laid, edges: Sequence[float]) -> bool:
    """Tell whether the last line of a cell has no room for the first word of another."""
    limit = edges[cell.column_end] - PADDING
    return goes_on(lines_of(cell.words)[-1], lines_of(rest.words)[0], limit)
