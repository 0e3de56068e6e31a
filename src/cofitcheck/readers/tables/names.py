"""Names of rows that stand beside their numbers, not in the first columns: "Name, Amount, Name, Amount"."""

from __future__ import annotations

from collections.abc import Sequence

from cofitcheck.readers.tables.columns import JoinedCell, LogicalGrid
from cofitcheck.readers.tables.layout import Layout, is_value

_REACH = 200
"""The most rows that a name reaches down through: a cell over a whole long table is a title or damage, and
every number of the rows it reaches would look at it."""


class Names:
    """The cells of words beside the numbers of a table."""

    def __init__(self, grid: LogicalGrid, layout: Layout) -> None:
        self._stub = layout.stub_columns
        self._words: list[list[JoinedCell]] = [[] for _ in grid.rows]
        alone = layout.section_rows | layout.inner_headers | set(range(layout.header_rows))
        for row in grid.rows:
            for cell in row:
                if cell.row in alone or is_value(cell) or cell.text.isdigit():
                    continue
                for reached in range(cell.row, min(cell.row_end, cell.row + _REACH, len(grid.rows))):
                    self._words[reached].append(cell)
        self._again = _repeated(grid.rows[: layout.header_rows], self._stub)

    def beside(self, cell: JoinedCell, rows: tuple[str, ...], headed: bool) -> tuple[str, ...]:
        """Return the row path of a number given that of its row; `headed` tells that its column has a header.

        A column of names with the header of the first names what stands right of it. Where nothing labels the
        row, or the number has no header and words right before it, the nearest words on the left do.
        """
        if rows and headed and not self._again:
            return rows
        left = [words for words in self._words[cell.row] if words.column_end <= cell.column]
        again = self._nearest_again(cell)
        named = [words for words in left if words.column <= again < words.column_end]
        if named:
            return (*rows[:-1], named[-1].text)
        beyond = [words for words in left if words.column >= self._stub]
        nearest = max(beyond, key=lambda words: words.column, default=None)
        if nearest is None or (rows and (headed or nearest.column_end < cell.column)):
            return rows
        return (*rows[:-1], nearest.text)

    def _nearest_again(self, cell: JoinedCell) -> int:
        """Return the last column of names with the header of the first before a cell, -1 for none."""
        return max((column for column in self._again if column < cell.column), default=-1)


def _repeated(headers: Sequence[Sequence[JoinedCell]], stub: int) -> frozenset[int]:
    """Return the columns beyond the labels with the header that the last column of labels has."""
    lowest = {
        column: cell.text for row in headers for cell in row for column in range(cell.column, cell.column_end)
    }
    name = lowest.get(stub - 1, "")
    return frozenset(column for column, text in lowest.items() if column >= stub > 0 and text == name != "")
