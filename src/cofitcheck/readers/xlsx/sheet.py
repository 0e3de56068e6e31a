"""The cells of a worksheet as a person sees them, and what the formulas of a workbook add up.

A formula counts only where it adds up cells of its own sheet, and nothing else.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token
from openpyxl.utils import get_column_letter, range_boundaries

from cofitcheck import patterns as re
from cofitcheck.document import Mention
from cofitcheck.readers.xlsx.book import Address, CellLook, StoredSheet
from cofitcheck.readers.xlsx.display import Stored, plain, show

_SUMS = re.compile(r"=?[-+()\s,:$A-Za-z0-9]++\Z")
"""The characters of a formula that only adds up; others multiply, compare, or refer to another sheet."""
_MOST_CELLS = 1_000
"""The most cells of a sum of a table."""

Sum = tuple[tuple[int, int], ...]
"""Mentions that are added up, each with its sign."""
Addends = tuple[tuple[Address, int], ...]
"""Cells that are added up, each with its sign."""


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
class ShownSheet:
    """A worksheet as shown, and what of it is not: hidden rows and columns with something in them, addresses
    of formulas without a stored value and of errors."""

    title: str
    cells: tuple[SheetCell, ...]
    hidden_rows: tuple[int, ...]
    hidden_columns: tuple[str, ...]
    unknown: tuple[str, ...]
    errors: tuple[str, ...]


def texts_of(sheet: StoredSheet) -> Iterable[str]:
    """Yield the texts in a worksheet that are typed as such."""
    return (cell.value for cell in sheet.cells.values() if isinstance(cell.value, str))


def read_sheet(source: StoredSheet, decimal_comma: bool) -> ShownSheet:
    """Return what a worksheet shows."""
    held = {place: cell.value for place, cell in source.cells.items() if cell.value is not None}
    rows = _Shown({row for row, _ in held}, source.hidden_rows)
    columns = _Shown({column for _, column in held}, source.hidden_columns)
    cells = []
    for (row, column), value in sorted(held.items(), key=itemgetter(0)):
        last_row, last_column = source.merged.get((row, column), (row, column))
        row_span, column_span = rows.between(row, last_row), columns.between(column, last_column)
        if row_span and column_span:
            place = (rows.index(row), columns.index(column), row_span, column_span)
            address = f"{source.title}!{coordinate(row, column)}"
            shown = _shown(value, source.cells[row, column].look, place, address, decimal_comma)
            if shown.text.strip():
                cells.append((shown, (row, column)))
    away_columns = {column for _, column in held if column in source.hidden_columns}
    return ShownSheet(
        title=source.title,
        cells=tuple(_centred_over(cells, source)),
        hidden_rows=tuple(sorted({row for row, _ in held if row in source.hidden_rows})),
        hidden_columns=tuple(get_column_letter(column) for column in sorted(away_columns)),
        unknown=tuple(
            coordinate(*place)
            for place, cell in sorted(source.cells.items(), key=itemgetter(0))
            if cell.value is None and place in source.formulas
        ),
        errors=tuple(coordinate(*place) for place in sorted(held) if source.cells[place].is_error),
    )


def coordinate(row: int, column: int) -> str:
    """Return what Excel calls a cell: B7."""
    return f"{get_column_letter(column)}{row}"


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


def _shown(
    stored: Stored, look: CellLook, place: tuple[int, int, int, int], address: str, decimal_comma: bool
) -> SheetCell:
    """Return a cell as it is shown; `place` is its row, its column, and how many of each it spans."""
    text = show(stored, look.code, decimal_comma)
    number = isinstance(stored, int | float) and not isinstance(stored, bool)
    held = plain(stored) if number else ""
    return SheetCell(
        *place,
        text=text,
        number=number,
        bold=look.bold,
        indent=look.indent,
        address=address,
        stored="" if held == text.replace(",", "") else held,
    )


def _centred_over(cells: Sequence[tuple[SheetCell, Address]], source: StoredSheet) -> Iterable[SheetCell]:
    """Yield the cells, those centred across a selection of empty ones spread over it."""
    taken = {(cell.row, cell.column) for cell, _ in cells}
    last = max((cell.column_end for cell, _ in cells), default=0)
    for cell, (row, column) in cells:
        if cell.number or cell.columns > 1 or not source.cells[row, column].look.spreads:
            yield cell
            continue
        end, beside = cell.column_end, column + 1
        while end < last and (cell.row, end) not in taken:
            next_cell = source.cells.get((row, beside))
            if next_cell is None or not next_cell.look.spreads:
                break
            end, beside = end + 1, beside + 1
        yield replace(cell, columns=end - cell.column)


def sums_of(sheets: Iterable[StoredSheet], mentions: Sequence[Mention]) -> dict[int, Sum]:
    """Return for each mention that a formula adds up the mentions that it adds, each with its sign.

    A formula counts only where everything with a number that it adds is a mention: what a hidden row holds
    cannot be added up by a reader.
    """
    by_label = {mention.place.label: mention.index for mention in mentions}
    found: dict[int, Sum] = {}
    for sheet in sheets:
        for place, formula in sheet.formulas.items():
            total = by_label.get(_label(sheet, place))
            addends = addends_of(formula) if total is not None else None
            if total is None or addends is None:
                continue
            held = [(at, sign) for at, sign in addends if _is_number(sheet, at)]
            parts = [(by_label.get(_label(sheet, at)), sign) for at, sign in held]
            known = tuple((index, sign) for index, sign in parts if index is not None)
            if len(known) == len(held) >= 2:
                found[total] = known
    return found


def addends_of(formula: str) -> Addends | None:
    """Return what a formula adds up: "=SUM(B2:B5)-B7" four cells and, with the other sign, one.

    None of a formula that does anything else.
    """
    if not _SUMS.match(formula):
        return None
    try:
        found = list(_addends(Tokenizer(formula).items))
    except _NoSumError:
        return None
    places = [place for place, _ in found]
    return tuple(found) if len(set(places)) == len(places) else None


class _NoSumError(Exception):
    """The formula is no sum."""


def _addends(tokens: Iterable[Token]) -> Iterator[tuple[Address, int]]:
    outer, sign = [1], 1
    for token in tokens:
        match token.type, token.subtype:
            case Token.WSPACE, _:
                pass
            case ((Token.OP_IN | Token.OP_PRE), _) if token.value in "+-":
                sign = outer[-1] if token.value == "+" else -outer[-1]
            case Token.OPERAND, Token.RANGE:
                yield from ((place, sign) for place in _places(token.value))
                sign = outer[-1]
            case Token.FUNC, Token.OPEN if token.value.upper() == "SUM(":
                outer.append(sign)
            case Token.PAREN, Token.OPEN:
                outer.append(sign)
            case ((Token.FUNC | Token.PAREN), Token.CLOSE):
                outer.pop()
                sign = outer[-1]
            case Token.SEP, Token.ARG:
                sign = outer[-1]
            case _:
                raise _NoSumError


def _places(reference: str) -> Iterator[Address]:
    try:
        # Of a whole column or row the edges are None.
        left, top, right, bottom = (edge or 0 for edge in range_boundaries(reference))
    except ValueError:
        raise _NoSumError from None
    if not left or not top or (right - left + 1) * (bottom - top + 1) > _MOST_CELLS:
        raise _NoSumError
    return ((row, column) for row in range(top, bottom + 1) for column in range(left, right + 1))


def _is_number(sheet: StoredSheet, place: Address) -> bool:
    cell = sheet.cells.get(place)
    return cell is not None and isinstance(cell.value, int | float) and not isinstance(cell.value, bool)


def _label(sheet: StoredSheet, place: Address) -> str:
    return f"{sheet.title}!{coordinate(*place)}"
