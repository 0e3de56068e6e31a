"""What each row and column of a logical grid is: header, label, number of a row, section or values.

Columns of references to notes are known by their header, their small whole numbers and their position.
Accounts print the number of the note that explains a row between its label and its amounts. Where the header
of that column is lost, the numbers themselves tell: they are small, rise from row to row, and stand beside
far larger amounts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN
from cofitcheck.language.table_words import HEADERS, any_of
from cofitcheck.numbers import NumberContext, is_reference, read_number
from cofitcheck.periods.text import read_period
from cofitcheck.readers.tables.cells import (
    heads_codes,
    heads_notes,
    heads_order,
    heads_terms,
    heads_types,
    is_basis_points,
    is_code,
    is_digits,
    is_numbered_section,
    is_section,
    is_term,
    is_value,
    numbers_rows,
    reached_by_numbers,
    ungrouped_in,
    without_notes,
)
from cofitcheck.readers.tables.header_rows import (
    FIRST_ROWS,
    count_header_rows,
    heads_below,
    is_inner_header,
    states_one_thing,
)
from cofitcheck.readers.tables.logical import JoinedCell, LogicalGrid

_ONE = r"\d{1,2}(?:\.\d{1,2})?(?:\s?\(?[a-z]{1,4}\)?|\s?\(\d{1,2}\))?"
_REFERENCES = re.compile(
    rf"(?:{any_of(HEADERS.notes_before)}\s)?{_ONE}(?:\s?(?:[,;&/–-]|{any_of(HEADERS.between_notes)})\s?{_ONE}){{0,4}}",
    re.IGNORECASE | re.ASCII,
)
"""The numbers of notes: "4", "4(a)", "12.1", "5, 6"."""
_LONGEST = 24
"""The most characters of a reference to notes."""
_NUMBER = re.compile(r"\d{1,2}")
_LARGER = 20
"""How many times its reference the amounts of a row are at the least."""
_FAR_LARGER = 1000
"""The same, where only one or two references say that they are such."""
_SEVERAL = 3
"""The fewest numbers that tell something of a column without a header."""
_MOSTLY = 2 / 3
"""The share of the rows that must speak for notes."""

_FEWEST_NUMBERED = 2
"""The fewest numbers in the first column that number rows."""


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


def notes_among_labels(grid: LogicalGrid, header: int, stub: int) -> frozenset[int]:
    """Return the columns among the labels, the first apart, whose header says that they refer to notes or
    hold codes.

    A column with the header of a code and no digits holds names ("产品类别"). So does a column of types right
    behind the numbers of rows.
    """
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
    labels rows unless most of its cells are numbers.

    A column that only numbers the rows, or gives the code of what the next column names, is one of them.
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
            break  # a dash, of a total or for no name, is no value beside what tells rows apart
        stub += 1
    while stub > 1 and stub - 1 in codes and words[stub - 1] <= values[stub - 1]:
        stub -= 1  # codes with no names beside them
    if numbered and not any(words[1:stub]):
        return 0, False
    return min(stub, max(grid.columns - 1, 0)), numbered


def _assumes_rates(grid: LogicalGrid) -> bool:
    """Tell whether the first column says by how many basis points rates are assumed to move ("+25 basis
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
    """Return the columns with a header for which `heads` holds, as one of codes."""
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


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The roles of rows and columns.

    `header_rows` counts leading rows; `inner_headers` are body rows that restate column headers for the rows
    below. `numbered` tells that the first column numbers the rows, or has codes of what the next one names;
    `references` are the columns that refer to notes, `notes` those among the labels and those of codes there.
    """

    header_rows: int
    stub_columns: int
    section_rows: frozenset[int]
    inner_headers: frozenset[int]
    numbered: bool = False
    notes: frozenset[int] = frozenset()
    references: frozenset[int] = frozenset()


def find_layout(grid: LogicalGrid) -> TableLayout:
    """Return the roles of a grid's rows and columns."""
    stub, numbered = label_columns(grid)
    header = count_header_rows(grid, stub)
    body = range(header, len(grid.rows))
    amounts = ungrouped_in(cell for row in grid.rows for cell in row).columns
    inner = frozenset(
        row
        for row in body
        if is_inner_header(grid.rows[row], stub, amounts) and not states_one_thing(grid, row, stub)
    )
    inner |= {row for row in body if row + 1 in inner and heads_below(grid.rows[row], stub)}
    references = note_columns(grid, header, stub)
    notes = notes_among_labels(grid, header, stub) | references
    reached = reached_by_numbers(grid)
    sections = frozenset(
        row
        for row in body
        if row not in inner
        and row not in reached
        and (is_section(without_notes(grid.rows[row], notes), stub) or is_numbered_section(grid, row, stub))
    )
    return TableLayout(header, stub, sections, inner, numbered and stub > 1, notes, references)
