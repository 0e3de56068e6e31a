"""A period: an instant or a duration, as far as words say it; and spans of whole months.

`months_of` reads the length of a period from words.
"""

from __future__ import annotations

import calendar
from dataclasses import dataclass, replace
from datetime import date, timedelta

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import MONTHS
from cofitcheck.language.meanings import COUNTS, ORDINALS, TIMES, WEEKS

__all__ = ["INSTANT", "Period"]

MEAN_MONTH = 30.4
"""The mean number of days of a month."""
INSTANT = -1
"""The value of `Period.months` for an instant; the trained parts have learnt this number."""

# ASCII, as otherwise a dotless "ı" counts as an "i" and is then in no table below.
FLAGS = re.IGNORECASE | re.ASCII
_COUNT = f"(?:{'|'.join(each for each in COUNTS if each.isalpha())})"
_MONTHS_ENDED = re.compile(
    rf"\b({'|'.join(COUNTS)})[\s-]*{TIMES['months']}\b(?!\s+{TIMES['no_span']})", FLAGS
)
_TWO_LENGTHS = re.compile(rf"\b{_COUNT}(?:[ -]{TIMES['months']})? {TIMES['joined']} {_COUNT}\b", FLAGS)
_WEEKS_ENDED = re.compile(rf"\b({'|'.join(WEEKS)}|[1-5]\d)[\s-]*{TIMES['weeks']}\b", FLAGS)
# "Less than 12 Months", "one year or more": how long something has lasted or will, no span of a report.
_BOUND = re.compile(TIMES["bounds"], FLAGS)
_QUARTER = re.compile(TIMES["quarter"], FLAGS)
_WHICH_QUARTER = re.compile(
    rf"\b({'|'.join(ORDINALS)})\s+{TIMES['one_quarter']}\b|\bq([1-4])\b|\b([1-4])q\b", FLAGS
)
_TO_DATE = re.compile(TIMES["to_date"], FLAGS)
# "Due after one year", "prior years", "(in years)" and "useful life (years)" are no span of a report.
_FULL_YEAR = re.compile(TIMES["full_year"], FLAGS)
_AT_END = re.compile(TIMES["at_end"], FLAGS)
_AT = re.compile(rf"{TIMES['on_a_day']}|\b{TIMES['at']}\s+(?:{'|'.join(MONTHS)}|\d|{TIMES['day']})", FLAGS)


@dataclass(frozen=True, slots=True)
class Period:
    """What words say of a period: 0 means not said.

    `month` and `day` are of its end. `months` is the length of a duration, mostly 3, 6, 9 or 12, or
    `INSTANT`.
    """

    year: int = 0
    month: int = 0
    day: int = 0
    months: int = 0

    def __bool__(self) -> bool:
        return bool(self.year or self.month or self.months)

    @property
    def is_instant(self) -> bool:
        """Whether it is a date, as that of a balance: "as of December 31"."""
        return self.months == INSTANT

    @property
    def is_duration(self) -> bool:
        """Whether it is a span of time of a known length."""
        return self.months > 0

    @property
    def without_instant(self) -> Period:
        """The same period, where nothing says that it is an instant."""
        return replace(self, months=0) if self.is_instant else self

    def or_else(self, other: Period) -> Period:
        """Return this period with what it does not say taken from another."""
        month, day = (self.month, self.day) if self.month else (other.month, other.day)
        return Period(self.year or other.year, month, day, self.months or other.months)

    def quarter(self, number: int) -> Period:
        """Return a quarter, from 1, of the year that ends here. Without its number, or where the month is
        open, only the year is known."""
        if not (number and self.month):
            return Period(self.year, months=3)
        back = number == 4 or self.month > 3 * (4 - number)
        month = self.month - 3 * (4 - number) + (0 if back else 12)
        day = self.day if number == 4 else 0
        return Period(self.year - bool(self.year and not back), month, day, 3)

    def months_since(self, earlier: Period) -> int:
        """Return the months from the day of an earlier period to the day of this one, to the nearest."""
        years, days = self.year - earlier.year, self.day - earlier.day
        return round(12 * years + self.month - earlier.month + days / MEAN_MONTH)


@dataclass(frozen=True, slots=True)
class Duration:
    """A span of time, its first and its last day included."""

    first: date
    last: date

    @classmethod
    def of_months(cls, year: int, month: int, months: int) -> Duration:
        """Return this number of whole months, the last of which is `month` of `year`."""
        begun = 12 * year + month - months
        end = date(year, month, calendar.monthrange(year, month)[1])
        return cls(date(begun // 12, begun % 12 + 1, 1), end)

    @property
    def months(self) -> int:
        """How many months it has, parts of one counted as one."""
        return 12 * (self.last.year - self.first.year) + self.last.month - self.first.month + 1

    @property
    def a_year_earlier(self) -> Duration:
        """The same months of the year before."""
        return Duration.of_months(self.last.year - 1, self.last.month, self.months)

    @property
    def year_before(self) -> Duration:
        """The twelve months that end where it begins."""
        end = self.first - timedelta(days=1)
        return Duration.of_months(end.year, end.month, 12)

    @property
    def year_to_date(self) -> Duration:
        """From the first day of its last calendar year on."""
        return Duration.of_months(self.last.year, self.last.month, self.last.month)

    def quarter(self, number: int) -> Duration:
        """Return a quarter of its last calendar year, from 1."""
        return Duration.of_months(self.last.year, 3 * number, 3)

    def __str__(self) -> str:
        return f"{in_words(self.first)} to {in_words(self.last)}"


def in_words(day: date) -> str:
    """Return a day as in "December 31, 2023"."""
    return f"{calendar.month_name[day.month]} {day.day}, {day.year}"


def months_of(text: str) -> int:
    """Return the months that a text states: 3, 6, 9 or 12, `INSTANT` for a date, 0 where it states none."""
    text = _BOUND.sub(" ", text)
    if _AT_END.search(text):
        return INSTANT
    if _TWO_LENGTHS.search(text):
        return 0
    spoken = _MONTHS_ENDED.search(text)
    if spoken:
        return COUNTS[spoken[1].lower()]
    weeks = _WEEKS_ENDED.search(text)
    if weeks:
        # Fiscal quarters have 12 to 17 weeks.
        count = weeks[1].lower()
        return 3 * round((WEEKS[count] if count in WEEKS else int(count)) / 13)
    if _TO_DATE.search(text):
        return 3 * which_quarter(text)
    if _QUARTER.search(text):
        return 3
    if _FULL_YEAR.search(text):
        return 12
    return INSTANT if _AT.search(text) else 0


def which_quarter(text: str) -> int:
    """Return 1 to 4, or 0 where the text names no quarter."""
    named = _WHICH_QUARTER.search(text)
    word = next(filter(None, named.groups()), "") if named else ""
    return ORDINALS[word.lower()] if word.isalpha() else int(word or 0)
