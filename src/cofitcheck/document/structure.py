"""What each row and each column of a table is for, found once by the readers: whoever needs it asks here."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property


class RowRole(StrEnum):
    """What a row is for.

    A `HEADER` stands above the body, an `INNER_HEADER` restates headers for the rows below it. A `SECTION`
    only names the rows below it. A `TOTAL` is named as one; a `PART` tells a part of a row above it ("of
    which"). `VALUES` are all other rows that state numbers, `WORDS` those that state none.
    """

    HEADER = "header"
    INNER_HEADER = "inner header"
    SECTION = "section"
    TOTAL = "total"
    PART = "part"
    VALUES = "values"
    WORDS = "words"


class ColumnRole(StrEnum):
    """What a column is for.

    `LABELS` name the rows, `NOTES` refer to the notes that explain them, `UNITS` say what they count. A
    `TOTAL` has a header of that name. `VALUES` are all other columns that state numbers, `WORDS` those that
    state none.
    """

    LABELS = "labels"
    NOTES = "notes"
    UNITS = "units"
    TOTAL = "total"
    VALUES = "values"
    WORDS = "words"


@dataclass(frozen=True)
class TableStructure:
    """The roles of the rows and columns of a table, from the top and from the left.

    The first `stub_columns` columns label rows, whatever else they are for. `declared` are the rows that the
    document itself says to be headers (`<th>`, the header rows of Word, the tags of a PDF), whatever they
    were taken for. Spacers and the cells of signs are no rows or columns: they went into their neighbours.
    """

    rows: tuple[RowRole, ...]
    columns: tuple[ColumnRole, ...]
    stub_columns: int
    declared: frozenset[int] = frozenset()

    @classmethod
    def of(
        cls,
        rows: int,
        columns: int,
        *,
        header_rows: int = 1,
        stub_columns: int = 1,
        section_rows: Collection[int] = (),
        inner_headers: Collection[int] = (),
        note_columns: Collection[int] = (),
        total_rows: Collection[int] = (),
        total_columns: Collection[int] = (),
    ) -> TableStructure:
        """Return the structure of a table of so many rows and columns; what is not said to be anything else
        holds values."""
        row_roles = [RowRole.HEADER] * header_rows + [RowRole.VALUES] * (rows - header_rows)
        for row in section_rows:
            row_roles[row] = RowRole.SECTION
        for row in inner_headers:
            row_roles[row] = RowRole.INNER_HEADER
        for row in total_rows:
            row_roles[row] = RowRole.TOTAL
        column_roles = [ColumnRole.LABELS] * stub_columns + [ColumnRole.VALUES] * (columns - stub_columns)
        for column in note_columns:
            column_roles[column] = ColumnRole.NOTES
        for column in total_columns:
            column_roles[column] = ColumnRole.TOTAL
        return cls(tuple(row_roles), tuple(column_roles), stub_columns)

    @cached_property
    def header_rows(self) -> int:
        """How many rows at the top are headers."""
        return next((at for at, role in enumerate(self.rows) if role is not RowRole.HEADER), len(self.rows))

    @cached_property
    def inner_headers(self) -> frozenset[int]:
        """The rows that restate headers for the rows below them."""
        return self.rows_that_are(RowRole.INNER_HEADER)

    @cached_property
    def section_rows(self) -> frozenset[int]:
        """The rows that only name the rows below them."""
        return self.rows_that_are(RowRole.SECTION)

    @cached_property
    def note_columns(self) -> frozenset[int]:
        """The columns that refer to notes."""
        return frozenset(at for at, role in enumerate(self.columns) if role is ColumnRole.NOTES)

    def rows_that_are(self, role: RowRole) -> frozenset[int]:
        """Return the rows of a role."""
        return frozenset(at for at, each in enumerate(self.rows) if each is role)

    @property
    def turned(self) -> TableStructure:
        """That of the table with rows for columns, of which no more than headers and labels is known."""
        return TableStructure.of(
            len(self.columns),
            len(self.rows),
            header_rows=self.stub_columns,
            stub_columns=self.header_rows,
        )
