"""Raw columns to logical columns: side cells ("$", ")", "%") joined to their number, spacers dropped.

Filing software lays a number out over several source cells and pads with empty ones. Two source columns
belong to one logical column when one cell covers both and no row has different cells in them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.language.table_words import UNITS, any_of
from cofitcheck.numbers import NumberContext, is_side_text, is_unit_text, read_number
from cofitcheck.readers.tables.raw import DeclaredScope, RawCell, RawGrid

_AFTER = frozenset(")）%％]*†‡§#^+")
"""The signs that a side text begins with which belongs to the number before it, or to none."""
_PERCENT = frozenset(("(%)", "（%）", "（％）"))
"""Side texts that head a column of percentages and open no number."""
_CURRENCIES = re.compile(any_of(UNITS.currency_heads))
"""The header of a column of currencies: beside amounts under a header of their own they are words."""
_UNITS = re.compile(any_of(UNITS.heads))
"""The header of a column of units, which are those of whole rows."""
_GOES_ON = re.compile(r",\d{3}(?!\d)")
_FIRST_DIGITS = re.compile(r"[(（−–-]?\d{1,3}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_DEEPEST = 8
"""The most rows that a header reaches down through."""


@dataclass(frozen=True, slots=True)
class JoinedCell:
    """One logical cell: the source cells it was joined from, the one with the digits (or the text) first."""

    row: int
    row_end: int
    column: int
    column_end: int
    text: str
    parts: tuple[RawCell, ...]
    decimal_comma: bool = False

    @property
    def indent(self) -> float:
        """Left indentation in points."""
        return self.parts[0].indent

    @property
    def declared(self) -> DeclaredScope | None:
        """What the format says that the cell is the header of."""
        return self.parts[0].declared

    @property
    def bold(self) -> float:
        """The share of the text in bold, 0 to 1."""
        return self.parts[0].bold


@dataclass(frozen=True, slots=True)
class LogicalGrid:
    """Joined cells by row with `column` and `column_end` counted in logical columns.

    `beside_notes` is how many columns of amounts stand beside one of notes, as headers above the table say; 0
    where they name no notes.
    """

    rows: tuple[tuple[JoinedCell, ...], ...]
    columns: int
    beside_notes: int = 0


def join_columns(grid: RawGrid, decimal_comma: bool = False) -> LogicalGrid:
    """Return the logical grid of a raw one; `decimal_comma` says how the document writes decimals."""
    apart = _headed(grid, _CURRENCIES)
    of_rows = _headed(grid, _UNITS)
    corner = _corner(grid)
    joined = [_join_row(row, apart | ({0} if at in corner else set())) for at, row in enumerate(grid.rows)]
    rows = _renumber([_with_units(row, of_rows, decimal_comma) for row in joined])
    groups = _Columns(grid.columns)
    cells = [(number, cell) for number, cell in enumerate(cell for row in rows for cell in row)]
    for number, cell in cells:
        groups.occupy(cell, number)
    # Narrow cells show best where columns are, so they come first. Headings that span the table come last:
    # their unions are refused.
    for _, cell in sorted(cells, key=lambda item: item[1].column_end - item[1].column):
        groups.unite(cell)
    return groups.apply(rows, decimal_comma)


def _headed(grid: RawGrid, header: re.Pattern[str]) -> frozenset[int]:
    """Return the raw columns with a cell that says what a header does."""
    return frozenset(cell.column for row in grid.rows for cell in row if header.fullmatch(cell.text))


def _corner(grid: RawGrid) -> range:
    """Return the rows above the first label of numbers: a currency over the labels is no part of the number
    right of it, which is a year."""
    labelled = (
        at
        for at, row in enumerate(grid.rows)
        if len(row) > 1 and not row[0].column and not is_side_text(row[0].text) and _has_digits(row[1].text)
    )
    return range(next(labelled, 0))


def _renumber(rows: list[list[JoinedCell]]) -> list[list[JoinedCell]]:
    """Drop the empty rows (filing software spaces with them) and count the others anew."""
    new = {old: number for number, old in enumerate(number for number, row in enumerate(rows) if row)}
    kept = sorted(new)

    def moved(cell: JoinedCell) -> JoinedCell:
        row = new[cell.row]
        end = max(bisect_left(kept, cell.row_end), row + 1)
        return JoinedCell(row, end, cell.column, cell.column_end, cell.text, cell.parts, cell.decimal_comma)

    return [[moved(cell) for cell in row] for row in rows if row]


def _opens(text: str) -> bool:
    return is_side_text(text) and text[0] not in _AFTER and text not in _PERCENT


def _closes(text: str) -> bool:
    return text[0] in ")）%％" or text.rstrip(".") in {"bps", "x", "pts", "pp"}


def _join_row(row: tuple[RawCell, ...], apart: frozenset[int]) -> list[JoinedCell]:
    """Return the cells of a row, sides joined to their numbers but for those in the columns `apart`."""
    joined: list[JoinedCell] = []
    waiting: list[RawCell] = []
    for cell in row:
        side = is_side_text(cell.text)
        if side and _closes(cell.text) and joined and not waiting and _has_digits(joined[-1].text):
            joined[-1] = _extend(joined[-1], cell)
        elif cell.text in ("%", "％") and waiting:
            # "$" and "%" side by side head the columns of a change.
            joined.extend(_begin([], side) for side in (*waiting, cell))
            waiting = []
        elif _opens(cell.text) and cell.column not in apart:
            waiting.append(cell)
        elif joined and not waiting and _is_cut(joined[-1], cell):
            begun = joined.pop()
            whole, parts = begun.text + cell.text, (cell, *begun.parts)
            joined.append(JoinedCell(cell.row, cell.row_end, cell.column, cell.column_end, whole, parts))
        else:
            joined.append(_begin(waiting, cell))
            waiting = []
    joined.extend(_begin([], cell) for cell in waiting)
    return sorted(joined, key=lambda cell: cell.column)


def _is_cut(begun: JoinedCell, cell: RawCell) -> bool:
    """Tell whether a number goes on in a cell with the comma behind its first digits: converters cut it."""
    beside = begun.column_end == cell.column
    return beside and bool(_GOES_ON.match(cell.text) and _FIRST_DIGITS.fullmatch(begun.text))


def _with_units(row: list[JoinedCell], of_rows: frozenset[int], decimal_comma: bool) -> list[JoinedCell]:
    """Return the cells of a row with units in a cell of their own joined to the number left of them
    ("4.1 | billion"), beside a label; not those that stand in columns of units of rows."""
    joined: list[JoinedCell] = []
    for cell in row:
        unit = len(joined) > 1 and cell.column not in of_rows and is_unit_text(cell.text)
        if unit and _takes_unit(joined[-1].text, cell.text, decimal_comma):
            joined[-1] = _extend(joined[-1], cell.parts[0])
        else:
            joined.append(cell)
    return joined


def _takes_unit(text: str, unit: str, decimal_comma: bool) -> bool:
    """Tell whether a text is a number that a unit behind it belongs to, and no year."""
    if _YEAR.fullmatch(text):
        return False
    context = NumberContext(decimal_comma=decimal_comma)
    number, whole = read_number(text, context), read_number(f"{text} {unit}", context)
    return bool(number and whole and number.displayed is not None and number != whole)


def _has_digits(text: str) -> bool:
    return any(map(str.isdigit, text)) or any(dash in text for dash in "-–—")


def _begin(sides: list[RawCell], cell: RawCell) -> JoinedCell:
    if not _has_digits(cell.text) and sides:
        sides = []
    text = " ".join([*(side.text for side in sides), cell.text]).replace("( ", "(")
    first = sides[0].column if sides else cell.column
    return JoinedCell(cell.row, cell.row_end, first, cell.column_end, text, (cell, *sides))


def _extend(cell: JoinedCell, side: RawCell) -> JoinedCell:
    gap = "" if side.text[0] in ")）%％" else " "
    return JoinedCell(
        cell.row,
        cell.row_end,
        cell.column,
        max(cell.column_end, side.column_end),
        cell.text + gap + side.text,
        (*cell.parts, side),
    )


class _Columns:
    """Runs of neighbouring raw columns; two runs with different cells in one row never unite."""

    def __init__(self, width: int) -> None:
        self.parent = list(range(width))
        self.end = list(range(1, width + 1))  # per run, by its first column: the column after its last
        self.cells: list[dict[int, int]] = [{} for _ in range(width)]  # per run: row -> the one cell there

    def occupy(self, cell: JoinedCell, number: int) -> None:
        """Note where a cell's core stands, in all its rows; a wide cell is noted in its first column only."""
        for row in range(cell.row, min(cell.row_end, cell.row + _DEEPEST)):
            self.cells[cell.column].setdefault(row, number)

    def find(self, column: int) -> int:
        while self.parent[column] != column:
            self.parent[column] = self.parent[self.parent[column]]
            column = self.parent[column]
        return column

    def unite(self, cell: JoinedCell) -> None:
        """Make one run of the runs that a cell covers. It goes from run to run, not from column to column, as
        there are colspans of a thousand."""
        left = self.find(cell.column)
        while self.end[left] < cell.column_end:
            right = self.end[left]
            if self._conflict(left, right):
                left = right
            else:
                self._merge(left, right)

    def _covered(self, cell: JoinedCell) -> Iterator[int]:
        run = self.find(cell.column)
        yield run
        while self.end[run] < cell.column_end:
            run = self.end[run]
            yield run

    def _conflict(self, left: int, right: int) -> bool:
        small, large = sorted((self.cells[left], self.cells[right]), key=len)
        return any(large.get(row, number) != number for row, number in small.items())

    def _merge(self, left: int, right: int) -> None:
        self.parent[right] = left
        self.end[left] = self.end[right]
        self.cells[left].update(self.cells[right])

    def apply(self, rows: list[list[JoinedCell]], decimal_comma: bool) -> LogicalGrid:
        used = sorted(
            {self.find(column) for column in range(len(self.parent)) if self.cells[self.find(column)]}
        )
        order = {root: position for position, root in enumerate(used)}
        renamed = tuple(tuple(self._rename(cell, order, decimal_comma) for cell in row) for row in rows)
        return LogicalGrid(renamed, len(used))

    def _rename(self, cell: JoinedCell, order: dict[int, int], decimal_comma: bool) -> JoinedCell:
        covered = [order[run] for run in self._covered(cell) if run in order]
        first = order[self.find(cell.column)]
        end = max([first, *covered]) + 1
        return JoinedCell(cell.row, cell.row_end, first, end, cell.text, cell.parts, decimal_comma)
