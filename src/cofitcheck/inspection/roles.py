"""The role of each row and column of a table and the rule that gave it; where periods and units come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cofitcheck.document import ColumnRole, Document, Mention, RowRole, Table
from cofitcheck.numbers import Measure, read_unit_caption
from cofitcheck.periods.dating import date_mentions, ended_periods, headed_periods, stated_periods
from cofitcheck.periods.headed import mention_period, period_of
from cofitcheck.periods.period import Period
from cofitcheck.periods.reporting_period import in_english, reporting_period

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
    """Return for each mention which rule had the last word on its `ended_periods`."""
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
