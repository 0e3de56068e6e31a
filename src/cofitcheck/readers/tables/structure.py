"""The roles of a table's rows and columns, as they are carried into the document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cofitcheck.document import ColumnRole, Mention, RowRole, TableStructure
from cofitcheck.language.lexicon import names_total, tells_part
from cofitcheck.readers.tables.analysis import TableAnalysis
from cofitcheck.readers.tables.grid.logical import JoinedCell
from cofitcheck.readers.tables.grid.raw import Declared
from cofitcheck.readers.tables.roles.layout import TableLayout
from cofitcheck.readers.tables.units.own import unit_columns


def structure_of(table: TableAnalysis, mentions: Sequence[Mention]) -> TableStructure:
    """Return the structure of a table of which `mentions` were read."""
    columns = tuple(_column_roles(table, {m.column: m.column_path for m in reversed(mentions)}))
    rows = tuple(_row_roles(table, {m.row: m.row_path for m in reversed(mentions)}))
    declared = frozenset(at for at, row in enumerate(table.grid.rows) if _is_declared(row, table.layout))
    return TableStructure(rows, columns, table.layout.stub_columns, declared)


def _is_declared(row: Sequence[JoinedCell], layout: TableLayout) -> bool:
    """Tell whether the format says that a row is one of column headers: all its cells beside the labels are
    such, or all of it is, where nothing stands there."""
    beside = [cell.declared for cell in row if cell.column >= layout.stub_columns]
    if beside:
        return all(said in (Declared.COLUMN, Declared.LINE) for said in beside)
    return bool(row) and all(cell.declared is Declared.COLUMN for cell in row)


def _row_roles(table: TableAnalysis, paths: Mapping[int, Sequence[str]]) -> Iterator[RowRole]:
    """Yield the role of each row; `paths` are those of the first number of each."""
    layout = table.layout
    for row in range(len(table.grid.rows)):
        if row < layout.header_rows:
            yield RowRole.HEADER
        elif row in layout.inner_headers:
            yield RowRole.INNER_HEADER
        elif row in layout.section_rows:
            yield RowRole.SECTION
        elif row not in paths:
            yield RowRole.WORDS
        elif row in table.row_paths.parts or any(map(tells_part, paths[row][-1:])):
            yield RowRole.PART
        else:
            yield RowRole.TOTAL if any(map(names_total, paths[row][-1:])) else RowRole.VALUES


def _column_roles(table: TableAnalysis, paths: Mapping[int, Sequence[str]]) -> Iterator[ColumnRole]:
    """Yield the role of each column; `paths` are those of the first number of each."""
    layout, units = table.layout, unit_columns(table.grid, table.layout)
    for column in range(table.grid.columns):
        if column in layout.references:
            yield ColumnRole.NOTES
        elif column in units:
            yield ColumnRole.UNITS
        elif column < layout.stub_columns:
            yield ColumnRole.LABELS
        elif column not in paths:
            yield ColumnRole.WORDS
        else:
            yield ColumnRole.TOTAL if any(map(names_total, paths[column][-1:])) else ColumnRole.VALUES
