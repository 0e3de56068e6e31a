"""Everything that is found out about the grid of a table, each thing once, whoever asks for it.

Tables that go on: what stands right below a table without a header of its own has the columns above it.

Printers cut a table at the end of a page, or begin another one for another year, and say its header once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from cofitcheck.periods.text import read_period
from cofitcheck.readers.tables.header_paths import Band, column_paths
from cofitcheck.readers.tables.headers_above import HeadsAbove
from cofitcheck.readers.tables.logical import LogicalGrid
from cofitcheck.readers.tables.roles.cells import is_value
from cofitcheck.readers.tables.roles.layout import TableLayout, find_layout
from cofitcheck.readers.tables.rows.names import Names
from cofitcheck.readers.tables.rows.paths import RowPaths, row_paths


@dataclass(frozen=True)
class TableAnalysis:
    """A logical grid with the roles of its rows and columns, its row paths and its column paths."""

    grid: LogicalGrid

    @cached_property
    def layout(self) -> TableLayout:
        """The roles of rows and columns."""
        return find_layout(self.grid)

    @cached_property
    def row_paths(self) -> RowPaths:
        """The sections over each row and its label."""
        return row_paths(self.grid, self.layout)

    @cached_property
    def names(self) -> Names:
        """The cells of words beside its numbers."""
        return Names(self.grid, self.layout, self.row_paths.labels)

    @cached_property
    def bands(self) -> list[Band]:
        """The rows below each block of headers, with the headers over each column."""
        return column_paths(self.grid, self.layout)

    @cached_property
    def value_columns(self) -> list[int]:
        """The columns with numbers below the headers, those of notes apart."""
        layout = self.layout
        cells = (cell for row in self.grid.rows[layout.header_rows :] for cell in row)
        values = {cell.column for cell in cells if cell.column >= layout.stub_columns and is_value(cell)}
        return sorted(values - layout.references)

    @cached_property
    def own_headers(self) -> list[tuple[str, ...]]:
        """The headers over each column, those of notes apart."""
        return [
            texts
            for _, headers in self.bands
            for column, texts in headers.items()
            if column not in self.layout.references
        ]

    def beside_notes(self, columns: int) -> TableAnalysis:
        """Return the analysis of a table of which headers above it say that so many columns of amounts stand
        beside one of notes; 0 where they name no notes."""
        if columns == self.grid.beside_notes:
            return self
        return TableAnalysis(replace(self.grid, beside_notes=columns))


Headers = tuple[tuple[str, ...], ...]
"""The header texts over each column that holds values, from the left."""
NEAR = 80
"""The most characters between the two: a page number, a company's name at the top of a page."""
_NEXT = 10
"""The most characters between two tables of one date: a page number, no sentence, which may name another."""
_FEWEST = 2
"""A single column of values has no shape to be known by."""


@dataclass(frozen=True, slots=True)
class Carried:
    """What a table has from the one above: `headers` by column where it has none, and the unit `caption` with
    them, a `date` over all of its own."""

    headers: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    date: tuple[str, ...] = ()
    caption: str = ""

    def over(self, own: Mapping[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
        """Return the headers of columns, given the table's own."""
        return {column: (*self.date, *texts) for column, texts in {**self.headers, **own}.items()}


def headers_of(table: TableAnalysis, carried: Carried) -> Headers:
    """Return the headers that hold at the end of a table, what is `carried` into it included."""
    _, headers = table.bands[-1]
    over = carried.over(headers)
    return tuple(over.get(column, ()) for column in table.value_columns)


def carried_headers(table: TableAnalysis, above: Headers, caption: str, between: str) -> Carried:
    """Return what a table has from the headers and the caption of the one above it; nothing where it is no
    continuation.

    `between` is the text between the two. A table of as many columns without a header has all of them, but
    for dates where it begins with one of its own. One with headers, and no date in them or in its labels, has
    the date that all columns above share.
    """
    columns, own = table.value_columns, table.own_headers
    if len(between) > NEAR or len(columns) < _FEWEST:
        return Carried()
    if own:
        said = [*(text for texts in own for text in texts), *_labels(table)]
        told = len(between) > _NEXT or any(map(_is_dated, said))
        return Carried(date=() if told else _common_date(above))
    if len(columns) != len(above):
        above = tuple(dict.fromkeys(above))  # columns of one header each, which held an amount and its parts
    if len(columns) != len(above):
        return Carried()
    dated = any(_is_dated(cell.text) for row in table.grid.rows[:1] for cell in row if len(row) == 1)
    return Carried(
        {
            column: tuple(text for text in texts if not (dated and _is_dated(text)))
            for column, texts in zip(columns, above, strict=True)
        },
        caption=caption,
    )


def lent_headers(table: TableAnalysis, heads: HeadsAbove) -> Carried:
    """Return what a table without a header has from the rows of words right above it."""
    if table.own_headers:
        return Carried()
    rows = (
        frozenset(cell.column for cell in row if is_value(cell)).intersection(table.value_columns)
        for row in table.grid.rows
    )
    return Carried(heads.over(table.value_columns, rows))


def _common_date(above: Headers) -> tuple[str, ...]:
    """Return the header that dates all columns of a table alike, if one does."""
    shared = set(above[0]).intersection(*above) if above else set()
    return tuple(text for text in above[0] if text in shared and read_period(text).year)[:1] if shared else ()


def _labels(table: TableAnalysis) -> list[str]:
    stub = max(table.layout.stub_columns, 1)
    return [cell.text for row in table.grid.rows for cell in row if cell.column < stub]


def _is_dated(text: str) -> bool:
    period = read_period(text)
    return bool(period.year or period.month)
