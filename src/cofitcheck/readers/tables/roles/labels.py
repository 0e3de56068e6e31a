"""Which leading columns label rows, and which of these number the rows or refer to something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from cofitcheck.language.lexicon import EAST_ASIAN
from cofitcheck.periods.text import read_period
from cofitcheck.readers.tables.grid.logical import JoinedCell, LogicalGrid
from cofitcheck.readers.tables.roles.cells import is_basis_points, is_code, is_digits, is_value
from cofitcheck.readers.tables.roles.codes import (
    heads_codes,
    heads_notes,
    heads_order,
    heads_terms,
    heads_types,
    is_term,
    numbers_rows,
)
from cofitcheck.readers.tables.roles.headers import FIRST_ROWS

_FEWEST_NUMBERED = 2
"""Fewer numbers in the first column number no rows."""


def notes_among_labels(grid: LogicalGrid, header: int, stub: int) -> frozenset[int]:
    """Return the columns among the labels, the first apart, whose header says that they refer to notes or
    hold codes; what has the header of a code and no digits are names ("产品类别"), and so are types right
    behind the numbers of rows."""
    heads = [cell for row in grid.rows[:header] for cell in row if 0 < cell.column < cell.column_end <= stub]
    held = {cell.column for row in grid.rows[header:] for cell in row if any(map(str.isdigit, cell.text))}
    ordered = any(cell.column == 0 and heads_order(cell.text) for row in grid.rows[:header] for cell in row)
    return frozenset(
        head.column
        for head in heads
        if heads_notes(head.text)
        and (head.column in held or not heads_codes(head.text))
        and not (ordered and head.column == 1 and heads_types(head.text))
    )


def label_columns(grid: LogicalGrid) -> tuple[int, bool]:
    """Count the leading columns that label rows, and tell whether the first numbers them; the first column
    labels unless most of it are numbers.

    One that only numbers the rows, or gives the code of what the next column names, is one of them.
    """
    if _assumes_rates(grid):
        return 1, False
    words, values, digits = [0] * grid.columns, [0] * grid.columns, [0] * grid.columns
    labels: list[list[JoinedCell]] = [[] for _ in range(grid.columns)]
    for row in grid.rows:
        if not any(is_value(cell) for cell in row):
            continue
        for cell in row:
            (values if is_value(cell) else words)[cell.column] += 1
            digits[cell.column] += is_digits(cell)
            if not is_value(cell):
                labels[cell.column].append(cell)
    numbered = _numbers_rows(grid, words, values)
    stub = int(numbered)
    codes, terms = _headed(grid, heads_codes), _term_columns(grid)
    orders = _headed(grid, heads_order)
    while (
        stub < grid.columns
        and not (stub and stub in terms)
        and (stub in codes or (words[stub] and words[stub] > values[stub]))
    ):
        shared = any(map(_are_shared, labels[:stub]))
        named = numbered or (shared and _differ(labels[stub])) or any(column > stub for column in orders)
        if stub and stub not in codes and (digits if named else values)[stub]:
            break  # the dash of a total, or of no name, beside what tells rows apart, is none
        stub += 1
    while stub > 1 and stub - 1 in codes and words[stub - 1] <= values[stub - 1]:
        stub -= 1  # codes with no names beside them
    if numbered and not any(words[1:stub]):
        return 0, False
    return min(stub, max(grid.columns - 1, 0)), numbered


def _assumes_rates(grid: LogicalGrid) -> bool:
    """Tell whether the first column has by how many basis points its rows assume that rates move ("+25 basis
    points"): no other column has any, and no words stand there beside numbers."""
    beside = [row for row in grid.rows if len(row) > 1 and any(map(is_value, row[1:]))]
    first = [row[0] for row in beside if row[0].column == 0]
    others = (cell for row in beside for cell in row if cell.column)
    return len(first) > 1 and all(map(is_basis_points, first)) and not any(map(is_basis_points, others))


def _are_shared(labels: Sequence[JoinedCell]) -> bool:
    """Tell whether labels below each other are of several rows: merged, or the same."""
    merged = any(label.row_end - label.row > 1 for label in labels)
    return merged or len({label.text for label in labels}) < len(labels)


def _differ(labels: Sequence[JoinedCell]) -> bool:
    """Tell whether words of a Chinese or Japanese table that stand below each other tell its rows apart: no
    dates, several, and half of them at the least are unlike the others."""
    texts = [label.text for label in labels if EAST_ASIAN.search(label.text) and not read_period(label.text)]
    return 1 < len(texts) <= 2 * len(set(texts))


def _headed(grid: LogicalGrid, heads: Callable[[str], bool]) -> frozenset[int]:
    """Return the columns with a header that `heads` knows, of codes for one."""
    return frozenset(cell.column for row in grid.rows[:FIRST_ROWS] for cell in row if heads(cell.text))


def _term_columns(grid: LogicalGrid) -> frozenset[int]:
    """Return the columns whose header says that they hold terms, and that hold one."""
    held = frozenset(cell.column for row in grid.rows for cell in row if is_term(cell.text))
    return held & _headed(grid, heads_terms)


def _numbers_rows(grid: LogicalGrid, words: list[int], values: list[int]) -> bool:
    """Tell whether the first column holds numbers or codes, as its header says, or rising numbers, and the
    second names beside them."""
    if grid.columns < 3:
        return False
    if any(numbers_rows(cell.text) for row in grid.rows[:FIRST_ROWS] for cell in row[:1] if cell.column == 0):
        return words[0] <= values[0] and any(words[1:])
    first = [row[0].text for row in grid.rows if row and row[0].column == 0 and is_digits(row[0])]
    if 2 * words[0] > values[0] or len(first) < _FEWEST_NUMBERED:
        return False
    if not all(map(is_code, first)):
        return False
    order = [int(text.replace("X", "0")) for text in first]
    rising = sum(a < b for a, b in pairwise(order))
    return 3 * words[1] > 2 * values[0] and 3 * rising >= 2 * (len(first) - 1)
