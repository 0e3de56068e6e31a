"""Years that headers name without a day, held against the days that others state."""

from __future__ import annotations

from cofitcheck.document import Document
from cofitcheck.periods.dating import fiscal_calendar, headed_periods
from cofitcheck.periods.fiscal_calendar import LAST_MONTH, is_bare


class NamedYears:
    """What "2022" over a number means in one document, whose fiscal years may end in the year after."""

    def __init__(self, document: Document) -> None:
        self._headed = headed_periods(document)
        self._fiscal = fiscal_calendar(document)
        self._meant = self._fiscal.dates(document, self._headed)

    def are_apart(self, first: int, second: int) -> bool:
        """Tell whether a bare year and the day of another mention are, or may well be, of other years.

        They may be where years end early in a calendar year and nothing tells by which they are named.
        """
        return self._is_apart(first, second) or self._is_apart(second, first)

    def _is_apart(self, named: int, dated: int) -> bool:
        year, day = self._headed[named], self._headed[dated]
        if not (is_bare(year) and day.day and day.year):
            return False
        if self._fiscal.unsure:
            return year.year == day.year and day.month <= LAST_MONTH
        return self._meant[named] != year and self._meant[named].year != day.year
