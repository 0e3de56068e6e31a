"""The period or date that words state."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from cofitcheck.caching import cached
from cofitcheck.language.lexicon import EAST_ASIAN_LETTERS, MONTHS
from cofitcheck.periods.day_ranges import day_range
from cofitcheck.periods.east_asian import spelled
from cofitcheck.periods.lengths import COUNTS, FLAGS, WEEKS, months_of
from cofitcheck.periods.period import Period

MONTH = re.compile(
    r"\b(?:(?P<before>\d{1,2})(?:st|nd|rd|th|er|\.)?\s+)?(?P<month>"
    + "|".join(sorted(MONTHS, key=len, reverse=True))
    + r")\b\.?\s*(?P<after>\d{1,2})?\b",
    FLAGS,
)
YEAR = re.compile(r"(?<![\d.,$€£¥₩#-])(?<![$€£¥₩]\s)((?:19|20)\d\d)(?![\d%]|[.,]\d)")
_FOUR_DIGITS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# "2026 Senior Notes", "2013 Equity Plan", "ASU 2016-09": the year is part of a name, unless it ends a date.
_NAMED = re.compile(
    r"(?<!\d )(?<!\d, )\b(?:19|20)\d\d\s+"
    r"(?:(?:senior|junior|secured|unsecured|subordinated|exchangeable|usd|euro?|term)\s+)*"
    r"(?:notes|bonds|debentures|convertible|loans?|authorization)\b"
    r"|(?<!\d )(?<!\d, )\b(?:19|20)\d\d\s+(?:[a-z&-]+\s+){0,5}?"
    r"(?:equity|stock|share|employees?|incentive|performance|award|repurchase|restructuring|omnibus)\b"
    r"[a-z &-]{0,40}\b(?:plan|program|award)s?\b"
    r"|\b(?:asus?|asc|update)\)?\s+(?:no\.?\s+)?(?:19|20)\d\d\b(?:-\d\d\b)?",
    FLAGS,
)
# "After 2028", "2029 and thereafter": no end. "2029 - 2033": when something falls due or expires.
_OPEN = re.compile(
    r"\b(?:19|20)\d\d\s*[-–—]\s*(?:19|20)\d\d\b"
    r"|\b(?:after|beyond) (?:19|20)\d\d\b|\b(?:19|20)\d\d (?:and|&|or) (?:thereafter|beyond|later|after)\b",
    FLAGS,
)
# "0.375% senior notes due July 2023": when it falls due, not what its amounts are of.
_DUE = re.compile(r"(?<=\w )\(?(?:due|matur(?:ing|es|ity)|expir(?:ing|es|y|ation))\b.*", FLAGS)
_SHORT_YEAR = re.compile(r"(?:\bQ[1-4] ?|\b[1-4]Q ?|\b(?:FY|YTD) ?|(?<!\w))['’](\d\d)\b", FLAGS)
_FULL, _M, _D = r"(?P<year>(?:19|20)\d\d)", r"(?P<month>0?[1-9]|1[0-2])", r"(?P<day>0?[1-9]|[12]\d|3[01])"
_DATES = tuple(
    re.compile(pattern, re.ASCII)
    for pattern in (
        rf"\b{_FULL}[/.-]{_M}[/.-]{_D}\b",
        rf"\b{_M}/{_D}/(?P<year>\d\d(?:\d\d)?)\b",
        rf"\b{_M}-{_D}-{_FULL}\b",
        rf"\b{_D}[/.-]{_M}[/.-]{_FULL}\b",
    )
)
_VERSUS = re.compile(r"\s(?:vs\.?|versus|compared (?:to|with)|over)\s", FLAGS)
OTHER_WORDS = re.compile(
    rf"\b(?!(?:{'|'.join([*MONTHS, *COUNTS, *WEEKS])}|years?|months?|weeks?|quarters?|first|second|third"
    r"|fourth|fiscal|ended|ending|period|balances?|restated|unaudited|for|the|and|as|of|at)\b)[a-z]+"
    rf"|[{EAST_ASIAN_LETTERS}]+",
    FLAGS,
)


def years_in(text: str) -> list[str]:
    """Return the years that a text names, in order, whatever they are years of."""
    return _FOUR_DIGITS.findall(text)


@cached(65536)
def read_period(text: str) -> Period:
    """Return the period a text states; of several years the last one counts, of "2019 vs. 2018" the first."""
    text = _DUE.sub("", _VERSUS.split(unicodedata.normalize("NFKC", spelled(text)))[0])
    joined = day_range(text)
    if joined:
        return Period(*joined)
    date = next((date for pattern in _DATES if (date := pattern.search(text))), None)
    if date:
        year, month, day = (int(date[name] or 0) for name in ("year", "month", "day"))
        return Period(year if year > 99 else 2000 + year, month, day, months_of(text))
    text = _OPEN.sub(" ", _NAMED.sub(" ", text))
    years = YEAR.findall(text) or [f"20{year}" for year in _SHORT_YEAR.findall(text)]
    named = [match for match in MONTH.finditer(text) if _is_month(match) or years]
    month, day = (MONTHS[named[-1]["month"].lower()], _day(named[-1])) if named else (0, 0)
    return Period(int(years[-1]) if years else 0, month, day, months_of(text))


def _is_month(match: re.Match[str]) -> bool:
    return match["month"].lower() != "may" or _day(match) > 0


def _day(match: re.Match[str]) -> int:
    day = int(match["after"] or match["before"] or 0)
    return day if day <= 31 else 0


def said_besides(path: Sequence[str]) -> frozenset[str]:
    """Return the words of headers or labels that say nothing of time, in lower case."""
    return frozenset(OTHER_WORDS.findall(" ".join(path).casefold()))
