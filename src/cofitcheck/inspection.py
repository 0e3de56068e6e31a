"""A document's tables as they were understood: the first thing to look at when a reading is wrong.

It tells the role of each row and column of a table and the rule that gave it, and where periods and units
come from. `render_list` and `render_table` write this as lines of plain text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from cofitcheck.document import ColumnRole, Document, Mention, RowRole, Table
from cofitcheck.numbers import Measure, Number, read_unit_caption
from cofitcheck.periods import Period
from cofitcheck.periods.dating import date_mentions, ended_periods, headed_periods, stated_periods
from cofitcheck.periods.header_periods import mention_period, period_of
from cofitcheck.periods.reporting_period import in_english, reporting_period
from cofitcheck.reports.words import render_unchecked

_ROW_RULES = {
    RowRole.HEADER: "above the first row of the body",
    RowRole.INNER_HEADER: "restates headers for the rows below",
    RowRole.SECTION: "names the rows below and has no number",
    RowRole.TOTAL: "its label is that of a total",
    RowRole.PART: "tells a part of a row above it",
    RowRole.VALUES: "",
    RowRole.WORDS: "no number was read in it",
}
_DECLARED = "the document says that it is a header"
_COLUMN_RULES = {
    ColumnRole.LABELS: "left of the first column of numbers",
    ColumnRole.NOTES: "its numbers refer to notes",
    ColumnRole.UNITS: "its header says that it holds units",
    ColumnRole.TOTAL: "its header is that of a total",
    ColumnRole.VALUES: "",
    ColumnRole.WORDS: "no number was read in it",
}
_COUNTED = (RowRole.TOTAL, RowRole.PART, RowRole.VALUES, ColumnRole.TOTAL, ColumnRole.VALUES)

_NOWHERE = "no rule"
_WIDEST = 60
"""The most characters of a title, a caption or a cell that are shown."""
_OPEN = "no period"


@dataclass(frozen=True, slots=True)
class RoleAndRule:
    """A row or a column: its role, and in a clause the rule that gave it."""

    role: RowRole | ColumnRole
    rule: str


def rows_of(document: Document, table: Table) -> list[RoleAndRule]:
    """Return the role of each row of a table."""
    numbers = Counter(mention.row for mention in document.mentions if mention.table == table.index)
    told = []
    for row, role in enumerate(table.structure.rows):
        rule = _DECLARED if row in table.structure.declared else _ROW_RULES[role]
        told.append(_told(role, rule, numbers[row]))
    return told


def columns_of(document: Document, table: Table) -> list[RoleAndRule]:
    """Return the role of each column of a table."""
    numbers = Counter(mention.column for mention in document.mentions if mention.table == table.index)
    roles = enumerate(table.structure.columns)
    return [_told(role, _COLUMN_RULES[role], numbers[column]) for column, role in roles]


def _told(role: RowRole | ColumnRole, rule: str, numbers: int) -> RoleAndRule:
    counted = f"{numbers} number{'s' * (numbers != 1)}" if role in _COUNTED else ""
    return RoleAndRule(role, "; ".join(filter(None, (rule, counted))))


def period_sources(document: Document) -> list[str]:
    """Return for each mention the name of the last rule that changed its period, up to `ended_periods`."""
    english = in_english(document.mentions, reporting_period(document))
    steps: tuple[tuple[str, Sequence[Period]], ...] = (
        ("headers", [period_of(mention.column_path) for mention in english]),
        ("row label", [mention_period(mention.row_path, mention.column_path) for mention in english]),
        ("text or columns around", headed_periods(document, between_balances=False)),
        ("balances above and below", headed_periods(document)),
        ("fiscal calendar", date_mentions(document)),
        ("caption or title", stated_periods(document)),
        ("end of the fiscal year", ended_periods(document)),
    )
    sources, known = [_NOWHERE] * len(english), [Period()] * len(english)
    for name, periods in steps:
        changed = [new != old for new, old in zip(periods, known, strict=True)]
        sources = [name if each else source for each, source in zip(changed, sources, strict=True)]
        known = list(periods)
    return sources


def unit_source(table: Table, mention: Mention) -> str:
    """Return what states the unit of a mention: the caption, its headers, its label, or the cell itself."""
    number, caption = mention.number, read_unit_caption(table.caption)
    if caption and number.scale == caption.scale:
        signed = number.currency and number.currency != caption.currency
        return "caption, currency by signs" if signed else "caption"
    for name, texts in (("headers", mention.column_path), ("row label", mention.row_path[-1:])):
        units = filter(None, map(read_unit_caption, texts))
        if any((unit.scale, unit.currency) == (number.scale, number.currency) for unit in units):
            return name
    unknown = number.measure is Measure.UNKNOWN and not number.currency and not number.scale
    return _NOWHERE if unknown else "words or signs beside it"


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
    """Return a period as "2023-12-31, 12 months", without what is unknown."""
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
