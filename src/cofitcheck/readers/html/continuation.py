"""Tables that go on: what stands right below a table without a header of its own has the columns above it.

Printers cut a table at the end of a page, or begin another one for another year, and say its header once.
"""

from __future__ import annotations

from cofitcheck.document.periods import read_period
from cofitcheck.readers.html.column_paths import column_paths
from cofitcheck.readers.html.columns import LogicalGrid
from cofitcheck.readers.html.layout import Layout, find_layout, is_value

Headers = tuple[tuple[str, ...], ...]
"""The header texts over each column that holds values, from the left."""

_NEAR = 80
"""The most characters between the two: a page number, a company's name at the top of a page."""

_FEWEST = 2
"""A single column of values has no shape to be known by."""


def headers_of(grid: LogicalGrid, carried: dict[int, tuple[str, ...]]) -> Headers:
    """Return the headers that hold at the end of a grid, those `carried` into it among them."""
    layout = find_layout(grid)
    _, headers = column_paths(grid, layout)[-1]
    return tuple((carried | headers).get(column, ()) for column in _value_columns(grid, layout))


def carried_headers(grid: LogicalGrid, above: Headers, between: str) -> dict[int, tuple[str, ...]]:
    """Return the headers by column that a grid has from the table above it; none where it is no continuation.

    `between` is the text between the two. A grid that begins with a date of its own has what is undated.
    """
    layout = find_layout(grid)
    columns = _value_columns(grid, layout)
    headed = any(headers for _, headers in column_paths(grid, layout))
    if headed or len(between) > _NEAR or len(columns) != len(above) or len(columns) < _FEWEST:
        return {}
    dated = any(_is_dated(cell.text) for row in grid.rows[:1] for cell in row if len(row) == 1)
    return {
        column: tuple(text for text in texts if not (dated and _is_dated(text)))
        for column, texts in zip(columns, above, strict=True)
    }


def _value_columns(grid: LogicalGrid, layout: Layout) -> list[int]:
    cells = (cell for row in grid.rows[layout.header_rows :] for cell in row)
    return sorted({cell.column for cell in cells if cell.column >= layout.stub_columns and is_value(cell)})


def _is_dated(text: str) -> bool:
    period = read_period(text)
    return bool(period.year or period.month)
