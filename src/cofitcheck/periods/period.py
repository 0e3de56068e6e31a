"""A period: an instant or a duration, as far as words say it."""

from __future__ import annotations

from dataclasses import dataclass, replace

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

    def months_since(self, earlier: Period) -> int:
        """Return the months from the day of an earlier period to the day of this one, to the nearest."""
        years, days = self.year - earlier.year, self.day - earlier.day
        return round(12 * years + self.month - earlier.month + days / MEAN_MONTH)
