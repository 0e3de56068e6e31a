"""A table as a pandas frame, and pandas itself where it is installed."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from cofitcheck.errors import MissingDependencyError

if TYPE_CHECKING:
    import pandas

    from cofitcheck.document.model import Table


def require_pandas() -> ModuleType:
    """Return pandas. Raises `MissingDependencyError` where it is not installed."""
    try:
        import pandas
    except ImportError as error:
        raise MissingDependencyError("A frame needs pandas: pip install 'cofitcheck[pandas]'") from error
    module: ModuleType = pandas
    return module


def texts(table: Table) -> list[list[str]]:
    """Return the texts of a table as a grid; of a cell that spans several places, each has its text."""
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
