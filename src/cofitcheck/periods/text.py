"""The period or date that words state: a day, two days joined, a bare year; whether they speak of time."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.calendar import YEAR_SIGNS
from cofitcheck.language.lexicon import EAST_ASIAN_LETTERS, MONTHS, alternation
from cofitcheck.language.meanings import COUNTS, TIMES, WEEKS
from cofitcheck.periods import FLAGS, MEAN_MONTH, Period, months_of
from cofitcheck.periods.east_asian import spelled

MONTH = re.compile(
    rf"\b(?:(?P<before>\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s+(?:{TIMES['of_month']}\s+)?)?(?P<month>"
    + "|".join(sorted(MONTHS, key=len, reverse=True))
    + r")\b\.?\s*(?P<after>\d{1,2})?\b",
    FLAGS,
)
YEAR = re.compile(r"(?<![\d.,$€£¥₩#-])(?<![$€£¥₩]\s)((?:19|20)\d\d)(?![\d%]|[.,]\d)")
_FOUR_DIGITS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# "2026 Senior Notes", "2013 Equity Plan", "ASU 2016-09": the year is part of a name, unless it ends a date.
_NAMED = re.compile(TIMES["named_years"], FLAGS)
# "After 2028", "2029 and thereafter": no end. "2029 - 2033": when something falls due or expires.
_OPEN = re.compile(TIMES["open_years"], FLAGS)
# "0.375% senior notes due July 2023": when it falls due, not what its amounts are of.
_DUE = re.compile(rf"(?<=\w )\(?{TIMES['due']}\b.*", FLAGS)
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
_VERSUS = re.compile(rf"\s{TIMES['versus']}\s", FLAGS)
OTHER_WORDS = re.compile(
    rf"\b(?!(?:{'|'.join([*MONTHS, *COUNTS, *WEEKS])}|{TIMES['period_words']})\b)[a-z]+"
    rf"|[{EAST_ASIAN_LETTERS}]+",
    FLAGS,
)

_YEAR = re.compile(rf"^{TIMES['year_begins']}?(?:19|20)\d\d(?:\s*(?:E|A|{YEAR_SIGNS}))?$", re.IGNORECASE)
_SOME_WORDS = re.compile(rf"\b(?:{alternation(MONTHS)}|{TIMES['says_span']})\b", re.IGNORECASE)
_ALL_WORDS = re.compile(
    rf"\b(?:[A-Za-z]{{3,9}} \d{{1,2}}|q[1-4]|[1-4]q|(?:19|20)\d\d|{TIMES['around_dates']}\b)", re.IGNORECASE
)
_WORD = re.compile(r"\w")

_NAME = "|".join(sorted(MONTHS, key=len, reverse=True))
_JOINT = r"\s*(?:-|–|—|−|\bto\b|\bthrough\b|\bthru\b)\s*"
_RANGES = tuple(
    re.compile(pattern, FLAGS)
    for pattern in (
        rf"\b(?P<from_month>{_NAME})\.?\s+(?P<from_day>\d{{1,2}})(?:,?\s*(?P<from_year>(?:19|20)\d\d))?{_JOINT}"
        rf"(?:(?P<month>{_NAME})\.?\s+)?(?P<day>\d{{1,2}})(?:,?\s*(?P<year>(?:19|20)\d\d))?(?![\d.%])",
        rf"\b(?P<from_month>\d{{1,2}})/(?P<from_day>\d{{1,2}})/(?P<from_year>\d\d(?:\d\d)?){_JOINT}"
        r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d\d(?:\d\d)?)(?![\d.%])",
    )
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


def is_bare_year(text: str) -> bool:
    """Tell whether a text is a year and no more: "2023", "FY 2023", "2023年度"."""
    return _YEAR.match(text) is not None


def speaks_of_period(text: str) -> bool:
    """Tell whether words about time stand in a text."""
    return bool(_YEAR.match(text) or _SOME_WORDS.search(text))


def states_period_only(label: str) -> bool:
    """Tell whether a label says a date or a period and nothing else."""
    english = spelled(label)
    if english != label:
        english = english.replace("fiscal ", "")  # "113年度" is a year and no more
    return bool(read_period(label)) and not _WORD.search(_ALL_WORDS.sub("", english))


def day_range(text: str) -> tuple[int, int, int, int] | None:
    """Return year (0 where not said), month and day of the last day of a range, and its length in months.

    A range has at least one month; there is none where a text joins no two days, or in the wrong order.
    """
    found = next((match for pattern in _RANGES if (match := pattern.search(text))), None)
    return _range(found.groupdict()) if found else None


def _range(said: Mapping[str, str | None]) -> tuple[int, int, int, int] | None:
    first, month = _month(said["from_month"]), _month(said["month"] or said["from_month"])
    start, day = int(said["from_day"] or 0), int(said["day"] or 0)
    if not (1 <= first <= 12 and 1 <= month <= 12 and 1 <= start <= 31 and 1 <= day <= 31):
        return None
    wraps = (month, day) < (first, start)
    if wraps and not said["month"]:
        return None
    since, year = _year(said["from_year"]), _year(said["year"])
    year = year or (since + wraps if since else 0)
    since = since or year - wraps
    months = (year - since) * 12 + month - first + (day + 1 - start) / MEAN_MONTH
    return (year, month, day, max(1, round(months))) if months > 0 else None


def _month(said: str | None) -> int:
    text = (said or "0").lower()
    return int(text) if text.isdigit() else MONTHS[text]


def _year(said: str | None) -> int:
    year = int(said or 0)
    return year if year > 99 or not said else 2000 + year
