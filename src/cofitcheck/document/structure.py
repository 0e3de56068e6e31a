"""The structure of tables, and the passages and places of a document.

The readers find once what each row and each column of a table is for; everything else takes it from here.
What a document says outside its tables is one passage for each block of running text. A place is where
something stands in its source file.
"""

from __future__ import annotations

from bisect import bisect_right
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
    were taken for. Spacers and the cells of signs are no rows or columns: they are joined to their
    neighbours.
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
        """Return the structure of a table with these numbers of rows and columns; those that are not named
        here hold values."""
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
        """The structure of the table with rows for columns; only its headers and labels are known."""
        return TableStructure.of(
            len(self.columns),
            len(self.rows),
            header_rows=self.stub_columns,
            stub_columns=self.header_rows,
        )


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in its source file.

    `element` counts the elements of the parsed HTML tree in document order (`root.iter("*")`), from 0; in a
    format without such a tree it counts what a reader found, and no two of them share a number.
    `page` counts from 1, 0 where the format has no pages. `box` is left, top, right and bottom in points from
    the top left corner of the page as it is shown. `label` is what a person calls the place
    ("Balance!C7"), "" where it has none.
    """

    file: str
    element: int
    page: int = 0
    box: tuple[float, float, float, float] | None = None
    label: str = ""

    @property
    def words(self) -> str:
        """Where this is, in words that a person can follow ("page 12"), or "" where `element` is all."""
        return self.label or (f"page {self.page}" if self.page else "")


class PassageKind(StrEnum):
    """What a block of text is, as far as its reader can tell."""

    PARAGRAPH = "paragraph"
    """Running text, and whatever is none of the others."""
    HEADING = "heading"
    """Text that stands out: by its tag, in bold, in capitals or by its number."""
    LIST_ITEM = "list item"
    """An item of a list, by its tag or by the mark that it begins with."""
    FOOTNOTE = "footnote"
    """A remark under a table that begins with its mark: "(1) Includes ..."."""
    CAPTION = "caption"
    """What states the unit of a table: "(in millions)"."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a passage: the character that it begins with, where it stands, and its `Passage.part`."""

    start: int
    place: Place
    part: int = 0


@dataclass(frozen=True, slots=True)
class Passage:
    """A block of text outside data tables; `index` is its place in `Document.passages`.

    `text` is as shown, white space folded. `place` is the block element, or page and box; where blocks nest,
    an element may hold several runs of text of its own, and `part` says which of them this is, from 0.
    `more` are the pieces behind the first of a passage that is torn apart, as by the end of a page.

    `heading` is the chapter and the nearest title, as `Table.title` is; a heading's own is itself.
    `after_table` is the index of the last table before it, -1 before the first. `registrant` is the company
    that the headings above name, as in a `Table`. `laid_out` tells that it is a cell of a table that only
    lays text out.
    """

    index: int
    text: str
    place: Place
    kind: PassageKind = PassageKind.PARAGRAPH
    heading: str = ""
    after_table: int = -1
    registrant: str = ""
    part: int = 0
    more: tuple[Piece, ...] = ()
    laid_out: bool = False

    def piece_at(self, position: int) -> Piece:
        """Return the piece that holds a character of the text."""
        at = bisect_right([piece.start for piece in self.more], position)
        return self.more[at - 1] if at else Piece(0, self.place, self.part)
