"""Totals that are printed as a dash, or as nil: their parts cancel."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cofitcheck.checks.sums.instance import ReadMatrix
from cofitcheck.checks.sums.table import TableSums
from cofitcheck.document import Table
from cofitcheck.numbers import Kind
from cofitcheck.numbers.printed import read_printed

_NOUGHT = (Kind.DASH, Kind.NIL)


def cancelling(table: Table, sums: TableSums) -> Iterator[tuple[ReadMatrix, tuple[int, ...]]]:
    """Yield the parts (mentions) that come to nothing where their total is printed as a dash, and the matrix.

    The relation must be one that more lines of the table keep than break. Where the parts do not cancel,
    nothing is said: what the dash stands for may be that the total means nothing there.
    """
    nought = _printed_as_nought(table)
    if not nought:
        return
    for sheet in sums.sheets:
        matrix = sheet.matrix
        for relation in (each for each in sheet.relations if each.held > each.broken):
            lines = [line for line, _ in relation.addends]
            cancels = 2 * np.abs(relation.residual(matrix.values)) <= relation.tolerance(matrix.units)
            cancels &= ~matrix.stated[relation.total] & ((matrix.values[lines] != 0).sum(axis=0) >= 2)
            for column in np.nonzero(cancels)[0].tolist():
                place = matrix.rows[relation.total], matrix.columns[column]
                if (place if sheet.down else place[::-1]) in nought:
                    stated = (line for line in lines if matrix.stated[line, column])
                    yield sheet, tuple(int(matrix.mentions[line, column]) for line in stated)


def _printed_as_nought(table: Table) -> frozenset[tuple[int, int]]:
    """Return the rows and columns that cells with a dash, or with "nil", cover."""
    return frozenset(
        (cell.row, column)
        for cell in table.cells
        if (printed := read_printed(cell.text, decimal_comma=False)) and printed.kind in _NOUGHT
        for column in range(cell.column, cell.column + cell.columns)
    )
