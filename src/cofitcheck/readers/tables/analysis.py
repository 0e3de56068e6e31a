"""What is found out about the grid of a table, each thing once, and the headers that it has from above.

Printers cut a table at the end of a page, or begin another one for another year, and print its header once: a
table without a header of its own has the columns of the one right above it. British accounts print each row,
or each block of rows, as a table of its own. They print the headers so too ("Notes | 2023 | 2022", "| £ |
£"): these stand above their table, laid out as another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from cofitcheck import patterns as re
from cofitcheck.language.table_words import HEADERS, any_of
from cofitcheck.numbers import is_reference, is_side_text, read_unit_caption
from cofitcheck.periods.text import read_period
from cofitcheck.readers.tables.cells import is_value
from cofitcheck.readers.tables.header_paths import Band, column_paths
from cofitcheck.readers.tables.layout import TableLayout, find_layout
from cofitcheck.readers.tables.logical import LogicalGrid
from cofitcheck.readers.tables.rows import RowPaths, row_paths
from cofitcheck.readers.tables.rows.names import Names

Row = Sequence[tuple[int, str]]
"""The cells of a row of words: the first column of each, and its text."""
_MOST = 8
"""The most rows of headers that are looked at."""
_LONGEST = 40
"""The most characters of a header of several columns beside each other."""
_LONGEST_TITLE = 80
"""The most characters of a title; a longer text is a sentence."""
_TITLES = 3
"""The most titles of rows between headers and what they head."""
_DATE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2}(?:\d\d)?")
_ASIDE = re.compile(any_of(HEADERS.beside), re.IGNORECASE)

Headers = tuple[tuple[str, ...], ...]
"""The header texts over each column that holds values, from the left."""
NEAR = 80
"""The most characters between a table and its continuation: a page number, a company's name at the top of a
page."""
_NEXT = 10
"""The most characters between two tables of one date: a page number. A sentence may name another date."""
_FEWEST = 2
"""The fewest columns of values by which a continuation is known: a single one has no shape."""


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
        """Return the analysis of this table, where headers above it say that `columns` columns of amounts
        stand beside one of notes; 0 where they name no notes."""
        if columns == self.grid.beside_notes:
            return self
        return TableAnalysis(replace(self.grid, beside_notes=columns))


@dataclass(frozen=True, slots=True)
class CarriedHeaders:
    """What a table has from the one above: where it has no headers, those `headers` by column and the unit
    `caption`; else a `date` over all of its own headers."""

    headers: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    date: tuple[str, ...] = ()
    caption: str = ""

    def over(self, own: Mapping[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
        """Return the headers of columns, given the table's own."""
        return {column: (*self.date, *texts) for column, texts in {**self.headers, **own}.items()}


def headers_of(table: TableAnalysis, carried: CarriedHeaders) -> Headers:
    """Return the headers that hold at the end of a table, what is `carried` into it included."""
    _, headers = table.bands[-1]
    over = carried.over(headers)
    return tuple(over.get(column, ()) for column in table.value_columns)


def carried_headers(table: TableAnalysis, above: Headers, caption: str, between: str) -> CarriedHeaders:
    """Return what a table has from the headers and the caption of the one above it; nothing where it is no
    continuation.

    `between` is the text between the two. A table without a header and with as many columns has all headers,
    less their dates where it begins with one of its own. A table with headers, and no date in them or in its
    labels, has the date that all columns above share.
    """
    columns, own = table.value_columns, table.own_headers
    if len(between) > NEAR or len(columns) < _FEWEST:
        return CarriedHeaders()
    if own:
        said = [*(text for texts in own for text in texts), *_labels(table)]
        told = len(between) > _NEXT or any(map(_is_dated, said))
        return CarriedHeaders(date=() if told else _common_date(above))
    if len(columns) != len(above):
        above = tuple(dict.fromkeys(above))  # columns of one header each, which held an amount and its parts
    if len(columns) != len(above):
        return CarriedHeaders()
    dated = any(_is_dated(cell.text) for row in table.grid.rows[:1] for cell in row if len(row) == 1)
    return CarriedHeaders(
        {
            column: tuple(text for text in texts if not (dated and _is_dated(text)))
            for column, texts in zip(columns, above, strict=True)
        },
        caption=caption,
    )


