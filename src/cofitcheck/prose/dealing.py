"""Which of a sentence's periods each of its numbers is of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cofitcheck.document.periods import Period
from cofitcheck.prose.model import OPEN, Operation
from cofitcheck.prose.operations import Part
from cofitcheck.prose.times import Time, year_before

_BEFORE = frozenset({Operation.FROM, Operation.COMPARED})

Dated = tuple[Period, Period]
"""The period of a number, and the one that it is compared with."""


def deal(times: Sequence[Time], parts: Sequence[Part], groups: Sequence[int], own: Period) -> list[Dated]:
    """Return the periods of the numbers of a sentence, in the order of `parts`; `own` is the document's."""
    periods: list[Period] = [OPEN] * len(parts)
    against: list[Period] = [OPEN] * len(parts)
    since = 0
    for time in times:
        before = [at for at, part in enumerate(parts) if since <= part.start and part.end <= time.start]
        behind = _until_next(times, parts, time)
        if time.against:
            for at in before or behind:
                against[at] = against[at] or time.periods[0]
        elif len(time.periods) > 1:
            _deal_out(time.periods, before or behind, periods)
            since = time.end
        else:
            _date(time, before, behind, parts, groups, periods)
            since = time.end
    _complete(times, parts, groups, periods, against, own)
    return list(zip(periods, against, strict=True))


def _until_next(times: Sequence[Time], parts: Sequence[Part], time: Time) -> list[int]:
    """Return the numbers behind a time and before the next list of times."""
    until = next(
        (other.start for other in times if other.start > time.start and len(other.periods) > 1), None
    )
    return [
        at for at, part in enumerate(parts) if part.start >= time.end and (until is None or part.end <= until)
    ]


def _deal_out(stated: Sequence[Period], numbers: Sequence[int], periods: list[Period]) -> None:
    """Give listed periods to as many numbers, in order; to two runs of numbers where there are twice as
    many. A number that stands alone is of the first."""
    count = len(stated)
    if len(numbers) == 1:
        periods[numbers[0]] = stated[0]
        return
    dealt = numbers if len(numbers) % count == 0 else numbers[-count:]
    if len(dealt) % count:
        return
    for at, number in enumerate(dealt):
        periods[number] = stated[at % count]


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
    if not before:
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
    stated = {period for time in times if not time.against for period in time.periods}
    only = next(iter(stated)) if len(stated) == 1 else OPEN
    for group in dict.fromkeys(groups):
        members = [at for at, of in enumerate(groups) if of == group]
        after = [at for at in members if parts[at].operation not in _BEFORE]
        earlier = [at for at in members if parts[at].operation in _BEFORE]
        said = next((periods[at] for at in after if periods[at]), OPEN)
        base = next((against[at] for at in members if against[at]), OPEN)
        said = said or (only if not _is_of(only, periods, earlier) else OPEN)
        base = base or next((periods[at] for at in earlier if periods[at] not in (OPEN, said)), OPEN)
        said = said or _year_after(base)
        for at in members:
            if parts[at].operation in _BEFORE:
                known = periods[at] and periods[at] != said
                periods[at] = periods[at] if known else base or year_before(said)
            else:
                periods[at] = periods[at] or said
            if parts[at].operation in (Operation.CHANGE, Operation.PERCENT_CHANGE, Operation.TO):
                against[at] = against[at] or base
            elif against[at] and parts[at].operation in _BEFORE:
                against[at] = OPEN


def _is_of(period: Period, periods: Sequence[Period], numbers: Sequence[int]) -> bool:
    return any(periods[at] == period for at in numbers)


def _year_after(period: Period) -> Period:
    """Return the same period a year later, open where the year is."""
    return replace(period, year=period.year + 1) if period.year else OPEN
