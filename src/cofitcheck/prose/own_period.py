"""The period that a document reports on."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TypeVar

from cofitcheck import patterns as re
from cofitcheck.document import Document
from cofitcheck.language.calendar import SAYS_PERIOD
from cofitcheck.language.phrases import PRIOR
from cofitcheck.periods.dating import headed_periods
from cofitcheck.periods.period import Period
from cofitcheck.periods.text import read_period, years_in
from cofitcheck.prose.model import OPEN
from cofitcheck.prose.operations import lower

_FIRST = 120
"""The cover stands in the first so many passages."""
_SAYS = re.compile(rf"\b(?:end(?:ed|ing))\b|{SAYS_PERIOD}", re.IGNORECASE)
_PRIOR = re.compile(PRIOR)
"""What heads last year's statement is not the cover's. In lower case."""
_QUARTERLY = re.compile(r"\bquarterly\b", re.IGNORECASE)
_LONGEST = 160
_OFTEN = 0.3
"""Of days and lengths, those that tables name at least so often as the one that they name most."""
_YEAR = 12
_Named = TypeVar("_Named")


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
