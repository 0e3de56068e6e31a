"""Everything that is found out about the grid of a table, each thing once, whoever asks for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from cofitcheck.readers.tables.grid.logical import LogicalGrid
from cofitcheck.readers.tables.headers.paths import Band, column_paths
from cofitcheck.readers.tables.roles.cells import is_value
from cofitcheck.readers.tables.roles.layout import TableLayout, find_layout
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
