"""Exact arithmetic on stated amounts: rounding as a preparer rounds, and splits that foot."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

Exact = Decimal | int | str


def rounded(value: Exact, places: int = 0) -> Decimal:
    """`value` to `places` decimals, halves away from zero."""
    return Decimal(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def whole(value: Exact) -> int:
    """`value` to the nearest whole number, halves away from zero."""
    return int(rounded(value))


def share(part: Exact, whole_amount: Exact, places: int = 1) -> Decimal:
    """`part` as a percentage of `whole_amount`, as displayed."""
    return rounded(Decimal(part) * 100 / Decimal(whole_amount), places)


def growth(now: Exact, before: Exact, places: int = 1) -> Decimal:
    """The change from `before` to `now` as a percentage, as displayed."""
    return share(Decimal(now) - Decimal(before), before, places)


def split(total: int, weights: Iterable[Exact]) -> list[int]:
    """`total` in whole parts in proportion to `weights` (positive); the parts foot to `total`."""
    shares = [Decimal(weight) for weight in weights]
    cumulated = [Decimal(0)]
    for weight in shares:
        cumulated.append(cumulated[-1] + weight)
    marks = [whole(total * mark / cumulated[-1]) for mark in cumulated]
    return [later - earlier for earlier, later in pairwise(marks)]


def between(chance: random.Random, low: Exact, high: Exact, places: int = 0) -> Decimal:
    """A random number from `low` to `high`, both included, with `places` decimals."""
    unit = Decimal(1).scaleb(-places)
    return Decimal(chance.randint(int(Decimal(low) / unit), int(Decimal(high) / unit))) * unit


def draw(chance: random.Random, low: int, high: int) -> int:
    """A random whole number from `low` to `high`, both included."""
    return chance.randint(low, high)


def thousands(chance: random.Random, millions: Sequence[int]) -> list[int]:
    """Amounts in thousands that round to `millions`, each one and their sum."""
    room = 499 // len(millions)
    return [amount * 1000 + chance.randint(-room, room) for amount in millions]
