"""Sets of accounts that come to a line, and how many such sets are expected by chance.

The accounts of a class are also cut into runs, one for each of its lines: where no single sum is a proof, all
of them together are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, islice, permutations

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]

HUNDREDTHS = 100
_AROUND = 200
"""The range in which sums are counted is this many times as wide as the window of a hit."""
_MOST_LOOSE = 60
"""The most accounts among which subsets are looked for."""
_LARGEST_SUBSET = 3
_FEWEST_SUMS = 1.0


_MOST_STEPS = 200_000
_MOST_FOUND = 50
"""More ways than this to cut the accounts prove nothing."""
_WAYS = (
    (True, 0, 0, 0),
    (True, 0, 0, 1),
    (False, 0, 0, 0),
    (True, 1, 0, 0),
    (True, 0, 1, 0),
    (True, 2, 0, 0),
)
"""What is tried, in this order: whether runs come to their lines in all years, how many runs do not come to
theirs, how many lines have no account, and how many accounts have no line."""
_FREE, _NO_LINE = -1, -2

Cut = tuple[tuple[int, tuple[int, int]], ...]
"""The lines, each with the place of its first account and that behind its last."""


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
    """Accounts, by their places, that come to a target in the years `met`. `chance` is how many such sets are
    expected by chance among those that were tried. `scattered` tells that they need not be side by side."""

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
    """Return how many sums are expected in the window around a target, by how dense they are around it."""
    wide = _AROUND * (2 * window + 1)
    near = int(np.count_nonzero(np.abs(sums - want) <= wide))
    own = int(np.count_nonzero(np.abs(sums - want) <= window))
    dense = max(near - own, _FEWEST_SUMS) / (2 * _AROUND)
    spread = max(int(sums.max() - sums.min()), 1)
    even = len(sums) * (2 * window + 1) / spread
    return max(dense, min(even, float(len(sums))))


@dataclass(frozen=True, slots=True)
class Cover:
    """A way to cut accounts into lines; `free` are those of the lines that their accounts do not come to."""

    cut: Cut
    free: frozenset[int]


def covers(amounts: Sequence[Whole], targets: Sequence[Sequence[Target]]) -> list[Cover]:
    """Return the ways to cut accounts, in their order, into one run for each line: those in which all runs
    come to their lines in all years; else these with one account in no line; else those in which runs do in
    one year; else all runs but one in all years; else all runs, with one line without an account; else all
    but two.

    `amounts` has the amounts of the accounts in the unit of each line, `targets` what each line may be.
    """
    for every_year, free, empty, loose in _WAYS:
        search = _Search(amounts, targets, free, empty, loose, every_year=every_year)
        found = [cover for cut in islice(search.all(), _MOST_FOUND + 1) for cover in _named(cut, search)]
        if search.gave_up or len(found) > _MOST_FOUND:
            return []
        if found:
            return found
    return []


def _named(cut: Cut, search: _Search) -> Iterator[Cover]:
    """Yield the ways to give the free runs to the lines that are left."""
    left = sorted(set(range(search.lines)) - {line for line, _ in cut})
    for order in permutations(left, search.free):
        lines = iter(order)
        runs = ((line, run) for line, run in cut if line != _NO_LINE)
        yield Cover(tuple((line if line >= 0 else next(lines), run) for line, run in runs), frozenset(order))


class _Search:
    def __init__(
        self,
        amounts: Sequence[Whole],
        targets: Sequence[Sequence[Target]],
        free: int,
        empty: int,
        loose: int,
        *,
        every_year: bool,
    ) -> None:
        self.count, self.lines, self.free = len(amounts[0]), len(targets), free
        self._runs_wanted, self._loose = self.lines - empty, loose
        self.ends = [
            _ends(own, wanted, every_year=every_year) for own, wanted in zip(amounts, targets, strict=True)
        ]
        self.gave_up = False
        self._steps = 0
        self._hopeless: set[tuple[int, int, int, int]] = set()

    def all(self) -> Iterator[Cut]:
        """Yield all ways with exactly the wanted number of free runs."""
        return self._from(0, 0, self.free, self._loose)

    def _from(self, start: int, used: int, free: int, loose: int) -> Iterator[Cut]:
        """Yield the ways to cut the accounts from `start` on into the lines that are not `used`, with `free`
        free runs, and `loose` accounts in no line."""
        self._steps += 1
        self.gave_up |= self._steps > _MOST_STEPS
        key = (start, used, free, loose)
        if self.gave_up or key in self._hopeless:
            return
        if start == self.count:
            if not (free or loose) and used.bit_count() + self.free == self._runs_wanted:
                yield ()
            return
        any_found = False
        for line, end in self._runs(start, used, free, loose):
            taken = used | 1 << line if line >= 0 else used
            after = (end, taken, free - (line == _FREE), loose - (line == _NO_LINE))
            for rest in self._from(*after):
                any_found = True
                yield ((line, (start, end)), *rest)
        if not any_found:
            self._hopeless.add(key)

    def _runs(self, start: int, used: int, free: int, loose: int) -> Iterator[tuple[int, int]]:
        for line, ends in enumerate(self.ends):
            if not used >> line & 1:
                yield from ((line, end) for end in ends.get(start, ()))
        if free:
            yield from ((_FREE, end) for end in range(start + 1, self.count + 1))
        if loose:
            yield _NO_LINE, start + 1


def _ends(amounts: Whole, targets: Sequence[Target], *, every_year: bool) -> dict[int, list[int]]:
    """Return the ends of the runs that come to one of some targets, by their first account."""
    sums = np.concatenate([np.zeros((1, amounts.shape[1]), np.int64), np.cumsum(amounts, axis=0)])
    found: dict[int, list[int]] = {}
    for start in range(len(amounts)):
        behind = sums[start + 1 :] - sums[start]
        met = np.logical_or.reduce([_met(behind, target, every_year=every_year) for target in targets])
        if ends := (np.flatnonzero(met) + start + 1).tolist():
            found[start] = ends
    return found


def _met(sums: Whole, target: Target, *, every_year: bool) -> npt.NDArray[np.bool_]:
    years = [
        np.abs(sums[:, year] - want) <= target.window
        for year, want in enumerate(target.years)
        if want is not None
    ]
    met: npt.NDArray[np.bool_] = np.all(years, axis=0) if every_year else np.any(years, axis=0)
    return met
