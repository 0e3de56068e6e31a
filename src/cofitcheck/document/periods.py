"""The period or date that header and label words state."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"),
            ("february", "feb"),
            ("march", "mar"),
            ("april", "apr"),
            ("may",),
            ("june", "jun"),
            ("july", "jul"),
            ("august", "aug"),
            ("september", "sept", "sep"),
            ("october", "oct"),
            ("november", "nov"),
            ("december", "dec"),
        ),
        1,
    )
    for name in names
}
# ASCII, as otherwise a dotless "ı" counts as an "i" and is then in no table below.
_FLAGS = re.IGNORECASE | re.ASCII
_MONTH = re.compile(
    r"\b(?:(?P<before>\d{1,2})(?:st|nd|rd|th)?\s+)?(?P<month>"
    + "|".join(sorted(_MONTHS, key=len, reverse=True))
    + r")\b\.?\s*(?P<after>\d{1,2})?\b",
    _FLAGS,
)
_YEAR = re.compile(r"(?<![\d.,$#-])((?:19|20)\d\d)(?![\d%]|[.,]\d)")
# "2026 Senior Notes", "ASU 2016-09": the year is part of a name, unless it ends a full date.
_NAMED = re.compile(
    r"(?<!\d )(?<!\d, )\b(?:19|20)\d\d\s+"
    r"(?:(?:senior|junior|secured|unsecured|subordinated|exchangeable)\s+)*(?:notes|bonds|debentures|convertible)\b"
    r"|\b(?:asus?|asc|update)\)?\s+(?:no\.?\s+)?(?:19|20)\d\d\b(?:-\d\d\b)?",
    _FLAGS,
)
_SHORT_YEAR = re.compile(r"(?:\bQ[1-4] ?|\b[1-4]Q ?|\b(?:FY|YTD) ?|(?<!\w))['’](\d\d)\b", _FLAGS)
_FULL, _M, _D = r"(?P<year>(?:19|20)\d\d)", r"(?P<month>0?[1-9]|1[0-2])", r"(?P<day>0?[1-9]|[12]\d|3[01])"
_DATES = tuple(
    re.compile(pattern, re.ASCII)
    for pattern in (
        rf"{_FULL}\s*年(?:\s*{_M}\s*月)?(?:\s*{_D}\s*日)?",
        rf"\b{_FULL}[/.-]{_M}[/.-]{_D}\b",
        rf"\b{_M}/{_D}/(?P<year>\d\d(?:\d\d)?)\b",
        rf"\b{_M}-{_D}-{_FULL}\b",
        rf"\b{_D}[/.-]{_M}[/.-]{_FULL}\b",
    )
)
_COUNTS = {"three": 3, "six": 6, "nine": 9, "twelve": 12, "3": 3, "6": 6, "9": 9, "12": 12}
_WEEKS = {
    "twelve": 12, "thirteen": 13, "fourteen": 14, "sixteen": 16, "twenty-four": 24, "twenty-six": 26,
    "twenty-seven": 27, "twenty-eight": 28, "thirty-six": 36, "thirty-nine": 39, "forty": 40, "fifty-two": 52,
    "fifty-three": 53,
}  # fmt: skip
_MONTHS_ENDED = re.compile(r"\b(three|six|nine|twelve|3|6|9|12)[\s-]*months?\b", _FLAGS)
_WEEKS_ENDED = re.compile(rf"\b({'|'.join(_WEEKS)}|[1-5]\d)[\s-]*weeks?\b", _FLAGS)
# "Less than 12 Months", "one year or more": how long something has lasted or will, no span of a report.
_BOUND = re.compile(
    r"\b(?:less|fewer|more|greater|longer) than \w+ (?:weeks?|months?|years?)\b"
    r"|\b\w+ (?:weeks?|months?|years?) or (?:less|fewer|more|greater|longer|over)\b",
    _FLAGS,
)
_SORTING = re.compile(r"\b(?:originat|vintage|maturit|maturing|expir)", re.IGNORECASE)
# "Gains on securities held at the end of the period" are those of the whole span; cash held then is not.
_EDGE = re.compile(
    r"^(?:(?!(?<!cash )\bheld\b).)*?\b(end|beginning) of (?:the )?(?:fiscal )?(?:period|year|quarter)s?\b",
    re.IGNORECASE,
)
_VERSUS = re.compile(r"\s(?:vs\.?|versus|compared (?:to|with)|over)\s", _FLAGS)
_QUARTER = re.compile(r"\bquarters?\b|\b[1-4]q\b|\bq[1-4]\b", _FLAGS)
_FULL_YEAR = re.compile(r"\b(?:fiscal|years?|annual|twelve months)\b|年度", _FLAGS)
_INSTANT = re.compile(r"\b(?:as of|as at|at|balances?)\b|期末|年末", _FLAGS)


@dataclass(frozen=True, slots=True)
class Period:
    """What words say of a period: 0 means not said.

    `months` is the length: -1 for a date ("as of"), 3, 6, 9 or 12 for a span of time.
    """

    year: int = 0
    month: int = 0
    day: int = 0
    months: int = 0

    def __bool__(self) -> bool:
        return bool(self.year or self.month or self.months)

    def or_else(self, other: Period) -> Period:
        """Return this period with what it does not say taken from another."""
        month, day = (self.month, self.day) if self.month else (other.month, other.day)
        return Period(self.year or other.year, month, day, self.months or other.months)


@lru_cache(maxsize=65536)
def read_period(text: str) -> Period:
    """Return the period a text states; of several years the last one counts, of "2019 vs. 2018" the first."""
    text = _VERSUS.split(unicodedata.normalize("NFKC", text))[0]
    date = next((date for pattern in _DATES if (date := pattern.search(text))), None)
    if date:
        year, month, day = (int(date[name] or 0) for name in ("year", "month", "day"))
        return Period(year if year > 99 else 2000 + year, month, day, _length(text))
    text = _NAMED.sub(" ", text)
    years = _YEAR.findall(text) or [f"20{year}" for year in _SHORT_YEAR.findall(text)]
    named = [match for match in _MONTH.finditer(text) if _is_month(match) or years]
    month, day = (_MONTHS[named[-1]["month"].lower()], _day(named[-1])) if named else (0, 0)
    return Period(int(years[-1]) if years else 0, month, day, _length(text))


def _is_month(match: re.Match[str]) -> bool:
    return match["month"].lower() != "may" or _day(match) > 0


def _day(match: re.Match[str]) -> int:
    day = int(match["after"] or match["before"] or 0)
    return day if day <= 31 else 0


def _length(text: str) -> int:
    text = _BOUND.sub(" ", text)
    spoken = _MONTHS_ENDED.search(text)
    if spoken:
        return _COUNTS[spoken[1].lower()]
    weeks = _WEEKS_ENDED.search(text)
    if weeks:
        # Fiscal quarters have 12 to 17 weeks.
        count = weeks[1].lower()
        return 3 * round((_WEEKS[count] if count in _WEEKS else int(count)) / 13)
    if _QUARTER.search(text):
        return 3
    if _FULL_YEAR.search(text):
        return 12
    return -1 if _INSTANT.search(text) else 0


def period_of(texts: Iterable[str]) -> Period:
    """Return the period that several texts state together; a later (deeper) text wins over an earlier one.

    Years under "Origination year" or "Maturity" sort the amounts; they do not date them.
    """
    period = Period()
    for text in texts:
        if _SORTING.search(text):
            break
        period = read_period(text).or_else(period)
    return period


def mention_period(row_path: Sequence[str], column_path: Iterable[str]) -> Period:
    """Return the period of a number under these headers in a row with this label.

    A section row "2020" dates the rows below it where headers and labels have no year. "Cash at end
    of period" is a date though its column is a span, and "at beginning" is the day before the span.
    """
    period = period_of(column_path)
    if not period.year and row_path and not read_period(row_path[-1]).year:
        period = period.or_else(period_of(text for text in row_path[:-1] if _is_period(text)))
    edge = _EDGE.search(row_path[-1]) if row_path else None
    if edge is None:
        return period
    date = replace(period, months=-1)
    return date if edge[1].lower() == "end" else _day_before(period)


def _is_period(section: str) -> bool:
    """Tell whether a section row states a period: a bare year or a date, not "2014 Equity Incentive Plan"."""
    stated = read_period(section)
    return bool(_YEAR.fullmatch(section.strip()) or (stated.year and (stated.month or stated.months)))


def _day_before(span: Period) -> Period:
    """Return the date before a span began; a span of unknown length counts as a year."""
    length = span.months if span.months > 0 else 12
    month = span.month - length
    if not span.month or month > 0:
        return Period(span.year - bool(span.year and length == 12), max(month, 0), 0, -1)
    return Period(span.year - bool(span.year), month + 12, 0, -1)
