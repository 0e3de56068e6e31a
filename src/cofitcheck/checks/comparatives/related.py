"""Find what one document is to another, by periods, formats and likeness; and join the two in one document.

Periods are compared by the days on which they end. These days also tell which numbers are comparatives.
"""

from __future__ import annotations

import calendar
from collections import Counter
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property

from cofitcheck.checks.comparatives import Comparison, Kinship, Outcome
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.document import Document
from cofitcheck.errors import InputError
from cofitcheck.periods import Period
from cofitcheck.periods.dating import stated_periods
from cofitcheck.periods.east_asian import speaks_east_asian

_ALIKE = 0.5
"""The least share of the numbers of one of two drafts, or renditions, that stands in the other."""
_PART = 0.6
"""The most numbers that a part of a report has, as a share of the numbers of the whole."""
_SHARED = 0.02
"""The least share of numbers that two reports of one company have in common."""
_FOUND, _AGREEING = 10, 0.3
"""With so many numbers found in a report of the same company, at least this share of them agrees."""
_DIGITS = 4
"""The fewest digits of numbers that are compared. Shorter numbers are equal by chance."""

NEAR = timedelta(days=10)
"""Within how many days two periods end that are held for one. Years of 52 or 53 weeks vary by days, and
"December" means its last day."""
_OFTEN = 0.2
"""How often a day must be named to end the document's own period, as a share of the day named most. The
latest such day counts."""
_STATED = 3
"""How many numbers of a period a document must state to report on it."""


@dataclass(frozen=True, slots=True)
class Related:
    """What the other document is to this one, and how it was found."""

    kinship: Kinship
    told: Reason


def related(
    this: Document, other: Document, dates: tuple[Dates, Dates], asked: Kinship | None = None
) -> Related:
    """Return the relation that was asked for, or the one that is most likely.

    Raises `InputError` for the same file twice, and where no relation was asked for and none shows.
    """
    if _content(this) == _content(other) and _content(this):
        raise InputError(
            f"{this.name} and {other.name} are the same file: name another document to compare it with."
        )
    if asked is None and not this.mentions and this.passages and other.mentions:
        told = Reason.of(ReasonCode.SENTENCES_ALONE, this=this.name, other=other.name)
        return Related(Kinship.RELEASE, told)
    how = (
        _guessed(this, other, dates)
        if asked is None
        else Related(asked, Reason.of(ReasonCode.AS_ASKED, other=other.name))
    )
    if how.kinship is Kinship.LAST_YEAR and not comparatives(*dates):
        raise InputError(
            f"{this.name} has no number of an earlier period on which {other.name} reports, so that nothing "
            "can be compared: name the report of the year before."
        )
    if asked is None and max(_shares(this, other)) < _SHARED:
        raise InputError(
            f"{this.name} and {other.name} have next to no number in common, so that they look like reports "
            "of two companies: name another document, or say with --as what they are to each other."
        )
    return how


def is_of_another(comparison: Comparison) -> bool:
    """Tell whether numbers that two documents name alike mostly differ, so that they are of two companies."""
    counts = comparison.counts
    found = sum(counts.values()) - counts[Outcome.NOT_FOUND]
    by_meaning = comparison.kinship in (Kinship.LAST_YEAR, Kinship.RELEASE)
    return by_meaning and found >= _FOUND and counts[Outcome.AGREE] < _AGREEING * found


def another_company(comparison: Comparison) -> str:
    """Return the sentence that says that the documents are of two companies."""
    counts = comparison.counts
    found = sum(counts.values()) - counts[Outcome.NOT_FOUND]
    return (
        f"Of {found} numbers that {comparison.this.name} and {comparison.other.name} name alike only "
        f"{counts[Outcome.AGREE]} agree, so that they look like reports of two companies: name another "
        "document, or say with --as what they are to each other."
    )


