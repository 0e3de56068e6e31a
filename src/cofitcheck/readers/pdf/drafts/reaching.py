"""Merged cells that the end of a page cuts: their words are at the foot of the page, and name the first rows
of the next page too."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from cofitcheck.language.lexicon import is_total
from cofitcheck.readers.pdf.drafts.draft import Laid
from cofitcheck.readers.pdf.pages.text import cell_text, looks_like_value


def reaching(foot: Sequence[Laid], merged: Collection[int], below: Sequence[Laid], last: int) -> list[Laid]:
    """Return the cells at the foot of a ruled table, those that go on on the next page made as deep as there.

    `below` are the cells of the next page, in rows from `last` on. A cell goes on as far as its column has no
    cell, where it is of the columns `merged` over several rows; a new name left of it, a total, and a row of
    one cell end it.
    """
    rows: dict[int, list[Laid]] = {}
    for cell in below:
        rows.setdefault(cell.row, []).append(cell)
    return [
        replace(cell, row_end=_end(cell, rows, last))
        if cell.column in merged and not _is_value(cell)
        else cell
        for cell in foot
    ]


def _end(cell: Laid, rows: dict[int, list[Laid]], last: int) -> int:
    """Return the row before which a cell at the foot of a page ends."""
    end = last
    while end in rows and _is_beside(cell, rows[end]):
        end += 1
    return end


def _is_beside(cell: Laid, row: Sequence[Laid]) -> bool:
    """Tell whether a row of the next page has nothing in the columns of a cell, and no name left of it."""
    if len(row) == 1 or any(is_total(cell_text(other.words)) for other in row):
        return False
    left = (other for other in row if other.column < cell.column_end)
    return all(other.column_end <= cell.column and _is_value(other) for other in left)


def _is_value(cell: Laid) -> bool:
    return looks_like_value(cell_text(cell.words))
