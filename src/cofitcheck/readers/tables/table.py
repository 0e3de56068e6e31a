"""A logical grid with its context to a `Table`, with the roles of its rows and columns, and its mentions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cofitcheck import patterns as re
from cofitcheck.document import Cell, ColumnRole, Mention, Place, RowRole, Table, TableStructure
from cofitcheck.language.lexicon import names_total, tells_part
from cofitcheck.language.table_words import UNITS, any_of
from cofitcheck.numbers import Measure, UnitCaption, is_side_text, read_unit_caption
from cofitcheck.numbers.model import code_of, normalise
from cofitcheck.readers.tables.analysis import Carried, TableAnalysis
from cofitcheck.readers.tables.context.around import states_unit
from cofitcheck.readers.tables.logical import JoinedCell, LogicalGrid
from cofitcheck.readers.tables.raw import Declared
from cofitcheck.readers.tables.roles.layout import TableLayout
from cofitcheck.readers.tables.stated import stated_numbers
from cofitcheck.readers.tables.units.east_asian_units import is_of_its_own, unit_columns
from cofitcheck.readers.tables.units.money import settle_money
from cofitcheck.readers.tables.units.shares import settle_shares

_LONGEST_LABEL = 2_000
"""So many characters of a label name its number: no honest one is longer, and later stages read it often."""
(_SHARED,) = UNITS.yuan
"""The sign that several currencies share."""
_NAMED = re.compile(any_of(UNITS.named_currencies))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a table stands: `Table` has the same fields."""

    place: Place
    title: str
    caption: str
    text_before: str
    currency: str = ""
    """That of all tables that name none."""
    name: str = ""


def _cut(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(label[:_LONGEST_LABEL] for label in path)


def has_mentions(table: TableAnalysis) -> bool:
    """Tell whether a table is one of data: a number stands in it, and a label or a header says of what.

    A lone number (a page number laid out as a table) states nothing.
    """
    return any(stated.rows or stated.columns for stated in stated_numbers(table, UnitCaption(), Carried()))


def build_table(
    analysis: TableAnalysis,
    index: int,
    around: Surroundings,
    carried: Carried,
) -> tuple[Table, list[Mention]]:
    """Return the table and its mentions; the mentions' indices count from 0 and are set by the caller.

    `carried` is what stands in the table before.
    """
    grid, layout = analysis.grid, analysis.layout
    corner = _corner_currency(grid, layout)
    caption = ("" if corner else _own_caption(grid, layout)) or around.caption
    unit = _in_currency(read_unit_caption(caption) or UnitCaption(), caption, around.currency)
    unit = _in_corner_currency(unit, corner)
    caption = caption or corner

    def place(cell: JoinedCell) -> tuple[Place, ...]:
        return tuple(part.place for part in cell.parts)

    cells = tuple(
        Cell(
            cell.row,
            cell.column,
            cell.text,
            place(cell),
            cell.row_end - cell.row,
            cell.column_end - cell.column,
        )
        for row in grid.rows
        for cell in row
    )
    mentions = [
        Mention(
            0,
            index,
            s.cell.row,
            s.cell.column,
            s.cell.text,
            s.number,
            _cut(s.rows),
            _cut(s.columns),
            place(s.cell)[0],
            s.cell.parts[0].stored,
        )
        for s in stated_numbers(analysis, unit, carried, caption)
    ]
    table = Table(
        index=index,
        cells=cells,
        structure=structure_of(analysis, mentions),
        place=around.place,
        title=around.title,
        caption=caption,
        text_before=around.text_before,
        name=around.name,
    )
    below = [cell for cell in cells if cell.row >= layout.header_rows]
    settled = settle_money(mentions, below, unit.currency)
    return table, settle_shares(settled, around.text_before, unit.shares_scale)


def _in_currency(unit: UnitCaption, caption: str, currency: str) -> UnitCaption:
    """Return a unit in the currency of all tables where its caption names none, or one by a word that
    several currencies share; that is also what signs mean in a table whose caption counts shares."""
    shared = unit.currency == code_of(_SHARED) and not _NAMED.search(caption)
    return replace(unit, currency=code_of(_SHARED, currency) if shared else unit.currency or currency)


def _corner_currency(grid: LogicalGrid, layout: TableLayout) -> str:
    """Return the sign or code of a currency that stands alone over the labels, or "". It says nothing of the
    power of ten: a caption may."""
    over = (cell.text for row in grid.rows[: layout.header_rows] for cell in row if cell.column == 0)
    return next((text for text in over if is_side_text(text) and code_of(normalise(text))), "")


def _in_corner_currency(unit: UnitCaption, corner: str) -> UnitCaption:
    if not corner:
        return unit
    measure = Measure.MONEY if unit.measure is Measure.UNKNOWN else unit.measure
    return replace(unit, currency=code_of(normalise(corner), unit.currency), measure=measure)


def _names_currency(unit: UnitCaption | None, row: Sequence[JoinedCell]) -> bool:
    """Tell whether a label beside numbers is a currency and no more: what its row is about."""
    return unit is not None and not unit.scale and len(row) > 1


def _own_caption(grid: LogicalGrid, layout: TableLayout) -> str:
    """Return the unit caption among the table's own header rows and its first labels, or "".

    Above a column, "Shares" speaks for that column only; a scale there speaks for the table, but in Chinese
    and Japanese for its like (see `own_unit`) and a label for its row.
    """
    for row in grid.rows[: layout.header_rows + 2]:
        for cell in row:
            unit = read_unit_caption(cell.text) if states_unit(cell.text) else None
            alone = cell.row < layout.header_rows or len(row) == 1
            labels = cell.row >= layout.header_rows
            if labels and (is_of_its_own(cell.text) or _names_currency(unit, row)):
                continue
            if unit and (cell.column == 0 or (alone and unit.scale)):
                return cell.text
    return ""


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
