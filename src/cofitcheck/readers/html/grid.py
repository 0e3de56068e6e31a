"""A `<table>` element to its raw grid: every source cell with the rows and columns it covers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from cofitcheck.readers.html.style import is_hidden
from cofitcheck.readers.html.text import shown

MAX_COLUMNS = 1000
"""The largest colspan the HTML standard allows; no wider grid is built."""
MAX_ROWS = 20_000
_NUMBER = re.compile(r"\s*\+?([0-9]{1,9})")


class TableTooLargeError(Exception):
    """The grid would be larger than any table a person wrote."""


@dataclass(frozen=True, slots=True)
class RawCell:
    """A source cell with text: rows and columns are half-open intervals [row, row_end), [column,
    column_end)."""

    row: int
    row_end: int
    column: int
    column_end: int
    text: str
    bold: float
    indent: float
    element: etree._Element


@dataclass(frozen=True, slots=True)
class RawGrid:
    """The shown, non-empty cells of a table by row, each row from left to right."""

    rows: tuple[tuple[RawCell, ...], ...]
    columns: int


def _own_rows(table: etree._Element) -> Iterator[etree._Element]:
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in {"thead", "tbody", "tfoot"} or not isinstance(child.tag, str):
            yield from (row for row in child if row.tag == "tr")
        elif child.tag not in {"caption", "colgroup", "col"}:
            # Broken markup puts rows inside whatever stands there (a form, an unwrapped tag).
            yield from (row for row in child.iter("tr") if _stands_in(row, table))


def _span(cell: etree._Element, name: str) -> int:
    match = _NUMBER.match(cell.get(name, "1"))
    return min(max(int(match[1]), 1), MAX_COLUMNS) if match else 1


def read_grid(table: etree._Element) -> RawGrid:
    """Lay out a table's cells as a browser does.

    Rows and cells that are not shown take no place; a cell that holds a table takes its place and says
    nothing. Raises `TableTooLargeError` where rows or columns go
    past the limits.
    """
    rows: list[tuple[RawCell, ...]] = []
    taken: dict[int, int] = {}  # column -> first row that is free again
    width = 0
    for source in _own_rows(table):
        if is_hidden(source):
            continue
        if len(rows) >= MAX_ROWS:
            raise TableTooLargeError
        cells, row_width = _lay_row(_own_cells(source, table), len(rows), taken)
        width = max(width, row_width)
        rows.append(cells)
    return RawGrid(tuple(rows), width)


def _own_cells(row: etree._Element, table: etree._Element) -> Iterator[etree._Element]:
    if not _is_wrapped(row):
        yield from (cell for cell in row if cell.tag in {"td", "th"})
    else:
        yield from (cell for cell in row.iter("td", "th") if _stands_in(cell, table))


def _lay_row(
    source: Iterator[etree._Element], row: int, taken: dict[int, int]
) -> tuple[tuple[RawCell, ...], int]:
    cells: list[RawCell] = []
    column = 0
    for element in source:
        if is_hidden(element):
            continue
        while taken.get(column, 0) > row:
            column += 1
        end = column + _span(element, "colspan")
        if end > 4 * MAX_COLUMNS:
            raise TableTooLargeError
        row_end = row + _span(element, "rowspan")
        if row_end > row + 1:
            taken.update(dict.fromkeys(range(column, end), row_end))
        if (element.text and not element.text.isspace()) or (len(element) and not holds_table(element)):
            says = shown(element)
            if says.text:
                cells.append(RawCell(row, row_end, column, end, says.text, says.bold, says.indent, element))
        column = end
    return tuple(cells), column


def holds_table(element: etree._Element) -> bool:
    """Tell whether there is a table inside an element (itself apart)."""
    tables = element.iter("table")
    return any(table is not element for table in tables)


def _stands_in(element: etree._Element, table: etree._Element) -> bool:
    return next(element.iterancestors("table"), None) is table


def _is_wrapped(row: etree._Element) -> bool:
    """Tell whether the cells stand inside something else than the row itself (a tag that spans cells)."""
    return any(child.tag not in {"td", "th"} and isinstance(child.tag, str) for child in row)
