"""Sets of accounts that come to a line, and how likely one would by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]

HUNDREDTHS = 100
_AROUND = 200
"""So many times as wide as the window of a hit is the range in which sums are counted."""
_MOST_LOOSE = 60
"""Subsets are looked for among so many accounts."""
_LARGEST_SUBSET = 3
_FEWEST_SUMS = 1.0


@dataclass(frozen=True, slots=True)
class Target:
    """What accounts should come to in each year, in hundredths; None where that year says nothing. A sum that
    is off by no more than `window` comes to it."""

    years: tuple[int | None, ...]
    window: int

    def met(self, sums: Sequence[int]) -> tuple[bool, ...]:
        """Return for each year whether a sum comes to it."""
        return tuple(
            want is not None and abs(have - want) <= self.window
            for want, have in zip(self.years, sums, strict=True)
        )

    @property
    def turned(self) -> Target:
        """The same with the other sign."""
        return Target(tuple(None if each is None else -each for each in self.years), self.window)


@dataclass(frozen=True, slots=True)
class Hit:
    """Accounts, by their places, that come to a target in the years `met`; `chance` is how many such sets one
    would expect to among those that were tried. `scattered` are those that need not stand side by side."""

    accounts: tuple[int, ...]
    met: tuple[bool, ...]
    chance: float
    scattered: bool = False


def whole(amounts: Sequence[Decimal], factor: Decimal) -> list[int]:
    """Return amounts in hundredths of the base unit."""
    return [int((each * factor * HUNDREDTHS).to_integral_value()) for each in amounts]


def runs(amounts: Whole, target: Target) -> Iterator[Hit]:
    """Yield the runs of accounts that come to a target; `amounts` has a row for each account, a column for
    each year."""
    count = len(amounts)
    sums = np.concatenate([np.zeros((1, amounts.shape[1]), np.int64), np.cumsum(amounts, axis=0)])
    first, last = np.triu_indices(count + 1, 1)
    yield from (
        Hit(tuple(range(first[at], last[at])), met, chance)
        for at, met, chance in _hits(sums[last] - sums[first], target)
    )


def changes(base: Sequence[int], loose: Sequence[int], amounts: Whole, target: Target) -> Iterator[Hit]:
    """Yield what comes to a target where a few of the `loose` accounts are put to those of `base`, or a few
    of these are taken out."""
    own = amounts[list(base)].sum(axis=0) if base else np.zeros(amounts.shape[1], np.int64)
    near = loose[:_MOST_LOOSE]
    added = [each for size in range(1, _LARGEST_SUBSET + 1) for each in combinations(near, size)]
    taken = [each for size in (1, 2) if len(base) > size for each in combinations(base, size)]
    tried = [(tuple(sorted({*base, *each})), amounts[list(each)].sum(axis=0)) for each in added]
    tried += [
        (tuple(at for at in base if at not in each), -amounts[list(each)].sum(axis=0)) for each in taken
    ]
    if tried:
        sums = own + np.array([each for _, each in tried])
        yield from (Hit(tried[at][0], met, chance, scattered=True) for at, met, chance in _hits(sums, target))


def _hits(sums: Whole, target: Target) -> Iterator[tuple[int, tuple[bool, ...], float]]:
    """Yield which sums come to a target in one year or more, in which, and how many do so by chance."""
    years = [(year, want) for year, want in enumerate(target.years) if want is not None]
    within = {year: np.abs(sums[:, year] - want) <= target.window for year, want in years}
    expected = {year: _expected(sums[:, year], want, target.window) for year, want in years}
    if not years:
        return
    for at in np.flatnonzero(np.logical_or.reduce(list(within.values()))).tolist():
        met = tuple(year in within and bool(within[year][at]) for year in range(len(target.years)))
        share = 1.0
        for year, _ in years:
            if met[year]:
                share *= expected[year] / len(sums)
        yield at, met, share * len(sums)


def _expected(sums: Whole, want: int, window: int) -> float:
    """Return how many sums one expects in the window around a target, by how dense they are around it."""
    wide = _AROUND * (2 * window + 1)
    near = int(np.count_nonzero(np.abs(sums - want) <= wide))
    own = int(np.count_nonzero(np.abs(sums - want) <= window))
    dense = max(near - own, _FEWEST_SUMS) / (2 * _AROUND)
    spread = max(int(sums.max() - sums.min()), 1)
    even = len(sums) * (2 * window + 1) / spread
    return max(dense, min(even, float(len(sums))))
