"""Slips between two numbers, their signs aside.

One table may show a cost as negative and the other as positive, so a slip is looked for between the amounts.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from cofitcheck.numbers import Number, Slip, compare

_MANY = 10
"""A number that a sum asks for is mostly of the order of the one that it mends."""


def far_apart(first: Number, second: Number) -> bool:
    """Tell whether one number is many times the other; none is many times nought."""
    small, large = sorted(abs(each.value or Decimal(0)) for each in (first, second))
    return 0 < small * _MANY < large


def slip_between(first: Number, second: Number) -> Slip:
    """Return the simplest slip between two numbers, signs aside where only the presentation has them."""
    slip = compare(first, second).slip
    return compare(unsigned(first), unsigned(second)).slip if slip is Slip.OTHER else slip


def unsigned(number: Number) -> Number:
    """Return a number without its sign."""
    return number if number.value is None else replace(number, value=abs(number.value))
