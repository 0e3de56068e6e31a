"""A logical grid with its context to a `Table`, with the roles of its rows and columns, and its mentions.

Some mentions are share counts that neither their label nor their header names: the rows around them or the
sentence before the table do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.document import Cell, ColumnRole, Mention, Place, RowRole, Table, TableStructure
from cofitcheck.language.lexicon import names_total, tells_part
from cofitcheck.language.meanings import MEASURES
from cofitcheck.language.phrases import SAID
from cofitcheck.language.table_words import UNITS, any_of
from cofitcheck.numbers import Measure, UnitCaption, is_side_text, read_unit_caption
from cofitcheck.numbers.captions import without_units
from cofitcheck.numbers.labels import read_label
from cofitcheck.numbers.model import code_of, normalise
from cofitcheck.readers.tables.analysis import CarriedHeaders, TableAnalysis
from cofitcheck.readers.tables.around import states_unit
from cofitcheck.readers.tables.east_asian_units import is_of_its_own, unit_columns
from cofitcheck.readers.tables.layout import TableLayout
from cofitcheck.readers.tables.logical import JoinedCell, LogicalGrid
from cofitcheck.readers.tables.money import settle_money
from cofitcheck.readers.tables.raw import DeclaredScope
from cofitcheck.readers.tables.stated import stated_numbers

_LONGEST_LABEL = 2_000
"""How many characters of a label are kept: no honest one is longer, and later stages read labels often."""
(_SHARED,) = UNITS.yuan
"""The sign that several currencies share."""
_NAMED = re.compile(any_of(UNITS.named_currencies))

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_OF_SHARES = re.compile(SAID["of_shares"], re.IGNORECASE)
_HEADER = re.compile(MEASURES["share_header"], re.IGNORECASE)
_SINGLE = Decimal(10) ** 7
"""The number from which a share count is printed in full, even under a caption in thousands."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a table stands: `Table` has the same fields."""

    place: Place
    title: str
    caption: str
    text_before: str
    currency: str = ""
    """The currency of all tables that name none."""
    name: str = ""


def _cut(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(label[:_LONGEST_LABEL] for label in path)


def has_mentions(table: TableAnalysis) -> bool:
    """Tell whether a table is one of data: a number stands in it, and a label or a header says of what.

    A lone number (a page number laid out as a table) states nothing.
    """
    return any(
        stated.rows or stated.columns for stated in stated_numbers(table, UnitCaption(), CarriedHeaders())
    )


def build_table(
    analysis: TableAnalysis,
    index: int,
    around: Surroundings,
    carried: CarriedHeaders,
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
        return all(said in (DeclaredScope.COLUMN, DeclaredScope.LINE) for said in beside)
    return bool(row) and all(cell.declared is DeclaredScope.COLUMN for cell in row)


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


def settle_shares(mentions: Iterable[Mention], text_before: str, scale: int | None) -> list[Mention]:
    """Make share counts of the numbers of unknown measure between two of them in a column (what dilutes
    "weighted average shares"), and of all such numbers of a table that a sentence about shares introduces.

    `text_before` ends with that sentence; `scale` is the caption's for share counts. Counts of one column
    have one scale: where one is too large for it, it holds for none of them.
    """
    settled = list(mentions)
    columns: defaultdict[int, list[int]] = defaultdict(list)
    for at, mention in enumerate(settled):
        columns[mention.column].append(at)
    if _OF_SHARES.search(_SENTENCE.split(text_before)[-1]) and not any(map(_states_other, settled)):
        for at, mention in enumerate(settled):
            if _is_open(mention):
                settled[at] = _as_shares(mention, _of_caption(mention, scale))
    for at, mention in enumerate(settled):
        header = without_units(mention.column_path[-1]) if mention.column_path else ""
        if _HEADER.search(header) and _is_open(mention):
            own = any(without_units(said) != said for said in mention.column_path)
            settled[at] = _as_shares(mention, mention.number.scale if own else _of_caption(mention, scale))
    for column in columns.values():
        _settle_scale(settled, column)
        _settle_between(settled, column)
    return settled


def _states_other(mention: Mention) -> bool:
    return mention.number.measure in (Measure.MONEY, Measure.PER_SHARE)


def _is_open(mention: Mention) -> bool:
    """Tell whether nothing says what a number counts."""
    labels = ((False, mention.row_path), (True, mention.column_path))
    counted = any(read_label(label, column=column).counted for column, path in labels for label in path)
    return mention.number.measure is Measure.UNKNOWN and not mention.number.currency and not counted


def _of_caption(mention: Mention, scale: int | None) -> int:
    """Return the caption's scale for share counts, where it gives a number its scale."""
    return mention.number.scale and (scale or 0)


def _as_shares(mention: Mention, scale: int) -> Mention:
    return replace(mention, number=replace(mention.number.at_scale(scale), measure=Measure.SHARES))


def _settle_scale(settled: list[Mention], column: Sequence[int]) -> None:
    """Leave the scale off from the first to the last share count of a column with one printed in full."""
    counted = [n for n, at in enumerate(column) if settled[at].number.measure is Measure.SHARES]
    numbers = [settled[column[n]].number for n in counted]
    if not any(n.scale == 0 and n.displayed and abs(n.displayed) >= _SINGLE for n in numbers):
        return
    for at in column[counted[0] : counted[-1] + 1]:
        if settled[at].number.measure is Measure.SHARES or _is_open(settled[at]):
            settled[at] = _as_shares(settled[at], 0)


def _settle_between(settled: list[Mention], column: Sequence[int]) -> None:
    counted = [n for n, at in enumerate(column) if settled[at].number.measure is Measure.SHARES]
    for first, last in pairwise(counted):
        between = [settled[at] for at in column[first + 1 : last]]
        scale = settled[column[first]].number.scale
        if all(_is_open(mention) and mention.number.scale == scale for mention in between):
            for at in column[first + 1 : last]:
                settled[at] = _as_shares(settled[at], scale)
