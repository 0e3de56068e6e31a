"""Columns of references to notes: known by their header, their small whole numbers and their position.

Accounts print the number of the note that explains a row between its label and its amounts. Where the
header of that column is lost, the numbers themselves tell: they are small, rise from row to row, and stand
beside far larger amounts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.numbers import NumberContext, is_reference, read_number
from cofitcheck.readers.tables.grid.logical import JoinedCell, LogicalGrid

_ONE = r"\d{1,2}(?:\.\d{1,2})?(?:\s?\(?[a-z]{1,4}\)?|\s?\(\d{1,2}\))?"
_REFERENCES = re.compile(
    rf"(?:notes?\s)?{_ONE}(?:\s?(?:[,;&/–-]|and|to)\s?{_ONE}){{0,4}}", re.IGNORECASE | re.ASCII
)
"""The numbers of notes: "4", "4(a)", "12.1", "5, 6"."""
_LONGEST = 24
"""What is longer refers to no note."""
_NUMBER = re.compile(r"\d{1,2}")
_LARGER = 20
"""How many times its reference the amounts of a row are at the least."""
_FAR_LARGER = 1000
"""The same, where only one or two references say that they are such."""
_SEVERAL = 3
"""Fewer numbers tell nothing of a column without a header."""
_MOSTLY = 2 / 3
"""The share of the rows that must speak for notes."""


def is_note(text: str) -> bool:
    """Tell whether a text may be the number of a note, or of several."""
    return len(text) <= _LONGEST and _REFERENCES.fullmatch(text) is not None


def note_columns(grid: LogicalGrid, header: int, stub: int) -> frozenset[int]:
    """Return the columns of references to notes, given how many rows are headers and how many columns label
    rows."""
    columns: dict[int, list[JoinedCell]] = defaultdict(list)
    for row in grid.rows[header:]:
        for cell in row:
            columns[cell.column].append(cell)
    return frozenset(
        column
        for column, cells in columns.items()
        if column and _refers(grid, header, column, cells, beside=column <= stub)
    )


def _refers(
    grid: LogicalGrid, header: int, column: int, cells: Sequence[JoinedCell], *, beside: bool
) -> bool:
    """Tell whether a column of cells refers to notes; `beside` tells that it stands among the labels or right
    of them."""
    notes = [cell for cell in cells if not is_reference(cell.text)]
    if not notes or not all(is_note(cell.text) for cell in notes):
        return False
    over = _over(grid, header, column)
    if over or len(notes) < len(cells):
        return all(map(is_reference, over))
    return beside and _look_like_notes(grid, header, column, notes)


def _over(grid: LogicalGrid, header: int, column: int) -> list[str]:
    """Return the headers over a column; one over the whole table is its title."""
    rows = grid.rows[:header]
    over = (cell for row in rows for cell in row if cell.column <= column < cell.column_end)
    return [cell.text for cell in over if cell.column_end - cell.column < grid.columns]


def _look_like_notes(grid: LogicalGrid, header: int, column: int, notes: Sequence[JoinedCell]) -> bool:
    """Tell whether numbers without a header are those of notes, by what stands beside and below them."""
    if not all(_is_labelled(grid.rows[cell.row], column) for cell in notes):
        return False
    numbers = [int(_NUMBER.findall(cell.text)[0]) for cell in notes]
    beside = [_amounts(grid.rows[cell.row], column) for cell in notes]
    columns = {other for row in grid.rows[header:] for other in _amounts(row, column)}
    headed = {other for other in columns if _over(grid, header, other)}
    told = grid.beside_notes or (len(headed) if _names_notes(grid, header) else 0)
    if told and told == len(columns):
        return True
    factors = [
        max(row.values()) / number for row, number in zip(beside, numbers, strict=True) if row and number
    ]
    if not factors or sum(factor >= _LARGER for factor in factors) < _MOSTLY * len(factors):
        return False
    if told:
        return True
    if len(notes) < _SEVERAL:
        return headed == columns and min(factors) >= _FAR_LARGER
    rising = sum(above <= below for above, below in pairwise(numbers)) >= _MOSTLY * (len(numbers) - 1)
    return rising and min(numbers) < max(numbers)


def _amounts(row: Sequence[JoinedCell], column: int) -> dict[int, Decimal]:
    """Return the amounts of a row right of a column by their columns, without signs, 0 for a dash."""
    amounts = {}
    for cell in row:
        number = read_number(cell.text, NumberContext(decimal_comma=cell.decimal_comma))
        if number and cell.column > column:
            amounts[cell.column] = abs(number.displayed or Decimal())
    return amounts


def _is_labelled(row: Sequence[JoinedCell], column: int) -> bool:
    return any(cell.column < column and any(map(str.isalpha, cell.text)) for cell in row)


def _names_notes(grid: LogicalGrid, header: int) -> bool:
    """Tell whether the headers speak of notes, though not over their column."""
    return any(is_reference(cell.text) for row in grid.rows[:header] for cell in row)
