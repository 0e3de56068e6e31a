"""The period that was read of each tagged number, held against the one that its tag has.

A period is right when it has the month in which the tag's ends (a week either way) and, of a duration, the
length in months. A number of no length beside an instant is right: few headers say that a date is one. Tags
have periods that no reader of the table sees: payments due in later years are tagged by the day of the
report, and dates of deals by the day of the deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from cofitcheck.document import Document, Mention
from cofitcheck.evaluation.gold.contexts import XbrlContext
from cofitcheck.evaluation.gold.labels import Labels
from cofitcheck.periods.dating import ended_periods
from cofitcheck.periods.period import INSTANT, MEAN_MONTH, Period

RIGHT = "right"
"""What became of a period that is read as its tag has it; every other outcome says what is wrong."""
_WEEK = timedelta(8)


@dataclass(frozen=True, slots=True)
class ReadPeriod:
    """The period of one tagged number: as read, as tagged, and what became of it."""

    mention: Mention
    period: Period
    context: XbrlContext
    outcome: str


def read_periods(document: Document, labels: Labels) -> Iterator[ReadPeriod]:
    """Yield what became of the period of each number whose tag has one, in their order."""
    for mention, period, key in zip(document.mentions, ended_periods(document), labels.key, strict=True):
        if key and key.context.end != "forever":
            yield ReadPeriod(mention, period, key.context, outcome(period, key.context))


def outcome(period: Period, context: XbrlContext) -> str:
    """Return how a period that was read stands to the one that the tag has: `RIGHT`, or what is wrong."""
    end = date.fromisoformat(context.end)
    near = {(day.year, day.month) for day in (end, end - _WEEK, end + _WEEK)}
    length = INSTANT
    if context.start:
        length = round((end - date.fromisoformat(context.start)).days / MEAN_MONTH)
    if not period.year:
        return "no year"
    if not period.month:
        return "no month" if period.year in {year for year, _ in near} else "another year"
    if (period.year, period.month) not in near:
        return "another end"
    if not period.months:
        return RIGHT if length == INSTANT else "no length"
    return RIGHT if period.months == length else "another length"
