"""Dates among the words of heads."""

from __future__ import annotations

import re

from cofitcheck.periods.said import states_period_only
from cofitcheck.periods.text import read_period
from cofitcheck.readers.pdf.pages.text import is_cjk, is_year

_NUMBERS = re.compile(r"\d{1,2}\.\d{1,2}\.(?:\d{4}|\d\d)")
"""A day in numbers: "31.12.2020", "31.12.20"."""


def says_date(text: str) -> bool:
    """Tell whether a text says a date, a span of time or a year; "balance" among English words is none."""
    period = read_period(text)
    named = max(period.year, period.month, period.day, period.months) > 0 or any(map(is_cjk, text))
    if is_year(text) or _NUMBERS.fullmatch(text):
        return True
    return bool(period) and (named or states_period_only(text))
