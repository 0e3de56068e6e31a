"""Tables that go on: what stands right below a table without a header of its own has the columns above it.

Printers cut a table at the end of a page, or begin another one for another year, and say its header once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cofitcheck.periods.text import read_period
from cofitcheck.readers.tables.grid.logical import LogicalGrid
from cofitcheck.readers.tables.headers.above import HeadsAbove
from cofitcheck.readers.tables.headers.paths import column_paths
from cofitcheck.readers.tables.roles.cells import is_value
from cofitcheck.readers.tables.roles.layout import TableLayout, find_layout

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


def headers_of(grid: LogicalGrid, carried: Carried) -> Headers:
    """Return the headers that hold at the end of a grid, what is `carried` into it included."""
    layout = find_layout(grid)
    _, headers = column_paths(grid, layout)[-1]
    over = carried.over(headers)
    return tuple(over.get(column, ()) for column in _value_columns(grid, layout))


def carried_headers(grid: LogicalGrid, above: Headers, caption: str, between: str) -> Carried:
    """Return what a grid has from the headers and the caption of the table above it; nothing where it is no
    continuation.

    `between` is the text between the two. A grid of as many columns without a header has all of them, but
    for dates where it begins with one of its own. One with headers, and no date in them or in its labels, has
    the date that all columns above share.
    """
    layout = find_layout(grid)
    columns = _value_columns(grid, layout)
    if len(between) > NEAR or len(columns) < _FEWEST:
        return Carried()
    own = _own(grid, layout)
    if own:
        said = [*(text for texts in own for text in texts), *_labels(grid, layout)]
        told = len(between) > _NEXT or any(map(_is_dated, said))
        return Carried(date=() if told else _common_date(above))
    if len(columns) != len(above):
        above = tuple(dict.fromkeys(above))  # columns of one header each, which held an amount and its parts
    if len(columns) != len(above):
        return Carried()
    dated = any(_is_dated(cell.text) for row in grid.rows[:1] for cell in row if len(row) == 1)
    return Carried(
        {
            column: tuple(text for text in texts if not (dated and _is_dated(text)))
            for column, texts in zip(columns, above, strict=True)
        },
        caption=caption,
    )


def lent_headers(grid: LogicalGrid, heads: HeadsAbove) -> Carried:
    """Return what a grid without a header has from the rows of words right above it."""
    layout = find_layout(grid)
    if _own(grid, layout):
        return Carried()
    columns = _value_columns(grid, layout)
    rows = (
        frozenset(cell.column for cell in row if is_value(cell)).intersection(columns) for row in grid.rows
    )
    return Carried(heads.over(columns, rows))


def has_headers(grid: LogicalGrid) -> bool:
    """Tell whether a grid has a header over a column, those of notes apart."""
    return bool(_own(grid, find_layout(grid)))


def _own(grid: LogicalGrid, layout: TableLayout) -> list[tuple[str, ...]]:
    return [
        texts
        for _, headers in column_paths(grid, layout)
        for column, texts in headers.items()
        if column not in layout.references
    ]


def _common_date(above: Headers) -> tuple[str, ...]:
    """Return the header that dates all columns of a table alike, if one does."""
    shared = set(above[0]).intersection(*above) if above else set()
    return tuple(text for text in above[0] if text in shared and read_period(text).year)[:1] if shared else ()


def _labels(grid: LogicalGrid, layout: TableLayout) -> list[str]:
    return [cell.text for row in grid.rows for cell in row if cell.column < max(layout.stub_columns, 1)]


def _value_columns(grid: LogicalGrid, layout: TableLayout) -> list[int]:
    cells = (cell for row in grid.rows[layout.header_rows :] for cell in row)
    values = {cell.column for cell in cells if cell.column >= layout.stub_columns and is_value(cell)}
    return sorted(values - layout.references)


def _is_dated(text: str) -> bool:
    period = read_period(text)
    return bool(period.year or period.month)
