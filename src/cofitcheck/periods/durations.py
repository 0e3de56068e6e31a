"""Spans of whole months, and what "the same period a year ago" and "the year before" mean by them."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, timedelta


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
