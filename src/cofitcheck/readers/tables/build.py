"""A logical grid with its context to a `Table` and its mentions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cofitcheck.document import Cell, Mention, Place, Table
from cofitcheck.language.lexicon import NUMERALS
from cofitcheck.numbers import (
    Kind,
    Number,
    NumberContext,
    UnitCaption,
    read_number,
    read_unit_caption,
)
from cofitcheck.numbers.currencies import SIGNS, code_of
from cofitcheck.periods.headed import period_of
from cofitcheck.periods.text import read_period
from cofitcheck.readers.tables.beside import with_column_beside
from cofitcheck.readers.tables.codes import names_code, states_nothing
from cofitcheck.readers.tables.column_paths import column_paths
from cofitcheck.readers.tables.columns import JoinedCell, LogicalGrid
from cofitcheck.readers.tables.context import states_unit
from cofitcheck.readers.tables.continuation import Carried
from cofitcheck.readers.tables.layout import TableLayout, find_layout, is_value
from cofitcheck.readers.tables.money import settle_money
from cofitcheck.readers.tables.names import Names
from cofitcheck.readers.tables.own_units import currency_column, is_of_its_own, own_unit, unit_column
from cofitcheck.readers.tables.row_paths import row_paths
from cofitcheck.readers.tables.shares import settle_shares
from cofitcheck.readers.tables.terms import read_term
from cofitcheck.readers.tables.text import EAST_ASIAN
from cofitcheck.readers.tables.ungrouped import names_years, ungrouped_in

_PLAIN = re.compile(r"[(−–-]?\s*\d{1,3}(?:\.\d+|,\d\d?)?\s*\)?")
_MARK = re.compile(r"\(\d{1,2}\)")
_LONGEST_LABEL = 2_000
"""So many characters of a label name its number: no honest one is longer, and later stages read it often."""
_EXPLAINED = re.compile(
    rf".+(?:[(（][註注]\s*[\d{NUMERALS}]+[)）]|[註注]\s*[(（][\d{NUMERALS}]+[)）])"
    r"|.*[關关][係系]\s*[(（][註注][)）]"
)
"""A header that a note explains."""
_DIGIT = re.compile(r"\d")
_CODE = re.compile(r"\d\d?")
_RATE = re.compile(r"[率比幅%％]|割合|シェア")
_PERCENTAGE = re.compile(
    r"(?:割合|シェア|占比|比[例重]?|幅|[%％]|(?<![动動金]比)(?<![转轉倍盈净淨汇匯])率)\s*(?:[(（].*)?\Z"
)
"""A label of percentages, and not of a number of times, as 流动比率 and 周转率 are."""
_MEASURED = re.compile(r"(?:(?<!报告期)利[润潤]|率|天[数數]|收入|成本|毛利)(?:[(（].*)?\Z")
"""What a number is of, and neither a kind of labels nor a part of a statement."""
_NAMED = re.compile(r"人民|[美港台臺日欧歐]")
_YEARS = re.compile(r"\((?:in )?(?:years|months|days)\)", re.IGNORECASE)


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


def has_mentions(grid: LogicalGrid) -> bool:
    """Tell whether a grid is a data table: a number stands in it, and a label or a header says of what.

    A lone number (a page number laid out as a table) states nothing.
    """
    return any(
        stated.rows or stated.columns
        for stated in _numbers(grid, find_layout(grid), UnitCaption(), Carried())
    )


def build_table(
    grid: LogicalGrid,
    index: int,
    around: Surroundings,
    carried: Carried,
) -> tuple[Table, list[Mention]]:
    """Return the table and its mentions; the mentions' indices count from 0 and are set by the caller.

    `carried` is what stands in the table before.
    """
    layout = find_layout(grid)
    caption = _own_caption(grid, layout) or around.caption
    unit = _in_currency(read_unit_caption(caption) or UnitCaption(), caption, around.currency)

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
        for s in _numbers(grid, layout, unit, carried, caption)
    ]
    table = Table(
        index=index,
        cells=cells,
        rows=len(grid.rows),
        columns=grid.columns,
        header_rows=layout.header_rows,
        stub_columns=layout.stub_columns,
        place=around.place,
        section_rows=layout.section_rows,
        inner_headers=layout.inner_headers,
        note_columns=layout.references,
        title=around.title,
        caption=caption,
        text_before=around.text_before,
        name=around.name,
    )
    below = [cell for cell in cells if cell.row >= layout.header_rows]
    settled = settle_money(mentions, below, unit.currency)
    return table, settle_shares(settled, around.text_before, unit.shares_scale)


@dataclass(frozen=True, slots=True)
class _Stated:
    """A cell that states a number, with its paths."""

    cell: JoinedCell
    number: Number
    rows: tuple[str, ...]
    columns: tuple[str, ...]


def _numbers(
    grid: LogicalGrid, layout: TableLayout, unit: UnitCaption, carried: Carried, caption: str = ""
) -> Iterator[_Stated]:
    """Yield every cell that states a number, with the number, its row path and its column path."""
    labels = row_paths(grid, layout)
    names = Names(grid, layout, labels)
    units, currencies = unit_column(grid, layout), currency_column(grid, layout)
    corner, item, end = "", "", 0
    for band, own in column_paths(grid, layout):
        headers = carried.over(own)
        over = grid.rows[end : band.start]
        corner = _corner_date(over, layout, band.start) or corner
        item, end = _corner_item(over, layout) if over else item, band.stop
        spoken = {
            column: tuple(text for text in texts if not _is_bracketed_unit(text))
            for column, texts in headers.items()
        }
        cells = [cell for row in band if row not in layout.section_rows for cell in grid.rows[row]]
        percent = _percent_columns(cells)
        throughout = _signed_throughout(cells, labels, spoken)
        marks = _mark_columns(cells, spoken) | _code_columns(cells, spoken)
        ungrouped = ungrouped_in(cells)
        told = with_column_beside(spoken, frozenset(cell.column for cell in cells if is_value(cell)))
        for cell in cells:
            column = _headed_column(cell, spoken)
            columns = spoken.get(column, ())
            if corner and _is_dated_by(corner, columns):
                columns = (corner, *columns)
            if item and columns and item not in columns:
                columns = (item, *columns)
            if cell.column < layout.stub_columns or cell.column in marks | layout.references:
                continue
            if states_nothing(cell.text, columns):
                continue
            rows = names.beside(cell, labels.get(cell.row, ()), bool(columns))
            if rows and cell.text.isdigit() and names_code(rows[-1]):
                continue
            hints = (
                (*headers.get(column, ()), "%")
                if cell.column in percent
                and (cell.column not in throughout or any(map(_PERCENTAGE.search, rows[-1:])))
                and not any(map(_YEARS.search, rows))
                else headers.get(column, ())
            )
            texts = (*reversed(columns), *rows[-1:])
            captioned = units.get(cell.row) or own_unit(texts, unit, caption, signed=_is_signed(cell))
            captioned = replace(captioned, currency=currencies.get(cell.row, captioned.currency))
            plain = cell.row in units or cell.row in ungrouped.rows or cell.column in ungrouped.columns
            spoken_of = any(map(names_years, (*columns[-1:], *rows[-1:])))
            context = NumberContext(captioned, rows, hints, cell.decimal_comma, plain and not spoken_of)
            number = read_term(cell.text, columns) or read_number(cell.text, context)
            if number is not None and number.kind is Kind.VALUE:
                rows = names.told_apart(cell, rows, bool(columns))
                yield _Stated(cell, number, rows, told.get(column, columns))


def _headed_column(cell: JoinedCell, headers: Mapping[int, tuple[str, ...]]) -> int:
    """Return the first column with a header that a cell covers: a number may have begun with the sign in a
    column of signs. Its own where none has one."""
    covered = range(cell.column, cell.column_end)
    return next((column for column in covered if headers.get(column)), cell.column)


def _in_currency(unit: UnitCaption, caption: str, currency: str) -> UnitCaption:
    """Return a unit in the currency of all tables where its caption names none, or one by a word that
    several currencies share; that is also what signs mean in a table whose caption counts shares."""
    shared = unit.currency == code_of("元") and not _NAMED.search(caption)
    return replace(unit, currency=code_of("元", currency) if shared else unit.currency or currency)


def _corner_date(headers: Sequence[Sequence[JoinedCell]], layout: TableLayout, body: int) -> str:
    """Return the date, with or without its year, that stands over the row labels in header rows, or "". One
    that reaches down into the `body` is of the rows beside it."""
    over = (cell for row in headers for cell in row if cell.row_end <= body + 1)
    corner = (cell.text for cell in over if cell.column_end <= layout.stub_columns)
    return next((text for text in corner if (date := read_period(text)).year or date.month), "")


def _corner_item(headers: Sequence[Sequence[JoinedCell]], layout: TableLayout) -> str:
    """Return what a Chinese header over the only column of labels says that all numbers are, or ""."""
    corner = (cell.text for row in headers for cell in row if cell.column_end <= layout.stub_columns == 1)
    return next((text for text in corner if _MEASURED.search(text)), "")


def _is_dated_by(corner: str, headers: tuple[str, ...]) -> bool:
    """Tell whether the date over the row labels holds for a column: it has the year or else the day that
    the column's headers lack."""
    stated = period_of(headers)
    return not stated.year if read_period(corner).year else bool(stated.year and not stated.month)


