"""How many other cells of two lines match, where a line is a row, a column or a whole table.

Matches of the two mentions themselves do not count. A pair is judged alike whether its own numbers agree or
contradict each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.integer[Any]]
Counts = npt.NDArray[np.float32]

_WIDTH = 1 << 31
"""All keys are below it, so that two keys fit into one int64."""


class LineEvidence:
    """Counts the matching pairs of other cells between the lines that two mentions stand in.

    `left` and `right` (n,) are the pairs of mentions that match. `line` (mentions,) numbers the line of each
    mention. `across` numbers that of the second mention, where it is of another kind: rows against columns.
    """

    def __init__(
        self, left: Integers, right: Integers, line: Integers, across: Integers | None = None
    ) -> None:
        self.line, self.across = line, line if across is None else across
        both_left, both_right = np.r_[left, right], np.r_[right, left]
        self._lines = _Counter(line[both_left], self.across[both_right])
        self._mention_across = _Counter(both_left, self.across[both_right])
        self._mention_line = _Counter(both_left, line[both_right])
        self._own = _Counter(both_left, both_right)

    def others(self, a: Integers, b: Integers) -> Counts:
        """Return how many pairs match between the lines of `a` and `b`, float32 (pairs,).

        Pairs of which `a` or `b` is one mention do not count."""
        line, across = self.line[a], self.across[b]
        return (
            self._lines(line, across)
            - self._mention_across(a, across)
            - self._mention_line(b, line)
            + self._own(a, b)
        )

    def with_at_least(self, least: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return the pairs of lines of one kind between which at least `least` pairs of cells match.

        The lower number of a line comes first."""
        first, second = self._lines.with_at_least(least)
        once = first < second
        return first[once], second[once]


class _Counter:
    """Counts pairs of keys, and answers for arrays of them."""

    def __init__(self, first: Integers, second: Integers) -> None:
        self.keys, self.counts = np.unique(self._key(first, second), return_counts=True)

    @staticmethod
    def _key(first: Integers, second: Integers) -> npt.NDArray[np.int64]:
        return first.astype(np.int64) * _WIDTH + second

    def __call__(self, first: Integers, second: Integers) -> Counts:
        if not len(self.keys):
            return np.zeros(len(first), dtype=np.float32)
        wanted = self._key(first, second)
        at = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return np.where(self.keys[at] == wanted, self.counts[at], 0).astype(np.float32)

    def with_at_least(self, least: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        keys = self.keys[self.counts >= least]
        return keys // _WIDTH, keys % _WIDTH
