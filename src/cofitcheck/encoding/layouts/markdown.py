"""A table's texts as Markdown has them: one header line, one line a body row, no merged cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from cofitcheck.caching import cached
from cofitcheck.document.model import Cell, Mention, Table
from cofitcheck.encoding.texts import PLACEHOLDER, mask_numbers

BETWEEN_HEADERS = " / "
"""Between the rows of a column's header: a Markdown table has one header line."""


@dataclass(frozen=True)
class MarkdownTable:
    """The texts of a table's grid, ready to stand between bars.

    `columns` are the grid columns that hold any text; `header` has the joined header of each, `body` the
    texts of each body row by column, in the order of the rows. `stubs` are the columns of row labels. An
    empty cell is missing.
    """

    columns: tuple[int, ...]
    stubs: tuple[int, ...]
    header: dict[int, str]
    body: dict[int, dict[int, str]]
    inner_headers: frozenset[int]

    def label(self, row: int) -> str:
        """Return the first text of a body row, "" where it has none."""
        return next(iter(self.body.get(row, {}).values()), "")


# Labels recur in every mention of their row and column.
@cached(1 << 16)
def shown(text: str, masked: bool) -> str:
    """Return a text on one line, its values hidden where `masked`."""
    line = " ".join(text.split())
    return mask_numbers(line) if masked else line


def markdown_table(table: Table, mentions: Sequence[Mention], masked: bool) -> MarkdownTable:
    """Lay out a table; where `masked`, every cell with a mention has the same placeholder.

    What spans several cells is repeated: a header over its columns, a row label over its rows. A mention
    stands once, at its own place.
    """
    places = {(mention.row, mention.column) for mention in mentions}
    first_body_row = min([table.header_rows, *(row for row, _ in places)])
    header: dict[int, list[str]] = defaultdict(list)
    body: dict[int, dict[int, str]] = defaultdict(dict)
    for cell in sorted(table.cells, key=lambda cell: (cell.row, cell.column)):
        mention = (cell.row, cell.column) in places
        text = escape(shown(cell.text, masked))
        if mention and (masked or not text):
            text = PLACEHOLDER
        if cell.row < first_body_row:
            _add_header(header, cell, text)
        elif text:
            last = cell.row + (1 if mention else cell.rows)
            for row in range(cell.row, last):
                body[row][cell.column] = text
    columns = tuple(sorted({*header, *(column for texts in body.values() for column in texts)}))
    numbers = {column for _, column in places}
    return MarkdownTable(
        columns=columns,
        stubs=tuple(each for each in columns if each < table.stub_columns and each not in numbers),
        header={column: BETWEEN_HEADERS.join(texts) for column, texts in header.items()},
        body={row: dict(sorted(body[row].items())) for row in sorted(body)},
        inner_headers=table.inner_headers,
    )


def escape(text: str) -> str:
    """Return a text that does not end its cell."""
    return text.replace("\\", "\\\\").replace("|", "\\|")


def _add_header(header: dict[int, list[str]], cell: Cell, text: str) -> None:
    for column in range(cell.column, cell.column + cell.columns):
        if text and text not in header[column]:
            header[column].append(text)
