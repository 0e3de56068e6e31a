"""Where the period and the unit of each number come from."""

from __future__ import annotations

from collections.abc import Sequence

from cofitcheck.document import Document, Mention, Table
from cofitcheck.numbers import Measure, read_unit_caption
from cofitcheck.periods.dating import date_mentions, headed_periods, stated_periods
from cofitcheck.periods.headed import mention_period, period_of
from cofitcheck.periods.period import Period
from cofitcheck.periods.reporting_period import in_english, reporting_period

_NOWHERE = "no rule"


def period_sources(document: Document) -> list[str]:
    """Return for each mention which rule had the last word on its `stated_periods`."""
    english = in_english(document.mentions, reporting_period(document))
    steps: tuple[tuple[str, Sequence[Period]], ...] = (
        ("headers", [period_of(mention.column_path) for mention in english]),
        ("row label", [mention_period(mention.row_path, mention.column_path) for mention in english]),
        ("text or columns around", headed_periods(document, between_balances=False)),
        ("balances above and below", headed_periods(document)),
        ("fiscal calendar", date_mentions(document)),
        ("caption or title", stated_periods(document)),
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
