"""The period or date that header and label words state."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
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
_MONTH = re.compile(
    r"\b(" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?\s*(\d{1,2})?\b", re.IGNORECASE
)
_YEAR = re.compile(r"(?<![\d.,$#-])((?:19|20)\d\d)(?![\d%]|[.,]\d)")
_NUMERIC_DATE = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{2,4})\b")
_EAST_ASIAN_DATE = re.compile(r"((?:19|20)\d\d)\s*年(?:\s*(\d{1,2})\s*月)?(?:\s*(\d{1,2})\s*日)?")
_COUNTS = {"three": 3, "six": 6, "nine": 9, "twelve": 12, "3": 3, "6": 6, "9": 9, "12": 12}
_WEEKS = {
    "thirteen": 3,
    "13": 3,
    "12": 3,
    "twelve": 3,
    "twenty-six": 6,
    "26": 6,
    "24": 6,
    "39": 9,
    "thirty-nine": 9,
    "52": 12,
    "53": 12,
}
_MONTHS_ENDED = re.compile(r"\b(three|six|nine|twelve|3|6|9|12)[\s-]*months?\b", re.IGNORECASE)
_WEEKS_ENDED = re.compile(
    r"\b(thirteen|twelve|twenty-six|thirty-nine|12|13|24|26|39|52|53)[\s-]*weeks?\b", re.IGNORECASE
)
_VERSUS = re.compile(r"\s(?:vs\.?|versus|compared (?:to|with)|over)\s", re.IGNORECASE)
_QUARTER = re.compile(r"\bquarters?\b|\b[1-4]q\b|\bq[1-4]\b", re.IGNORECASE)
_FULL_YEAR = re.compile(r"\b(?:fiscal|years?|annual|twelve months)\b|年度", re.IGNORECASE)
_INSTANT = re.compile(r"\b(?:as of|as at|at|balances?)\b|期末|年末", re.IGNORECASE)


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
    text = _VERSUS.split(text)[0]
    date = _EAST_ASIAN_DATE.search(text)
    if date:
        return Period(int(date.group(1)), int(date.group(2) or 0), int(date.group(3) or 0), _length(text))
    numeric = _NUMERIC_DATE.search(text)
    if numeric and 1 <= int(numeric.group(1)) <= 12:
        year = int(numeric.group(3))
        return Period(
            year if year > 99 else 2000 + year, int(numeric.group(1)), int(numeric.group(2)), _length(text)
        )
    years = _YEAR.findall(text)
    named = [
        match for match in _MONTH.finditer(text) if match.group(2) or match.group(1).lower() != "may" or years
    ]
    month, day = (_MONTHS[named[-1].group(1).lower()], int(named[-1].group(2) or 0)) if named else (0, 0)
    return Period(int(years[-1]) if years else 0, month, day if day <= 31 else 0, _length(text))


def _length(text: str) -> int:
    spoken = _MONTHS_ENDED.search(text)
    if spoken:
        return _COUNTS[spoken.group(1).lower()]
    weeks = _WEEKS_ENDED.search(text)
    if weeks:
        return _WEEKS[weeks.group(1).lower()]
    if _QUARTER.search(text):
        return 3
    if _FULL_YEAR.search(text):
        return 12
    return -1 if _INSTANT.search(text) else 0


def period_of(texts: Iterable[str]) -> Period:
    """Return the period that several texts state together; a later (deeper) text wins over an earlier one."""
    period = Period()
    for text in texts:
        period = read_period(text).or_else(period)
    return period
