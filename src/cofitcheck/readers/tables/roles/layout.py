"""What each row and column of a logical grid is: header, label, section or values."""

from __future__ import annotations

from dataclasses import dataclass

from cofitcheck.readers.tables.grid.logical import LogicalGrid
from cofitcheck.readers.tables.roles.cells import ungrouped_in
from cofitcheck.readers.tables.roles.headers import (
    count_header_rows,
    heads_below,
    is_inner_header,
    states_one_thing,
)
from cofitcheck.readers.tables.roles.labels import label_columns, notes_among_labels
from cofitcheck.readers.tables.roles.notes import note_columns
from cofitcheck.readers.tables.roles.sections import (
    is_numbered_section,
    is_section,
    reached_by_numbers,
    without_notes,
)


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
