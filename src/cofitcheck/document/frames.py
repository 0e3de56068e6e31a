"""A table as a pandas frame, and as a notebook shows it: plain HTML without scripts, styles or references."""

from __future__ import annotations

from html import escape
from types import ModuleType
from typing import TYPE_CHECKING

from cofitcheck.errors import MissingDependencyError

if TYPE_CHECKING:
    import pandas

    from cofitcheck.document import Cell, Table


MOST_ROWS = 40
"""The most rows of a table that are shown."""


def require_pandas() -> ModuleType:
    """Return pandas. Raises `MissingDependencyError` where it is not installed."""
    try:
        import pandas
    except ImportError as error:
        raise MissingDependencyError("A frame needs pandas: pip install 'cofitcheck[pandas]'") from error
    module: ModuleType = pandas
    return module


def texts(table: Table) -> list[list[str]]:
    """Return the texts of a table as a grid; each place that a cell spans has its text."""
    grid = [[""] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        for row in grid[cell.row : cell.row + cell.rows]:
            width = len(row[cell.column : cell.column + cell.columns])
            row[cell.column : cell.column + width] = [cell.text] * width
    return grid


def table_frame(table: Table) -> pandas.DataFrame:
    """Return the body of a table: its texts under its headers, by the labels of the rows.

    Headers over each other, and labels beside each other, are joined by " / ".
    """
    pandas = require_pandas()
    grid, labels = texts(table), table.stub_columns
    heads, body = grid[: table.header_rows], grid[table.header_rows :]
    columns = [_joined([head[at] for head in heads]) for at in range(labels, table.columns)]
    index = [_joined(row[:labels]) for row in body]
    return pandas.DataFrame([row[labels:] for row in body], index=index, columns=columns)


def _joined(steps: list[str]) -> str:
    return " / ".join(dict.fromkeys(filter(None, (step.rstrip(":, ") for step in steps))))


def table_html(table: Table) -> str:
    """Return a table with its title, its unit and its first rows."""
    title = escape(" — ".join(filter(None, (table.name or table.title, table.caption))))
    by_row: dict[int, list[Cell]] = {}
    for cell in table.cells:
        by_row.setdefault(cell.row, []).append(cell)
    rows = "".join(
        "<tr>" + "".join(_cell(table, cell) for cell in _filled(table, row, by_row)) + "</tr>"
        for row in range(min(table.rows, MOST_ROWS))
    )
    more = table.rows - MOST_ROWS
    foot = f"<p>and {more} more rows</p>" if more > 0 else ""
    return f"<p><b>Table {table.index + 1}</b> {title}</p><table>{rows}</table>{foot}"


def _filled(table: Table, row: int, by_row: dict[int, list[Cell]]) -> list[Cell]:
    """Return the cells that begin in a row, and an empty one for each place that no cell takes."""
    from cofitcheck.document import Cell

    taken = {
        column
        for cells in by_row.values()
        for cell in cells
        if cell.row <= row < cell.row + cell.rows
        for column in range(cell.column, cell.column + cell.columns)
    }
    gaps = [Cell(row, column, "", ()) for column in range(table.columns) if column not in taken]
    return sorted([*by_row.get(row, ()), *gaps], key=lambda cell: cell.column)


def _cell(table: Table, cell: Cell) -> str:
    is_head = cell.row < table.header_rows or cell.column < table.stub_columns
    name = "th" if is_head else "td"
    spans = f' rowspan="{cell.rows}"' * (cell.rows > 1) + f' colspan="{cell.columns}"' * (cell.columns > 1)
    return f"<{name}{spans}>{escape(cell.text)}</{name}>"