def _guessed(this: Document, other: Document, dates: tuple[Dates, Dates]) -> Related:
    ends, shares = (dates[0].last, dates[1].last), _shares(this, other)
    if _same_day(*ends) and max(shares) >= _ALIKE:
        return _of_one_period(this, other, shares)
    if ends[0] is None or ends[1] is None:
        undated = this.name if ends[0] is None else other.name
        raise InputError(
            f"{undated}: no heading says on what period it reports; say with --as what the documents are to "
            "each other."
        )
    if ends[0] < ends[1]:
        raise InputError(
            f"{this.name} reports to {words(ends[0])} and {other.name} to {words(ends[1])}: name the later "
            "report first."
        )
    if _same_day(*ends):
        told = Reason.of(ReasonCode.WHOLE, this=this.name, other=other.name, there=ends[1].isoformat())
        return Related(Kinship.RELEASE, told)
    days = {"here": ends[0].isoformat(), "there": ends[1].isoformat()}
    return Related(Kinship.LAST_YEAR, Reason.of(ReasonCode.EARLIER_REPORT, other=other.name, **days))


def _of_one_period(this: Document, other: Document, shares: tuple[float, float]) -> Related:
    if len(this.mentions) <= _PART * len(other.mentions) and shares[0] > shares[1]:
        told = Reason.of(ReasonCode.WHOLE_OF_MOST, this=this.name, other=other.name)
        return Related(Kinship.RELEASE, told)
    if _format(this) != _format(other) or _speaks_east_asian(this) != _speaks_east_asian(other):
        return Related(Kinship.RENDITION, Reason.of(ReasonCode.OTHER_RENDITION, other=other.name))
    return Related(Kinship.DRAFT, Reason.of(ReasonCode.EARLIER_DRAFT, other=other.name))


def _same_day(first: date | None, second: date | None) -> bool:
    return first is second or (first is not None and second is not None and abs(first - second) <= NEAR)


def _content(document: Document) -> bytes:
    return document.original or document.source or b"".join(document.files.values())


def _format(document: Document) -> str:
    """Return the format of the file, by the ending of its name."""
    name = document.name.lower().removesuffix(".gz")
    ending = name.rpartition(".")[2]
    return "html" if ending in {"htm", "html", "xhtml"} else ending


def _speaks_east_asian(document: Document) -> bool:
    labels = {label for mention in document.mentions for label in mention.row_path[-1:]}
    return 2 * sum(map(speaks_east_asian, labels)) > len(labels)


def _shares(this: Document, other: Document) -> tuple[float, float]:
    """Return the share of the numbers of each document that stands in the other, as printed."""
    mine, its = _numbers(this), _numbers(other)
    return _share(mine, its), _share(its, mine)


def _numbers(document: Document) -> Counter[str]:
    numbers = (mention.number for mention in document.mentions)
    return Counter(
        str(abs(number.displayed.normalize()))
        for number in numbers
        if number.displayed is not None and number.digits >= _DIGITS
    )


def _share(first: Counter[str], second: Counter[str]) -> float:
    return (first & second).total() / first.total() if first else 0.0


def joined(this: Document, other: Document) -> Document:
    """Return a document with the tables and mentions of both, those of `other` numbered on.

    Mention i of `other` is mention `len(this.mentions) + i`. The text outside tables is left behind.
    """
    tables, mentions = len(this.tables), len(this.mentions)
    return Document(
        name=this.name,
        tables=(*this.tables, *(replace(each, index=each.index + tables) for each in other.tables)),
        mentions=(
            *this.mentions,
            *(
                replace(each, index=each.index + mentions, table=each.table + tables)
                for each in other.mentions
            ),
        ),
    )


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
        """The day on which each mention's period ends. A bare year ends in the month of the document's
        own."""
        return tuple(self._end(period) for period in self.periods)

    def states(self, end: date, months: int) -> bool:
        """Tell whether the document reports on a period: it states numbers of a period of this end and
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
    """Return a day as it is written in a sentence: "December 31, 2023"."""
    return f"{calendar.month_name[day.month]} {day.day}, {day.year}"


def _day(period: Period) -> date | None:
    if not (period.year and period.month):
        return None
    last = _last_day(period.year, period.month)
    return date(period.year, period.month, min(period.day, last) or last)


def _last_day(year: int, month: int) -> int:
    return calendar.monthrange(year, month)[1]
