"""The tables of a worksheet, told apart by empty rows and columns and by headers: nothing else says where one
ends.

A sheet is cut at empty columns where both sides have labels of their own, and at empty rows where what is
below has a header of its own; empty rows within a table, and empty columns between its values, cut nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from cofitcheck.periods.text import read_period
from cofitcheck.readers.settings import Cost, spend
from cofitcheck.readers.xlsx.sheet import SheetCell

_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_NOTE = 60
"""A text longer than this in a row of its own is a sentence."""
_FEWEST_LABELS = 2
"""The fewest words beside numbers that make a column one of labels."""

Row = tuple[SheetCell, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """A table, or text where `is_table` is False: its rows from the top down."""

    rows: tuple[Row, ...]
    is_table: bool


def regions(cells: Sequence[SheetCell]) -> Iterator[Region]:
    """Yield the tables and texts of a sheet, from the top down and from the left."""
    parts = _side_by_side(cells)
    if len(parts) > 1:
        for part in parts:
            yield from regions(part)
        return
    bands = [[*band] for band in _bands(cells)]
    if len(bands) > 1 and any(len(_side_by_side(_cells_in(band))) > 1 for band in bands):
        for band in bands:
            yield from regions(_cells_in(band))
        return
    yield from _stacked(bands)


def _cells_in(band: Sequence[Row]) -> list[SheetCell]:
    return [cell for row in band for cell in row]


def _rows(cells: Sequence[SheetCell]) -> list[Row]:
    ordered = sorted(cells, key=lambda cell: (cell.row, cell.column))
    return [tuple(row) for _, row in groupby(ordered, key=lambda cell: cell.row)]


def _bands(cells: Sequence[SheetCell]) -> Iterator[list[Row]]:
    """Yield the runs of rows without an empty one between them."""
    band: list[Row] = []
    end = 0
    for row in _rows(cells):
        if band and row[0].row > end:
            yield band
            band = []
        band.append(row)
        end = max(end, *(cell.row_end for cell in row))
    if band:
        yield band


def _side_by_side(cells: Sequence[SheetCell]) -> list[list[SheetCell]]:
    """Return the cells cut at the empty columns where what is on the right labels rows of its own."""
    covered = {column for cell in cells for column in range(cell.column, cell.column_end)}
    parts: list[list[SheetCell]] = [[]]
    ordered = sorted(cells, key=lambda cell: cell.column)
    for cell in ordered:
        begins = cell.column - 1 not in covered and parts[-1] and cell.column > parts[-1][-1].column
        if begins:
            spend(Cost.PLACES, len(ordered), cell.address)
            left = [each for each in parts[-1] if each.column < cell.column]
            right = [each for each in ordered if each.column >= cell.column]
            if _labels_rows(right) and _has_numbers(left):
                parts.append([])
        parts[-1].append(cell)
    return parts


def _labels_rows(cells: Sequence[SheetCell]) -> bool:
    """Tell whether the first column holds words beside numbers, and no numbers."""
    first = min(cell.column for cell in cells)
    labels = [cell for cell in cells if cell.column == first]
    rows = {cell.row for cell in cells if cell.column > first and is_amount(cell)}
    beside = sum(cell.row in rows for cell in labels)
    return beside >= _FEWEST_LABELS and not any(cell.number for cell in labels)


def _has_numbers(cells: Sequence[SheetCell]) -> bool:
    return any(is_amount(cell) for cell in cells)


def is_amount(cell: SheetCell) -> bool:
    """Tell whether a cell holds a number that is no year."""
    return cell.number and not _is_year(cell)


def _is_year(cell: SheetCell) -> bool:
    return cell.text.isdecimal() and len(cell.text) == 4 and _FIRST_YEAR <= int(cell.text) <= _LAST_YEAR


def _stacked(bands: Sequence[list[Row]]) -> Iterator[Region]:
    """Yield the tables that bands of rows make, one below the other, with the text between them."""
    table: list[Row] = []
    waiting: list[Row] = []  # text that belongs to the table above or to the one below
    for band in bands:
        lead, body = _split_title(band)
        if not body:
            waiting += lead
        elif table and not lead and not _has_header(body) and _goes_on(table, body):
            table += [*waiting, *body]
            waiting = []
        else:
            yield from _finish(table)
            yield from _text([*waiting, *lead])
            table, waiting = list(body), []
    yield from _finish(table)
    yield from _text(waiting)


def _finish(table: Sequence[Row]) -> Iterator[Region]:
    """Yield a table, and the notes at its end as text."""
    end = len(table)
    while end and len(table[end - 1]) == 1 and len(table[end - 1][0].text) > _NOTE:
        end -= 1
    if end:
        yield Region(tuple(table[:end]), True)
    yield from _text(table[end:])


def _text(rows: Sequence[Row]) -> Iterator[Region]:
    if rows:
        yield Region(tuple(rows), False)


def _split_title(band: list[Row]) -> tuple[list[Row], list[Row]]:
    """Return the rows of a single text at the top of a band that a header follows, and the other rows."""
    first = min(cell.column for row in band for cell in row)
    lead = 0
    while lead < len(band) and len(band[lead]) == 1 and band[lead][0].column == first:
        if is_amount(band[lead][0]) or _is_year(band[lead][0]):
            break
        lead += 1
    if lead < len(band) and not _has_header(band[lead:]):
        lead = max(0, lead - 1) if lead and _has_numbers(band[lead]) else lead
    return band[:lead], band[lead:]


def _has_header(rows: Sequence[Row]) -> bool:
    """Tell whether rows begin with one that heads columns: no number in it, and more than a label."""
    row = rows[0]
    if any(is_amount(cell) for cell in row):
        return False
    first = min(each.column for each in _cells_in(rows))
    beyond = [cell for cell in row if cell.column > first]
    return bool(beyond) and (len(row) > 1 or _is_dated(beyond[0]) or beyond[0].columns > 1)


def _is_dated(cell: SheetCell) -> bool:
    return cell.number or bool(read_period(cell.text))


def _goes_on(table: Sequence[Row], body: Sequence[Row]) -> bool:
    """Tell whether the numbers below stand in columns of the table above, or that had none yet."""
    spend(Cost.PLACES, len(table) + len(body), body[0][0].address)
    above = {cell.column for row in table for cell in row if is_amount(cell)}
    below = {cell.column for row in body for cell in row if is_amount(cell)}
    return not above or below <= above
