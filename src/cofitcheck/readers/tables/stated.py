"""Every cell of a table that states a number, with the number, its row path and its column path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN, NUMERALS
from cofitcheck.language.table_words import HEADERS, TIMES, any_of
from cofitcheck.numbers import Kind, Number, NumberContext, UnitCaption, read_number, read_unit_caption
from cofitcheck.numbers.model import SIGNS
from cofitcheck.periods.header_periods import period_of
from cofitcheck.periods.text import read_period, states_period_only
from cofitcheck.readers.tables.analysis import CarriedHeaders, TableAnalysis
from cofitcheck.readers.tables.cells import (
    amounts_like_years,
    is_value,
    names_code,
    names_years,
    read_term,
    states_nothing,
    ungrouped_in,
)
from cofitcheck.readers.tables.east_asian_units import currency_column, own_unit, unit_column
from cofitcheck.readers.tables.header_paths import with_column_beside
from cofitcheck.readers.tables.layout import TableLayout
from cofitcheck.readers.tables.logical import JoinedCell

_PERCENTAGE = re.compile(rf"{any_of(HEADERS.shares)}\s*(?:[(（].*)?\Z")
"""A label of percentages, and not of a number of times, as 流动比率 and 周转率 are."""
_MEASURED = re.compile(rf"{any_of(HEADERS.measured)}(?:[(（].*)?\Z")
"""The name of what numbers are of; it is neither a kind of labels nor a part of a statement."""
_YEARS = re.compile(rf"\({any_of(TIMES.in_lengths)}\)", re.IGNORECASE)

_PLAIN = re.compile(r"[(−–△▲-]?\s*\d{1,3}(?:\.\d+|,\d\d?)?\s*\)?")
_PERCENT = ("%", "％")
_FEWEST_NUMBERED = 3
_MARK = re.compile(r"\(\d{1,2}\)")
_NOTE = any_of(HEADERS.note)
_EXPLAINED = re.compile(
    rf".+(?:[(（]{_NOTE}\s*[\d{NUMERALS}]+[)）]|{_NOTE}\s*[(（][\d{NUMERALS}]+[)）])"
    rf"|.*{any_of(HEADERS.related)}\s*[(（]{_NOTE}[)）]"
)
"""A header that a note explains."""
_DIGIT = re.compile(r"\d")
_CODE = re.compile(r"\d\d?")
_RATE = re.compile(any_of(HEADERS.rates))


@dataclass(frozen=True, slots=True)
class _Stated:
    """A cell that states a number, with its paths."""

    cell: JoinedCell
    number: Number
    rows: tuple[str, ...]
    columns: tuple[str, ...]


def stated_numbers(
    table: TableAnalysis, unit: UnitCaption, carried: CarriedHeaders, caption: str = ""
) -> Iterator[_Stated]:
    """Yield every cell that states a number, with the number, its row path and its column path."""
    grid, layout, labels = table.grid, table.layout, table.row_paths.labels
    names = table.names
    units, currencies = unit_column(grid, layout), currency_column(grid, layout)
    corner, item, end = "", "", 0
    for band, own in table.bands:
        headers = carried.over(own)
        over = grid.rows[end : band.start]
        corner = _corner_date(over, table, band.start) or corner
        item, end = _corner_item(over, layout) if over else item, band.stop
        spoken = {
            column: tuple(text for text in texts if not _is_bracketed_unit(text))
            for column, texts in headers.items()
        }
        cells = [cell for row in band if row not in layout.section_rows for cell in grid.rows[row]]
        percent = percent_columns(cells)
        throughout = signed_throughout(cells, labels, spoken)
        marks = mark_columns(cells, spoken) | code_columns(cells, spoken) | numbering_columns(cells)
        ungrouped, like_years = ungrouped_in(cells), amounts_like_years(cells)
        told = with_column_beside(spoken, frozenset(cell.column for cell in cells if is_value(cell)))
        for cell in cells:
            column = _headed_column(cell, spoken)
            columns = spoken.get(column, ())
            if corner and _is_dated_by(corner, columns, labels.get(cell.row, ())):
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
            if cell.row in currencies:
                captioned = replace(captioned, currency=currencies[cell.row])
            plain = cell.row in units or cell.row in ungrouped.rows or cell.column in ungrouped.columns
            plain = plain or (cell.row, cell.column) in like_years
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


def _corner_date(headers: Sequence[Sequence[JoinedCell]], table: TableAnalysis, body: int) -> str:
    """Return the period, with or without its year, that stands over the row labels in header rows, or "". One
    that reaches down into the `body` is of the rows beside it; one across the table says nothing else."""
    over = [cell for row in headers for cell in row if cell.row_end <= body + 1]
    stub, across = table.layout.stub_columns, (0, table.grid.columns)
    for cell in over:
        stated = read_period(cell.text)
        if cell.column_end <= stub and (stated.year or stated.month):
            return cell.text
        if stub and (cell.column, cell.column_end) == across and states_period_only(cell.text):
            return cell.text
    return ""


def _corner_item(headers: Sequence[Sequence[JoinedCell]], layout: TableLayout) -> str:
    """Return what a Chinese header over the only column of labels says that all numbers are, or ""."""
    corner = (cell.text for row in headers for cell in row if cell.column_end <= layout.stub_columns == 1)
    return next((text for text in corner if _MEASURED.search(text)), "")


def _is_dated_by(corner: str, headers: tuple[str, ...], row: tuple[str, ...]) -> bool:
    """Tell whether the period over the row labels holds for a number: it has the year, the day or the length
    that the headers of its column lack, and no section of its row states a year."""
    stated, over = period_of(headers), read_period(corner)
    if over.year and any(read_period(text).year and states_period_only(text) for text in row[:-1]):
        return False
    if over.year and over.day and not over.months:
        # "March 31, 2023" over years of origination: the years sort what there was on that day.
        return not (stated.year and stated.month)
    if not (over.year or over.month):
        return not stated.months
    if over.year:
        return not stated.year or (over.is_duration and not (stated.month or stated.months))
    return bool(stated.year and not stated.month)


def _is_signed(cell: JoinedCell) -> bool:
    return any(character in SIGNS for character in cell.text)


def _is_bracketed_unit(text: str) -> bool:
    """Tell whether a header only states a unit for the whole table: no part of what its column is about."""
    return text.startswith("(") and text.endswith(")") and read_unit_caption(text) is not None


def percent_columns(cells: list[JoinedCell]) -> frozenset[int]:
    """Return the columns whose sign stands beside the first or last number only, as printers of percentages
    do."""
    signed, plain = set(), set()
    for cell in cells:
        if cell.text.endswith(_PERCENT):
            signed.add(cell.column)
        elif _PLAIN.fullmatch(cell.text) is None and any(map(str.isdigit, cell.text)):
            plain.add(cell.column)
    return frozenset(signed - plain)


def signed_throughout(
    cells: list[JoinedCell], labels: Mapping[int, tuple[str, ...]], headers: Mapping[int, tuple[str, ...]]
) -> frozenset[int]:
    """Return the columns where each percentage has its sign, as in Chinese and Japanese tables: a number
    without one is of another kind.

    Columns whose header speaks of rates are left out. So are those where a percentage comes first and the
    last number has no sign, but the label of a rate: a rate of tax, which the others lead to.
    """
    if not any(EAST_ASIAN.search(text) for cell in cells for text in labels.get(cell.row, ())):
        return frozenset()
    rates = {column for column, texts in headers.items() if any(map(_RATE.search, texts))}
    columns: dict[int, list[JoinedCell]] = {}
    for cell in sorted(filter(is_value, cells), key=lambda cell: cell.row):
        columns.setdefault(cell.column, []).append(cell)
    led = {
        column
        for column, (first, *_, last) in ((at, found) for at, found in columns.items() if len(found) > 1)
        if first.text.endswith(_PERCENT)
        and not last.text.endswith(_PERCENT)
        and any(map(_PERCENTAGE.search, labels.get(last.row, ())[-1:]))
    }
    return frozenset(cell.column for cell in cells) - rates - led


def mark_columns(cells: list[JoinedCell], headers: Mapping[int, tuple[str, ...]]) -> frozenset[int]:
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


def numbering_columns(cells: list[JoinedCell]) -> frozenset[int]:
    """Return the columns that only number their rows: "(1)", "(2)", "(3)"."""
    found: dict[int, list[str]] = {}
    for cell in cells:
        if is_value(cell):
            found.setdefault(cell.column, []).append(cell.text)
    return frozenset(
        column
        for column, texts in found.items()
        if len(texts) >= _FEWEST_NUMBERED and texts == [f"({n})" for n in range(1, len(texts) + 1)]
    )


def code_columns(cells: list[JoinedCell], headers: Mapping[int, tuple[str, ...]]) -> frozenset[int]:
    """Return the columns of codes that a note explains: single digits below "關係 (註1)", one digit or two
    below "(註1)" alone."""
    numbers = [cell for cell in cells if is_value(cell) and any(map(str.isdigit, cell.text))]
    bare = {c for c, texts in headers.items() if texts and _EXPLAINED.fullmatch("." + texts[-1])}
    explained = {c for c in bare if _EXPLAINED.fullmatch(headers[c][-1])}
    others = {
        cell.column
        for cell in numbers
        if (_DIGIT if cell.column in explained else _CODE).fullmatch(cell.text) is None
    }
    return frozenset({cell.column for cell in numbers} & bare - others)
