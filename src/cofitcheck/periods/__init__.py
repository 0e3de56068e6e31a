"""What words say of time: instants and durations, fiscal calendars, opening and closing balances."""

from cofitcheck.periods.period import INSTANT, Period

__all__ = ["INSTANT", "Period"]
