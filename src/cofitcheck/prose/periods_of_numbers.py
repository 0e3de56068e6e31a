"""Which of a sentence's periods each of its numbers is of, and the period that a document reports on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from cofitcheck import patterns as re
from cofitcheck.document import Document
from cofitcheck.language.calendar import SAYS_PERIOD
from cofitcheck.language.phrases import PRIOR, SAID
from cofitcheck.periods import Period
from cofitcheck.periods.dating import headed_periods
from cofitcheck.periods.text import read_period, years_in
from cofitcheck.prose.model import OPEN, Operation
from cofitcheck.prose.operations import Part, lower
from cofitcheck.prose.times import Time, year_before

_BEFORE = frozenset({Operation.FROM, Operation.COMPARED})
_CHANGES = frozenset({Operation.CHANGE, Operation.PERCENT_CHANGE})

Dated = tuple[Period, Period]
"""The period of a number, and the one that it is compared with."""
_FIRST = 120
"""The number of passages at the beginning of a document in which the cover stands."""
_SAYS = re.compile(rf"\b{SAID['ended']}\b|{SAYS_PERIOD}", re.IGNORECASE)
_PRIOR = re.compile(PRIOR)
"""What heads a statement of last year, and is not the period of the cover; in lower case."""
_QUARTERLY = re.compile(rf"\b{SAID['by_quarters']}\b", re.IGNORECASE)
_LONGEST = 160
_OFTEN = 0.3
"""Days and lengths are often named where tables name them this often, relative to the one named most."""
_YEAR = 12
_Named = TypeVar("_Named")


def assign_periods(
    times: Sequence[Time],
    parts: Sequence[Part],
    groups: Sequence[int],
    own: Period,
    borders: Sequence[int] = (),
    inner: Sequence[int] = (),
) -> list[Dated]:
    """Return the periods of the numbers of a sentence, in the order of `parts`; `own` is the document's. A
    time behind one of the `borders` ("due to") says nothing of the numbers before it, and the number behind
    one of the `inner` words ("including") is a part of the one before it."""
    periods: list[Period] = [OPEN] * len(parts)
    against: list[Period] = [OPEN] * len(parts)
    since = 0
    for at, time in enumerate(times):
        border = max((each for each in borders if each <= time.start), default=0)
        before = _between(parts, max(since, border), time.start)
        behind = _behind(times[at + 1 :], parts, time)
        if time.against:
            for number in _compared(parts, time, before, behind):
                against[number] = against[number] or time.periods[0]
            continue
        if time.before and not before and _between(parts, 0, time.start):
            continue  # "… due to the level of last year; and taxes of $5 million"
        if len(time.periods) > 1:
            _deal_out(time.periods, () if time.leads and behind else before, behind, parts, periods, inner)
        else:
            _date(time, before, behind, parts, groups, periods)
        since = time.until or time.end
    said = [time for time in times if time.against or not any(each <= time.start for each in borders)]
    _complete(said, parts, groups, periods, against, own)
    return list(zip(periods, against, strict=True))


def _between(parts: Sequence[Part], start: int, end: float) -> list[int]:
    return [at for at, part in enumerate(parts) if start <= part.start and part.end <= end]


def _behind(later: Sequence[Time], parts: Sequence[Part], time: Time) -> list[int]:
    """Return the numbers behind a time and before the next list of times, or the next time that leads. A time
    in a bracket dates only what is in the bracket, and no other time dates that."""
    outside = [other for other in later if time.until is not None or other.until is None]
    ends = (other.start for other in outside if len(other.periods) > 1 or (other.leads and not other.against))
    last = min(next(ends, math.inf), math.inf if time.until is None else time.until)
    bracketed = [other for other in later if other not in outside]
    aside = {at for other in bracketed for at in _between(parts, other.end, other.until or 0)}
    return [at for at in _between(parts, time.end, last) if at not in aside]


def _compared(
    parts: Sequence[Part], time: Time, before: Sequence[int], behind: Sequence[int]
) -> Sequence[int]:
    """Return the numbers that are compared with what was at a time: those before it, the last one at least,
    or those that it leads."""
    if time.leads and behind:
        return behind[:1]
    return before or _between(parts, 0, time.start)[-1:] or behind


def _deal_out(
    stated: Sequence[Period],
    before: Sequence[int],
    behind: Sequence[int],
    parts: Sequence[Part],
    periods: list[Period],
    inner: Sequence[int],
) -> None:
    """Give listed periods to as many numbers, in order: the last before the list, or else the first behind
    it. Where there are twice as many they are two runs, or
    pairs of an amount and what it is in per cent, or a part of it: "$359 million (12.5%) and $384 million
    (16.8%)", "$9 million, including fees of $2 million, and $8 million, including fees of $1 million". A
    number that stands alone is of the first."""
    numbers = before or behind
    levels = [number for number in numbers if parts[number].operation not in _CHANGES]
    numbers = levels or numbers  # "were $5 million and $4 million, a decrease of $1 million, or 20%"
    count = len(stated)
    if len(numbers) == 1:
        lengths = {each.months for each in stated}
        periods[numbers[0]] = stated[0] if len(lengths) == 1 else replace(stated[0], months=0)
        return
    dealt = numbers if len(numbers) % count == 0 else numbers[-count:] if before else numbers[:count]
    if len(dealt) % count:
        return
    size = len(dealt) // count
    kinds = [parts[number].role for number in dealt]
    partial = [any(parts[at - 1].end <= word < parts[at].start for word in inner) for at in dealt]
    by_kind = len(set(kinds)) == size and kinds == kinds[:size] * count
    by_part = partial == [False, *[True] * (size - 1)] * count
    paired = size > 1 and (by_kind or by_part)
    for at, number in enumerate(dealt):
        periods[number] = stated[at // size if paired else at % count]


def _date(
    time: Time,
    before: Sequence[int],
    behind: Sequence[int],
    parts: Sequence[Part],
    groups: Sequence[int],
    periods: list[Period],
) -> None:
    """Give one period to the number before it and those of its statement, or to all behind it where it
    leads."""
    (period,) = time.periods
    if not before or (time.leads and behind):
        alone = behind[:1] if behind and parts[behind[0]].operation in _BEFORE else behind
        for at in alone:
            periods[at] = periods[at] or period
        return
    nearest = before[-1]
    periods[nearest] = period
    earlier = parts[nearest].operation in _BEFORE
    for at in before[:-1]:
        alike = groups[at] == groups[nearest] and (parts[at].operation in _BEFORE) == earlier
        if alike and not periods[at]:
            periods[at] = period


def _complete(
    times: Sequence[Time],
    parts: Sequence[Part],
    groups: Sequence[int],
    periods: list[Period],
    against: list[Period],
    own: Period,
) -> None:
    """Date what is left by the other numbers of its statement, by the only time of the sentence, or by what
    it is compared with."""
    stated = {period for time in times if not (time.against or time.before) for period in time.periods}
    leading = any(time.leads for time in times)
    only = next(iter(stated)) if len(stated) == 1 and not leading else OPEN
    if any(periods[at] == only and parts[at].operation in _BEFORE for at in range(len(parts))):
        only = OPEN
    for group in dict.fromkeys(groups):
        members = [at for at, of in enumerate(groups) if of == group]
        after = [at for at in members if parts[at].operation not in _BEFORE]
        earlier = [at for at in members if parts[at].operation in _BEFORE]
        dated = next((at for at in after if periods[at]), 0)
        said = periods[dated] if dated in after else OPEN
        base = next((against[at] for at in members if against[at]), OPEN)
        said = said or only
        base = base or next((periods[at] for at in earlier if periods[at] not in (OPEN, said)), OPEN)
        # "5% in the fourth quarter of 2031 from $5 million in the third quarter of 2031": not a year before.
        compared = base or next((periods[at] for at in earlier if periods[at]), OPEN)
        said = said or (own if base.year and base.year == own.year else _year_after(base))
        for at in members:
            if parts[at].operation in _BEFORE:
                # One that has a time of its own, and yet that of what it is compared with, was misread.
                stated_twice = bool(periods[at]) and periods[at] == said
                known = periods[at] and not stated_twice
                periods[at] = periods[at] if known else base or (OPEN if stated_twice else year_before(said))
            elif not (leading and at < dated):
                periods[at] = periods[at] or said
            if parts[at].operation in (Operation.CHANGE, Operation.PERCENT_CHANGE, Operation.TO):
                against[at] = against[at] or compared
                if (
                    not earlier and against[at] and against[at] == periods[at]
                ):  # of "compared to 2030 and $3 million in 2030"
                    against[at] = year_before(periods[at])
            elif against[at] and parts[at].operation in _BEFORE:
                against[at] = OPEN


def _year_after(period: Period) -> Period:
    """Return the same period a year later, open where the year is."""
    return replace(period, year=period.year + 1) if period.year else OPEN


def own_period(document: Document) -> Period:
    """Return the period that a document reports on; open where neither cover nor tables say it.

    It is the one that the cover names. Where there is no cover, or it names another day than the headers of
    the tables, it is the shortest span that ends on the latest day that these often name, or else the latest
    year.
    """
    cover, tables = _of_cover(document), _of_tables(document)
    # What an annual report says of its last quarter is no cover.
    is_annual = tables.months == _YEAR and bool(tables.month)
    if cover and not is_annual and not (tables.month and _are_apart(cover, tables)):
        return cover
    return (tables or cover).or_else(Period(months=_YEAR)) if tables or cover else OPEN


def _are_apart(one: Period, other: Period) -> bool:
    """Tell whether two periods end more than a month from each other."""
    return abs(_YEAR * (one.year - other.year) + one.month - other.month) > 1


def _of_cover(document: Document) -> Period:
    for passage in document.passages[:_FIRST]:
        text = passage.text
        if len(text) > _LONGEST or not _SAYS.search(text) or _PRIOR.search(lower(text)):
            continue
        period = read_period(text)
        months = period.months or 3 * bool(_QUARTERLY.search(text))
        if period.year and period.month and months > 0:
            # "for the three months ended June 30, 2031 and 2030"
            return replace(period, year=max((period.year, *map(int, years_in(text)))), months=months)
    return OPEN


def _of_tables(document: Document) -> Period:
    periods = headed_periods(document)
    days = Counter((each.year, each.month, each.day) for each in periods if each.year and each.month)
    if not days:
        years = Counter(each.year for each in periods if each.year)
        return Period(max(_often(years)), months=_YEAR) if years else OPEN
    year, month, day = max(_often(days))
    lengths = Counter(
        each.months for each in periods if (each.year, each.month) == (year, month) and each.is_duration
    )
    often = _often(lengths)
    return Period(year, month, day, _YEAR if _YEAR in often else min(often, default=0))


def _often(counts: Counter[_Named]) -> list[_Named]:
    most = max(counts.values(), default=0)
    return [each for each, count in counts.items() if count >= _OFTEN * most]
