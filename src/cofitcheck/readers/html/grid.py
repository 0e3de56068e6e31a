"""A `<table>` element to its raw grid: every source cell with the rows and columns it covers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.document import Place
from cofitcheck.readers.contract import STORED
from cofitcheck.readers.html.text import is_hidden, shown
from cofitcheck.readers.settings import Cost, spend
from cofitcheck.readers.tables.raw import (
    MAX_COLUMNS,
    MAX_ROWS,
    DeclaredScope,
    RawCell,
    RawGrid,
    TableTooLargeError,
)

_NUMBER = re.compile(r"\s*\+?([0-9]{1,9})")
_SCOPES = {
    "col": DeclaredScope.COLUMN,
    "colgroup": DeclaredScope.COLUMN,
    "row": DeclaredScope.ROW,
    "rowgroup": DeclaredScope.ROW,
}


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
    stated = cell.get(name)
    match = _NUMBER.match(stated) if stated is not None else None
    return min(max(int(match[1]), 1), MAX_COLUMNS) if match else 1


def read_grid(table: etree._Element, place: Callable[[etree._Element], Place]) -> RawGrid:
    """Lay out a table's cells as a browser does; `place` says where an element stands.

    Rows and cells that are not shown take no place; a cell that holds a table takes its place and says
    nothing. Raises `TableTooLargeError` where rows or columns go past the limits.
    """
    rows: list[tuple[RawCell, ...]] = []
    taken: dict[int, int] = {}  # column -> first row that is free again
    width = 0
    for source in _own_rows(table):
        if is_hidden(source):
            continue
        if len(rows) >= MAX_ROWS:
            raise TableTooLargeError
        cells, row_width = _lay_row(_own_cells(source, table), len(rows), taken, place)
        spend(Cost.PLACES, row_width)
        width = max(width, row_width)
        rows.append(cells)
    return RawGrid(tuple(rows), width)


def _own_cells(row: etree._Element, table: etree._Element) -> Iterator[etree._Element]:
    if not _is_wrapped(row):
        yield from (cell for cell in row if cell.tag in {"td", "th"})
    else:
        yield from (cell for cell in row.iter("td", "th") if _stands_in(cell, table))


def _lay_row(
    source: Iterator[etree._Element],
    row: int,
    taken: dict[int, int],
    place: Callable[[etree._Element], Place],
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
                cells.append(
                    RawCell(
                        row,
                        row_end,
                        column,
                        end,
                        says.text,
                        says.bold,
                        says.indent,
                        place(element),
                        element.get(STORED, ""),
                        declared=_declared(element),
                    )
                )
        column = end
    return tuple(cells), column


def _declared(cell: etree._Element) -> DeclaredScope | None:
    """Return what a cell is the header of, as its scope, the group of its row or its tag says."""
    scope = _SCOPES.get(cell.get("scope", "").lower())
    if scope is None and next(cell.iterancestors("thead", "table"), cell).tag == "thead":
        return DeclaredScope.COLUMN
    return scope or (DeclaredScope.LINE if cell.tag == "th" else None)


def holds_table(element: etree._Element) -> bool:
    """Tell whether there is a table inside an element (itself apart)."""
    tables = element.iter("table")
    return any(table is not element for table in tables)


def _stands_in(element: etree._Element, table: etree._Element) -> bool:
    return next(element.iterancestors("table"), None) is table


def _is_wrapped(row: etree._Element) -> bool:
    """Tell whether the cells stand inside something else than the row itself (a tag that spans cells)."""
    return any(child.tag not in {"td", "th"} and isinstance(child.tag, str) for child in row)
