"""A period: an instant or a duration, as far as words say it; and spans of whole months."""

from __future__ import annotations

import calendar
from dataclasses import dataclass, replace
from datetime import date, timedelta

MEAN_MONTH = 30.4
"""The days of a month, on the mean."""
INSTANT = -1
"""What `Period.months` holds of an instant; the trained parts have learnt it as this number."""


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
        """The same, but that nothing says that it is an instant."""
        return replace(self, months=0) if self.is_instant else self

    def or_else(self, other: Period) -> Period:
        """Return this period with what it does not say taken from another."""
        month, day = (self.month, self.day) if self.month else (other.month, other.day)
        return Period(self.year or other.year, month, day, self.months or other.months)

    def quarter(self, number: int) -> Period:
        """Return a quarter, from 1, of the year that ends here; only the year is known without its number, or
        where the month is open."""
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
        """Return so many whole months, the last of which is `month` of `year`."""
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
