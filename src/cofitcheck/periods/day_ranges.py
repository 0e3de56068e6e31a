"""Two days joined to a span of time: "October 1 - October 31, 2023", "10/1/23 to 10/31/23"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cofitcheck.language.lexicon import MONTHS
from cofitcheck.periods.lengths import FLAGS
from cofitcheck.periods.period import MEAN_MONTH

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
