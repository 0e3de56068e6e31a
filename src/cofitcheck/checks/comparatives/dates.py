"""On what days the periods of a document end, and which of its numbers are comparatives."""

from __future__ import annotations

import calendar
from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from cofitcheck.document import Document
from cofitcheck.periods.dating import stated_periods
from cofitcheck.periods.period import Period

NEAR = timedelta(days=10)
"""Years of 52 or 53 weeks end within so many days of each other, and "December" means its last day."""
_OFTEN = 0.2
"""Of the days on which periods end the latest counts that is named so often, beside the one named most."""
_STATED = 3
"""A document reports on a period of which it states so many numbers."""


@dataclass(frozen=True)
class Dates:
    """The periods of a document's mentions (parallel to them), and the last day that it reports on."""

    periods: tuple[Period, ...]

    @classmethod
    def of(cls, document: Document) -> Dates:
        """Date the mentions of a document."""
        return cls(stated_periods(document))

    @cached_property
    def last(self) -> date | None:
        """The day on which the document's own period ends, None where it names no day."""
        days = Counter(day for period in self.periods if (day := _day(period)))
        years = Counter(date(p.year, 12, 31) for p in self.periods if p.year and not p.month)
        counted = days or years
        often = [day for day, count in counted.items() if count >= _OFTEN * max(counted.values())]
        return max(often, default=None)

    @cached_property
    def ends(self) -> tuple[date | None, ...]:
        """The day on which each mention's period ends; a bare year ends as the document's own does."""
        return tuple(self._end(period) for period in self.periods)

    def states(self, end: date, months: int) -> bool:
        """Tell whether the document reports on a period: that it states numbers of one of this end and
        length."""
        found = sum(
            count
            for (other, length), count in self._spans.items()
            if abs(other - end) <= NEAR and (length == months or not length or not months)
        )
        return found >= _STATED

    @cached_property
    def _spans(self) -> Counter[tuple[date, int]]:
        return Counter(
            (end, period.months) for period, end in zip(self.periods, self.ends, strict=True) if end
        )

    def _end(self, period: Period) -> date | None:
        if period.month or not period.year or self.last is None:
            return _day(period)
        month = self.last.month
        return date(period.year, month, _last_day(period.year, month))


def comparatives(this: Dates, other: Dates) -> list[int]:
    """Return the mentions of `this` that are of a period before its own on which `other` reports too."""
    found, known = [], dict[tuple[date, int], bool]()
    for mention, (period, end) in enumerate(zip(this.periods, this.ends, strict=True)):
        if end is None or (this.last and end > this.last - NEAR):
            continue
        span = (end, period.months)
        if span not in known:
            known[span] = other.states(*span)
        if known[span]:
            found.append(mention)
    return found


def words(day: date) -> str:
    """Return a day as a sentence has it: "December 31, 2023"."""
    return f"{calendar.month_name[day.month]} {day.day}, {day.year}"


def _day(period: Period) -> date | None:
    if not (period.year and period.month):
        return None
    last = _last_day(period.year, period.month)
    return date(period.year, period.month, min(period.day, last) or last)


def _last_day(year: int, month: int) -> int:
    return calendar.monthrange(year, month)[1]