def _is_signed(cell: JoinedCell) -> bool:
    return any(character in SIGNS for character in cell.text)


def _is_bracketed_unit(text: str) -> bool:
    """Tell whether a header only states a unit for the whole table: no part of what its column is about."""
    return text.startswith("(") and text.endswith(")") and read_unit_caption(text) is not None


def _percent_columns(cells: list[JoinedCell]) -> frozenset[int]:
    """Return the columns whose sign stands beside the first or last number only, as printers of percentages
    do."""
    signed, plain = set(), set()
    for cell in cells:
        if cell.text.endswith("%"):
            signed.add(cell.column)
        elif _PLAIN.fullmatch(cell.text) is None and any(character.isdigit() for character in cell.text):
            plain.add(cell.column)
    return frozenset(signed - plain)


def _signed_throughout(
    cells: list[JoinedCell], labels: Mapping[int, tuple[str, ...]], headers: Mapping[int, tuple[str, ...]]
) -> frozenset[int]:
    """Return the columns where each percentage has its sign, as in Chinese and Japanese tables: a number
    without one is of another kind, unless the header speaks of rates, or its label does."""
    if not any(EAST_ASIAN.search(text) for cell in cells for text in labels.get(cell.row, ())):
        return frozenset()
    rates = {column for column, texts in headers.items() if any(map(_RATE.search, texts))}
    return frozenset(cell.column for cell in cells) - rates


