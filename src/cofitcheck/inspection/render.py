"""Tables as they were understood, as lines of plain text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from cofitcheck.document import Document, Mention, Table
from cofitcheck.inspection.roles import RoleAndRule, columns_of, period_sources, rows_of, unit_source
from cofitcheck.numbers import Measure, Number
from cofitcheck.periods.dating import ended_periods
from cofitcheck.periods.period import Period
from cofitcheck.reports.words import render_unchecked

_WIDEST = 60
"""So many characters of a title, a caption or a cell are shown."""
_OPEN = "no period"


def render_list(document: Document) -> Iterator[str]:
    """Yield a line for each table: its number, counted from 1 as in reports, place, size, how many
    numbers were read, unit and title."""
    rows = [("table", "place", "size", "numbers", "unit", "title")]
    for table in document.tables:
        mentions = _mentions(document, table)
        size = f"{table.rows}x{table.columns}"
        units = _all(_unit(mention.number) for mention in mentions)
        named = table.name or table.title
        place = table.place.words or f"#{table.place.element}"
        rows.append((str(table.index + 1), place, size, str(len(mentions)), units, named))
    yield from _aligned(rows)
    for unread in document.unread:
        yield f"not read ({render_unchecked(unread.reason)}): {_cut(unread.title or unread.excerpt)}"


def render_table(document: Document, table: Table) -> Iterator[str]:
    """Yield what was understood of a table: its surroundings, each column, and each row with its numbers."""
    mentions = _mentions(document, table)
    periods, period_rules = ended_periods(document), period_sources(document)
    yield f"table {table.index + 1}: {table.name or table.title or 'without a title'}"
    yield f"  caption: {_cut(table.caption) or 'none'}"
    yield f"  before:  {_cut(table.text_before[-_WIDEST:]) or 'nothing'}"
    if table.registrant:
        yield f"  company: {table.registrant}"
    yield "columns"
    for number, line in enumerate(columns_of(document, table)):
        of_column = [mention for mention in mentions if mention.column == number]
        yield _line("column", number, line, _all(_path(mention.column_path) for mention in of_column))
        yield from _said(table, of_column, periods, period_rules)
    yield "rows"
    for number, line in enumerate(rows_of(document, table)):
        of_row = [mention for mention in mentions if mention.row == number]
        words = _all(_path(mention.row_path) for mention in of_row) or _text(table, number)
        yield _line("row", number, line, words)
        for mention in of_row:
            yield f"      column {mention.column}: {_cell(mention, periods, period_rules)}"


def _mentions(document: Document, table: Table) -> list[Mention]:
    return [mention for mention in document.mentions if mention.table == table.index]


def _line(kind: str, number: int, line: RoleAndRule, words: str) -> str:
    return f"  {kind} {number}: {line.role} ({line.rule}){': ' if words else ''}{words}"


def _said(
    table: Table, mentions: Sequence[Mention], periods: Sequence[Period], rules: Sequence[str]
) -> Iterator[str]:
    """Yield the units and the periods of a column, each with the rule that gave it."""
    if mentions:
        units = (f"{_unit(m.number)} (by {unit_source(table, m)})" for m in mentions)
        yield f"      unit:   {_all(units)}"
        dated = (f"{_period(periods[m.index])} (by {rules[m.index]})" for m in mentions)
        yield f"      period: {_all(dated)}"


def _cell(mention: Mention, periods: Sequence[Period], rules: Sequence[str]) -> str:
    value = "no value" if mention.number.value is None else f"{mention.number.value:,f}"
    period = f"{_period(periods[mention.index])} (by {rules[mention.index]})"
    return f"{_cut(mention.text)} -> {value}, {_unit(mention.number)}, {period}"


def _unit(number: Number) -> str:
    """Return what a number counts, in which currency, and the power of ten that is not printed."""
    measure = "no unit" if number.measure is Measure.UNKNOWN else number.measure.value
    power = f"10^{number.scale}" if number.scale else ""
    return " ".join(filter(None, (measure, number.currency, power)))


def _period(period: Period) -> str:
    """Return a period as "2023-12-31, 12 months"; what is not said has no part in it."""
    if not period:
        return _OPEN
    day = "-".join(f"{part:02d}" for part in (period.year, period.month, period.day) if part)
    length = "instant" if period.is_instant else f"{period.months} months" if period.months else ""
    return ", ".join(filter(None, (day, length)))


def _path(path: Sequence[str]) -> str:
    return " / ".join(map(_cut, path))


def _text(table: Table, row: int) -> str:
    return _cut(" | ".join(cell.text for cell in table.cells if cell.row == row and cell.text))


def _all(texts: Iterator[str]) -> str:
    """Return the texts, each once, in the order in which they come first."""
    return "; ".join(dict.fromkeys(text for text in texts if text))


def _aligned(rows: Collection[Sequence[str]]) -> Iterator[str]:
    cut = [[_cut(text) for text in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cut, strict=True)]
    for row in cut:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"
