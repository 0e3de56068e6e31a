"""The cells of a worksheet that are shown, as a person sees them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from typing import Any

from openpyxl.utils import get_column_letter

from cofitcheck.readers.xlsx.display import Stored, plain, show

_MAX_SHEET_COLUMNS = 16_384
_INDENT_POINTS = 9.0
"""How far one step of a cell's indent goes."""


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A shown cell with something in it: rows and columns count the shown ones from 0.

    `stored` is the full value of a number that is shown otherwise, "" where the two are the same.
    """

    row: int
    column: int
    rows: int
    columns: int
    text: str
    number: bool
    bold: bool
    indent: float
    address: str
    stored: str = ""

    @property
    def row_end(self) -> int:
        """The row below the cell."""
        return self.row + self.rows

    @property
    def column_end(self) -> int:
        """The column right of the cell."""
        return self.column + self.columns


@dataclass(frozen=True, slots=True)
class Sheet:
    """A worksheet as shown, and what of it is not: hidden rows and columns with something in them, addresses
    of formulas without a stored value and of errors."""

    title: str
    cells: tuple[SheetCell, ...]
    hidden_rows: tuple[int, ...]
    hidden_columns: tuple[str, ...]
    unknown: tuple[str, ...]
    errors: tuple[str, ...]


def texts_of(worksheet: Any) -> Iterable[str]:
    """Yield the texts in a worksheet that are typed as such."""
    return (cell.value for cell in worksheet._cells.values() if isinstance(cell.value, str))


def read_sheet(worksheet: Any, formulas: Container[tuple[int, int]], decimal_comma: bool) -> Sheet:
    """Return what an openpyxl worksheet shows; `formulas` are the (row, column) of its formulas."""
    # The worksheet's own iterators go through every empty cell up to the last one, which may be anywhere.
    held = {place: cell for place, cell in worksheet._cells.items() if cell.value is not None}
    away_rows, away_columns = _hidden_rows(worksheet), _hidden_columns(worksheet)
    merged = {(area.min_row, area.min_col): area for area in worksheet.merged_cells.ranges}
    rows = _Shown({row for row, _ in held}, away_rows)
    columns = _Shown({column for _, column in held}, away_columns)
    look = _Looks()
    cells = []
    for (row, column), cell in sorted(held.items()):
        area = merged.get((row, column))
        last_row, last_column = (area.max_row, area.max_col) if area else (row, column)
        row_span, column_span = rows.between(row, last_row), columns.between(column, last_column)
        if row_span and column_span:
            place = (rows.index(row), columns.index(column), row_span, column_span)
            shown = _shown(cell, look.of(cell), place, worksheet.title, decimal_comma)
            if shown.text.strip():
                cells.append(shown)
    return Sheet(
        title=worksheet.title,
        cells=tuple(_centred_over(cells, worksheet)),
        hidden_rows=tuple(sorted({row for row, _ in held if row in away_rows})),
        hidden_columns=tuple(
            get_column_letter(column) for column in sorted({c for _, c in held if c in away_columns})
        ),
        unknown=tuple(
            cell.coordinate
            for place, cell in sorted(worksheet._cells.items())
            if cell.value is None and place in formulas
        ),
        errors=tuple(cell.coordinate for _, cell in sorted(held.items()) if cell.data_type == "e"),
    )


class _Shown:
    """Rows, or columns, counted without the hidden ones; an empty run of any length counts as one."""

    def __init__(self, held: set[int], hidden: Container[int]) -> None:
        self._numbers = sorted(number for number in held if number not in hidden)
        self._places: list[int] = []
        last, place = 0, -1
        for number in self._numbers:
            empty = any(between not in hidden for between in range(last + 1, min(number, last + 1_000)))
            place += 2 if empty and last else 1
            self._places.append(place)
            last = number

    def index(self, number: int) -> int:
        """Return the place of a row or column, or of the next one shown."""
        return self._places[bisect_left(self._numbers, number)]

    def between(self, first: int, last: int) -> int:
        """Return how many places go from one to another, both included; 0 where none of them is shown."""
        left, right = bisect_left(self._numbers, first), bisect_right(self._numbers, last)
        return self._places[right - 1] - self._places[left] + 1 if right > left else 0


def _hidden_rows(worksheet: Any) -> frozenset[int]:
    return frozenset(
        number
        for number, row in worksheet.row_dimensions.items()
        if row.hidden or (row.height is not None and row.height == 0)
    )


def _hidden_columns(worksheet: Any) -> frozenset[int]:
    hidden: set[int] = set()
    for column in worksheet.column_dimensions.values():
        if column.hidden or (column.customWidth and column.width == 0):
            hidden.update(range(column.min or 0, min(column.max or 0, _MAX_SHEET_COLUMNS) + 1))
    return frozenset(hidden)


@dataclass(frozen=True, slots=True)
class _Look:
    """What a cell's style says."""

    code: str
    bold: bool
    indent: float


class _Looks:
    """The looks of cells; a workbook has few styles and many cells."""

    def __init__(self) -> None:
        self._known: dict[int, _Look] = {}

    def of(self, cell: Any) -> _Look:
        style = cell.style_id
        if style not in self._known:
            indent = _INDENT_POINTS * (cell.alignment.indent or 0)
            self._known[style] = _Look(cell.number_format or "General", bool(cell.font.b), indent)
        return self._known[style]


def _shown(
    cell: Any, look: _Look, place: tuple[int, int, int, int], title: str, decimal_comma: bool
) -> SheetCell:
    """Return a cell as it is shown; `place` is its row, its column, and how many of each it spans."""
    stored: Stored = cell.value
    text = show(stored, look.code, decimal_comma)
    number = isinstance(stored, int | float) and not isinstance(stored, bool)
    held = plain(stored) if number else ""
    return SheetCell(
        *place,
        text=text,
        number=number,
        bold=look.bold,
        indent=look.indent,
        address=f"{title}!{cell.coordinate}",
        stored="" if held == text.replace(",", "") else held,
    )


def _centred_over(cells: list[SheetCell], worksheet: Any) -> Iterable[SheetCell]:
    """Yield the cells, those centred across a selection of empty ones spread over it."""
    taken = {(cell.row, cell.column) for cell in cells}
    last = max((cell.column_end for cell in cells), default=0)
    for cell in cells:
        if cell.number or cell.columns > 1:
            yield cell
            continue
        source = worksheet[cell.address.rpartition("!")[2]]
        if source.alignment.horizontal != "centerContinuous":
            yield cell
            continue
        end, column = cell.column_end, source.column + 1
        while end < last and (cell.row, end) not in taken:
            beside = worksheet._cells.get((source.row, column))
            if beside is None or beside.alignment.horizontal != "centerContinuous":
                break
            end, column = end + 1, column + 1
        yield replace(cell, columns=end - cell.column)
