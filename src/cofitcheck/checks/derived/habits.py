"""Learn over all tables of a document from which columns it works out its columns of changes.

A table of two rows alone shows too little. But a document that states in forty cells the change from the
second column before to the one before does so in the next table too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from cofitcheck.checks.derived.trials import Derivation, Ints, Lines, Ranges, Trials
from cofitcheck.checks.evidence.changes import says_change, says_partial_change
from cofitcheck.numbers import Measure

AMOUNTS = (Measure.MONEY, Measure.UNKNOWN, Measure.SHARES)
WIDEST = 14
"""The most columns with amounts among which the two are looked for that a line is worked out from."""
_FEWEST = 6
"""How many cells must keep a habit."""
_BREAKERS = 0.1
"""How many cells may break a habit for each cell that keeps it."""

_Offset = tuple[Derivation, int, int]
"""A way, and where the first and the second column stand, counted in columns with numbers from that of the
changes."""


@dataclass(frozen=True)
class ChangeColumn:
    """A column of changes, in per cent or in amounts, with the trials of every two columns with amounts of
    its table."""

    results: Lines
    at: int
    sources: Lines
    trials: Trials

    def offset(self, one: int, other: int) -> _Offset:
        """Return where two of the sources stand."""
        place = self.results.places[self.at]
        return self.trials.way, self.sources.places[one] - place, self.sources.places[other] - place


def change_columns(ranges: Ranges) -> Iterator[ChangeColumn]:
    """Yield the columns that are called changes of amounts, and not of a part of them."""
    changes = np.array([says_change(path) for path in ranges.column_labels], dtype=np.bool_)
    sources = Lines.of(ranges, ranges.is_of(*AMOUNTS, Measure.PER_SHARE) & ~changes, 1, down=True)
    yield from _columns(
        Derivation.CHANGE, ranges, Lines.of(ranges, ranges.is_of(Measure.PERCENT), 1, down=True), sources
    )
    for measure in (*AMOUNTS, Measure.PER_SHARE):
        amounts = ranges.is_of(measure)
        results = Lines.of(ranges, amounts & changes, 1, down=True)
        yield from _columns(
            Derivation.DIFFERENCE, ranges, results, Lines.of(ranges, amounts & ~changes, 1, down=True)
        )


def _columns(way: Derivation, ranges: Ranges, results: Lines, sources: Lines) -> Iterator[ChangeColumn]:
    if not 2 <= len(sources.places) <= WIDEST:
        return
    first = sources.value[:, None, :], sources.half[:, None, :]
    second = sources.value[None, :, :], sources.half[None, :, :]
    for at, place in enumerate(results.places):
        path = ranges.column_labels[place]
        if says_change(path) and not says_partial_change(path):
            line = results.value[at], results.half[at]
            yield ChangeColumn(results, at, sources, Trials.of(way, line, first, second))


def _turned(offset: _Offset) -> _Offset:
    """Return the way from the second column to the first: changes without signs keep it as well."""
    way, first, second = offset
    return way, second, first


@dataclass(frozen=True)
class Habits:
    """The places of the columns that columns of changes are worked out from, each with how many cells keep
    it."""

    kept: dict[_Offset, int]

    @classmethod
    def of(cls, tables: Iterable[Ranges]) -> Habits:
        """Learn them from all tables of a document."""
        kept: Counter[_Offset] = Counter()
        broken: Counter[_Offset] = Counter()
        for column in (each for ranges in tables for each in change_columns(ranges)):
            trials = column.trials
            for one, other in np.argwhere(trials.kept > 0).tolist():
                kept[column.offset(one, other)] += int(trials.kept[one, other])
                broken[column.offset(one, other)] += int(trials.broken[one, other])
        return cls(
            {
                offset: count
                for offset, count in kept.items()
                if count >= _FEWEST and broken[offset] <= _BREAKERS * count and count >= kept[_turned(offset)]
            }
        )

    def elsewhere(self, column: ChangeColumn) -> Ints:
        """Return how many cells of other columns of changes are worked out from where two sources stand,
        (sources, sources); 0 where that is no habit."""
        count = len(column.sources.places)
        found = np.zeros((count, count), dtype=np.int64)
        for one, other in np.ndindex(count, count):
            own = int(column.trials.kept[one, other])
            found[one, other] = max(0, self.kept.get(column.offset(one, other), 0) - own)
        return found
