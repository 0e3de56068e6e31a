"""Which rows only name the rows below them."""

from __future__ import annotations

from collections.abc import Set

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN, NUMERALS, is_total
from cofitcheck.language.table_words import is_part
from cofitcheck.readers.tables.grid.logical import JoinedCell, LogicalGrid
from cofitcheck.readers.tables.roles.cells import is_digits, is_value

NOTE_LENGTH = 200
"""What is longer is a note, and names or heads nothing."""
_COUNTED = re.compile(rf"[（(]?[{NUMERALS}]{{1,3}}[)）、．.]?")
_ORDER = re.compile(r"\d{1,2}[.、]?")
_PAIR = 2
"""The number of a row and its name, each in a column of its own."""
_ACCOUNT = re.compile(r"\d[\dX]{3}")


def reached_by_numbers(grid: LogicalGrid) -> frozenset[int]:
    """Return the rows that a number of a row above stands beside too: what they say is of that row."""
    numbers = (cell for row in grid.rows for cell in row if is_digits(cell))
    return frozenset(row for cell in numbers for row in range(cell.row + 1, cell.row_end))


def without_notes(row: tuple[JoinedCell, ...], notes: Set[int]) -> tuple[JoinedCell, ...]:
    """Return a row without the notes beside its label."""
    return tuple(cell for cell in row if cell.column not in notes) or row


def _names_rows(row: tuple[JoinedCell, ...]) -> bool:
    """Tell whether a Chinese or Japanese label that ends in a colon stands beside blanks only; in other
    languages that is also how an item without an amount is printed."""
    label, beyond = row[0].text, row[1:]
    if not (label.endswith((":", "：")) and EAST_ASIAN.search(label)):
        return False
    return all(is_value(cell) and not is_digits(cell) for cell in beyond)


def is_numbered_section(grid: LogicalGrid, number: int, stub: int) -> bool:
    """Tell whether a row is a name and, in the column left of it, its number in Chinese or the code of its
    account, or a number that the next row is part of; beside a number a remark may stand in the last
    column, and dashes in the others."""
    row = grid.rows[number]
    if stub < _PAIR or len(row) < _PAIR or row[0].column or row[1].column != 1:
        return False
    counted = _COUNTED.fullmatch(row[0].text) is not None or _heads_parts(grid, number)
    if not (counted or _heads_accounts(grid, number)) or is_value(row[1]):
        return False
    if row[1].column_end > stub and row[1].column_end < grid.columns:
        return False
    remarks = [cell for cell in row[2:] if not (counted and is_value(cell) and not is_digits(cell))]
    alone = all(cell.column_end == grid.columns and not is_value(cell) for cell in remarks)
    return not remarks or (counted and len(remarks) == 1 and alone)


def _heads_parts(grid: LogicalGrid, number: int) -> bool:
    """Tell whether a row is numbered in digits, and the next one as a part of it ("1", "1.1") or not at
    all."""
    row, below = grid.rows[number], grid.rows[number + 1 : number + 2]
    if not _ORDER.fullmatch(row[0].text) or row[0].row_end > number + 1 or not (below and below[0]):
        return False
    first = below[0][0]
    bare = first.column == 1 and not is_value(first) and EAST_ASIAN.search(first.text) is not None
    return is_part(first.text, row[0].text) if first.column == 0 else bare and not is_total(first.text)


def _heads_accounts(grid: LogicalGrid, number: int) -> bool:
    """Tell whether a row has the code of an account that the account of the next row is part of."""
    code, below = grid.rows[number][0].text, grid.rows[number + 1 : number + 2]
    part = below[0][0].text if below and below[0] else ""
    return all(map(_ACCOUNT.fullmatch, (code, part))) and part.startswith(code.rstrip("0X"))


def is_section(row: tuple[JoinedCell, ...], stub: int) -> bool:
    """Tell whether a row is nothing but a short label, or a label that names the rows below it."""
    return (
        (len(row) == 1 or _names_rows(row))
        and row[0].column < max(stub, 1)
        and len(row[0].text) <= NOTE_LENGTH
        and not is_value(row[0])
        and row[0].parts[0].heads
    )
