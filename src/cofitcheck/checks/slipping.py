"""The slip between two numbers of which one table may show the sign and the other not."""

from __future__ import annotations

from dataclasses import replace

from cofitcheck.numbers import Number, Slip, compare


def slip_between(first: Number, second: Number) -> Slip:
    """Return the simplest slip between two numbers, signs aside where only the presentation has them."""
    slip = compare(first, second).slip
    return compare(_unsigned(first), _unsigned(second)).slip if slip is Slip.OTHER else slip


def _unsigned(number: Number) -> Number:
    return number if number.value is None else replace(number, value=abs(number.value))