def lent_headers(table: TableAnalysis, heads: HeadsAbove) -> CarriedHeaders:
    """Return what a table without a header has from the rows of words right above it."""
    if table.own_headers:
        return CarriedHeaders()
    rows = (
        frozenset(cell.column for cell in row if is_value(cell)).intersection(table.value_columns)
        for row in table.grid.rows
    )
    return CarriedHeaders(heads.over(table.value_columns, rows))


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


class HeadsAbove:
    """The rows of words above a table that head columns and that no table above it has used, from the top
    down.

    `length` counts the characters since the last table of numbers.
    """

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self.length = 0

    def add(self, row: Row) -> None:
        """Take in a row of words; a paragraph is one of a single cell."""
        self._rows = [*self._rows, row][-_MOST:]
        self.length += sum(len(text) for _, text in row)

    def pass_table(self, *, headed: bool) -> None:
        """Go on below a table of numbers; `headed` tells that it has headers, these rows or its own."""
        self._rows = [] if headed else self._rows
        self.length = 0

    @property
    def columns(self) -> int:
        """How many columns of amounts have periods and units over them, 0 where there are none."""
        rows = [texts for row in self._headers() if (texts := _of_amounts(row))]
        counts = [len(row) for row in rows if all(_is_head(text) for _, text in row)]
        return min((count for count in counts if count > 1), default=min(counts, default=0))

    @property
    def name_notes(self) -> bool:
        """Tell whether one of the headers is that of a column of notes."""
        return any(is_reference(text) for row in self._headers() for _, text in row)

    def over(self, columns: Sequence[int], rows: Iterable[frozenset[int]]) -> dict[int, tuple[str, ...]]:
        """Return the headers of columns of numbers; nothing where two numbers in one of the table's `rows`
        would have the same headers.

        Headers go to the columns in their order: one to each, or each to equally many columns.
        """
        paths: dict[int, list[str]] = {column: [] for column in columns}
        sure = False
        rows = [row for row in rows if len(row) > 1]
        for row in reversed(self._headers()):
            texts = _spread(row, len(columns))
            sure |= bool(texts) and all(map(_is_head, texts))
            for column, text in zip(columns, texts, strict=False):
                if text not in paths[column]:
                    paths[column].insert(0, text)
        told = {column: tuple(texts) for column, texts in paths.items()}
        apart = all(len({told[column] for column in row}) == len(row) for row in rows)
        return told if sure and rows and apart else {}

    def _headers(self) -> list[Row]:
        """Return the rows at the end that head columns; titles of the rows below may stand under them."""
        headers: list[Row] = []
        titles = 0
        for row in reversed(self._rows):
            texts = [text for _, text in _of_amounts(row)]
            if all(map(_is_head, texts)) or (len(texts) > 1 and all(map(_may_head, texts))):
                headers.insert(0, row)
            elif len(row) == 1 and not headers and titles < _TITLES and _may_be_title(row[0][1]):
                titles += 1
            else:
                break
        return headers


def _is_head(text: str) -> bool:
    """Tell whether a text is a period, a unit, or another word that only headers are."""
    if len(text) > _LONGEST:
        return False
    stated = _DATE.fullmatch(text) is not None or bool(read_period(text))
    unit = is_side_text(text) or read_unit_caption(text) is not None
    return stated or unit or _ASIDE.fullmatch(text) is not None


def _may_head(text: str) -> bool:
    return _is_head(text) or _is_words(text)


def _is_words(text: str) -> bool:
    return len(text) <= _LONGEST and any(map(str.isalpha, text)) and not any(map(str.isdigit, text))


def _may_be_title(text: str) -> bool:
    return len(text) <= _LONGEST_TITLE and not text.endswith(".")


def _of_amounts(row: Row) -> list[tuple[int, str]]:
    return [(column, text) for column, text in row if not is_reference(text)]


def _spread(row: Row, columns: int) -> list[str]:
    """Return one text for each column, the same for all columns that it heads; nothing where the texts cannot
    be shared out equally. Where there is one text more than columns, the first stands over the labels."""
    cells = _of_amounts(row)
    corner = len(cells) == columns + 1 and cells[0][0] == 0
    texts = [text for _, text in cells[corner:]]
    if len(set(texts)) == 1 and len(texts) > 1:
        return [texts[0]] * columns
    if len(texts) < 2 or columns % len(texts):
        return []
    return [text for text in texts for _ in range(columns // len(texts))]
