"""A table as it is found on one page, before its pages are joined and its words are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cofitcheck import patterns as re
from cofitcheck.document import UncheckedReason
from cofitcheck.readers.pdf.pages.page import Box, Word, box_of
from cofitcheck.readers.tables import Declared

_LISTED = re.compile(r"[-–—―－─]\s*[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Laid:
    """A cell: rows [row, row_end) and columns [column, column_end), its page and its words.

    `titled` tells that its words are underlined, as those of a title over rows are. `declared` is what its
    tag says that it is the header of.
    """

    row: int
    row_end: int
    column: int
    column_end: int
    page: int
    words: tuple[Word, ...]
    titled: bool = False
    declared: Declared | None = None

    @property
    def start(self) -> float:
        """Where its words begin: behind the dash of a list."""
        first = self.words[0]
        return first.left + first.size * bool(_LISTED.match("".join(word.text for word in self.words)))

    @property
    def box(self) -> Box:
        """The box around its words."""
        return box_of(self.words)


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A table on a page: its cells with words, and the edges between its columns (one more than columns).

    `ruled` tells that the columns are parted by ruled lines, `tagged` that the tags of the document name the
    cells, on all pages; `doubts` say what speaks against the layout.
    """

    page: int
    box: Box
    rows: int
    edges: tuple[float, ...]
    cells: tuple[Laid, ...]
    ruled: bool
    doubts: tuple[UncheckedReason, ...] = ()
    tagged: bool = False

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return len(self.edges) - 1

    def row(self, number: int) -> list[Laid]:
        """Return the cells that begin in a row, from the left."""
        return sorted((cell for cell in self.cells if cell.row == number), key=lambda cell: cell.column)

    def lone(self) -> dict[int, Laid]:
        """Return the cells that begin in a row in which no other does, by their rows."""
        held = Counter(cell.row for cell in self.cells)
        return {cell.row: cell for cell in self.cells if held[cell.row] == 1}


def without_empty_rows(cells: Sequence[Laid], rows: int) -> tuple[tuple[Laid, ...], int]:
    """Return the cells and the count of rows, the rows in which no cell begins left out."""
    used = sorted({cell.row for cell in cells})
    new = {old: number for number, old in enumerate(used)}
    ends = [sum(row < end for row in used) for end in range(rows + 1)]
    return (
        tuple(
            replace(cell, row=new[cell.row], row_end=max(new[cell.row] + 1, ends[cell.row_end]))
            for cell in cells
        ),
        len(used),
    )