def _mark_columns(cells: list[JoinedCell], headers: Mapping[int, tuple[str, ...]]) -> frozenset[int]:
    """Return the columns of footnote marks: "(1)" right of a number, and no header but that number's."""
    numbers = [cell for cell in cells if is_value(cell)]
    ends = {(cell.row, cell.column_end) for cell in numbers}
    others = {
        cell.column
        for cell in numbers
        if _MARK.fullmatch(cell.text) is None or (cell.row, cell.column) not in ends
    }
    return frozenset(
        cell.column
        for cell in numbers
        if cell.column not in others
        and headers.get(cell.column - 1)
        and headers.get(cell.column, ()) in ((), headers[cell.column - 1])
    )


def _code_columns(cells: list[JoinedCell], headers: Mapping[int, tuple[str, ...]]) -> frozenset[int]:
    """Return the columns of codes that a note explains: digits alone, below "關係 (註1)"; below "(註1)" two
    of them too."""
    numbers = [cell for cell in cells if is_value(cell) and any(map(str.isdigit, cell.text))]
    bare = {c for c, texts in headers.items() if texts and _EXPLAINED.fullmatch("." + texts[-1])}
    explained = {c for c in bare if _EXPLAINED.fullmatch(headers[c][-1])}
    others = {
        cell.column
        for cell in numbers
        if (_DIGIT if cell.column in explained else _CODE).fullmatch(cell.text) is None
    }
    return frozenset({cell.column for cell in numbers} & bare - others)


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
