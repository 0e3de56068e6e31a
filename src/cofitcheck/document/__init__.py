"""What a document is: tables, cells, mentions and passages, as frozen data.

Every reader produces this one model, and every later stage consumes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from cofitcheck.document.structure import (
    ColumnRole,
    Passage,
    PassageKind,
    Piece,
    Place,
    RowRole,
    TableStructure,
)
from cofitcheck.document.unchecked import UncheckedCode, UncheckedReason
from cofitcheck.numbers import Number

if TYPE_CHECKING:
    import pandas


__all__ = [
    "Cell",
    "ColumnRole",
    "Document",
    "Listed",
    "Mention",
    "Passage",
    "PassageKind",
    "Piece",
    "Place",
    "RowRole",
    "Table",
    "TableStructure",
    "UncheckedCode",
    "UncheckedReason",
    "UnreadTable",
]

Address = tuple[int, int]
"""Row and column, from 1."""


@dataclass(frozen=True, slots=True)
class FormulaSheet:
    """A sheet that has formulas: `values` are the numbers and texts of its cells as stored, `formulas` those
    of cells by their address ("=SUM(B2:B5)"), `hidden_rows` the rows that are not shown."""

    title: str
    values: Mapping[Address, Decimal | str]
    formulas: Mapping[Address, str]
    hidden_rows: frozenset[int]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table's logical grid: side cells ("$", ")", "%") are already joined to their number.

    `row` and `column` are of the top left corner; `rows` and `columns` say how far it spans.
    `places` are the source cells it was joined from, the one with the number (or the text) first.
    """

    row: int
    column: int
    text: str
    places: tuple[Place, ...]
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A data table as a logical grid, with what a reader needs to understand it.

    `structure` says what each row and column is for.
    `caption` is the unit caption ("in millions, except per share data"), inside or just outside the table.
    `text_before` and `text_after` hold up to 500 characters of prose around the table (paper III-A).
    `registrant` is the company whose numbers these are, in a document filed for several, as its headings
    print it; "" where that is not known, and where there is only one. `name` is what to call the table
    instead of `title` where that says no more than the name of a company; "" elsewhere.
    """

    index: int
    cells: tuple[Cell, ...]
    structure: TableStructure
    place: Place
    title: str = ""
    caption: str = ""
    text_before: str = ""
    text_after: str = ""
    registrant: str = ""
    name: str = ""

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return len(self.structure.rows)

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return len(self.structure.columns)

    @property
    def header_rows(self) -> int:
        """How many rows at the top are column headers."""
        return self.structure.header_rows

    @property
    def stub_columns(self) -> int:
        """How many columns at the left are row labels."""
        return self.structure.stub_columns

    @property
    def section_rows(self) -> frozenset[int]:
        """The body rows that only name the rows below them ("Current assets:")."""
        return self.structure.section_rows

    @property
    def inner_headers(self) -> frozenset[int]:
        """The body rows that restate the column headers for the rows below."""
        return self.structure.inner_headers

    @property
    def note_columns(self) -> frozenset[int]:
        """The columns that refer to notes: their numbers are no amounts."""
        return self.structure.note_columns

    def __repr__(self) -> str:
        return f"Table({self.index}, {self.rows}x{self.columns}, {self.title!r})"

    def to_frame(self) -> pandas.DataFrame:
        """Return the body of the table as displayed: a column under each header, by the labels of the rows.

        Raises `MissingDependencyError` without pandas.
        """
        from cofitcheck.document.frames import table_frame

        return table_frame(self)

    def _repr_html_(self) -> str:
        from cofitcheck.document.frames import table_html

        return table_html(self)


@dataclass(frozen=True, slots=True)
class Mention:
    """A number in a table cell that states something; `index` is its place in `Document.mentions`.

    `row_path` goes from the outermost section row to the row's own label, `column_path` from the top header
    down. `text` is the cell as displayed; `place` is the source cell that holds the digits. `stored` is the
    full value that a workbook holds where it displays another, "" elsewhere: what is displayed is stated.
    """

    index: int
    table: int
    row: int
    column: int
    text: str
    number: Number
    row_path: tuple[str, ...]
    column_path: tuple[str, ...]
    place: Place
    stored: str = ""

    def __repr__(self) -> str:
        where = " / ".join((*self.row_path, *self.column_path))
        return f"Mention({self.text!r}, table {self.table}, {where})"


@dataclass(frozen=True, slots=True)
class UnreadTable:
    """A table that looked like data but could not be understood: listed as not checked, never dropped.

    `reason` says why; `excerpt` are the words that the table begins with, `title` is as in a `Table`.
    `numbers` says how many of its numbers are not checked, `among` how many it has, 0 where that is unknown.
    `cells` are the places of what is not checked, empty where that is the whole table.
    """

    place: Place
    reason: UncheckedReason
    excerpt: str
    title: str = ""
    numbers: int = 0
    among: int = 0
    cells: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of a table of contents or an index of exhibits: its cells as displayed, and where it stands."""

    texts: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Document:
    """A document as read: its tables, every number in them that states something, and what stands around
    them: its `passages`, in reading order."""

    name: str
    tables: tuple[Table, ...]
    mentions: tuple[Mention, ...]
    unread: tuple[UnreadTable, ...] = ()
    warnings: tuple[UncheckedReason, ...] = ()
    source: bytes = field(default=b"", repr=False, compare=False)
    """The (uncompressed) bytes it was read from, so that a report can mark the original; of
    a Word document, a workbook and the like its rendition as HTML, in which `Place.element` counts."""
    original: bytes = field(default=b"", repr=False, compare=False)
    """The file itself where `source` is a rendition of it."""
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False, compare=False)
    """Of a report of several files, which has no `source`, the bytes of each, by `Place.file`."""
    passages: tuple[Passage, ...] = ()
    listings: tuple[tuple[Listed, ...], ...] = ()
    """The tables of contents and the indexes of exhibits, which are no tables of numbers."""
    page_labels: tuple[Listed, ...] = ()
    """The numbers that pages bear ("57", "F-3"), where a format without pages shows them."""
    formulas: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """Of a workbook, what its formulas add up: by a mention, the mentions added, each with its sign."""
    sheets: tuple[FormulaSheet, ...] = field(default=(), repr=False, compare=False)
    """Of a workbook, the sheets that have formulas."""

    def __repr__(self) -> str:
        return f"Document({self.name!r}, {len(self.tables)} tables, {len(self.mentions)} mentions)"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<b>{escape(self.name)}</b>: {len(self.tables)} tables, {len(self.mentions)} mentions"
