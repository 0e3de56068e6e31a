"""Is there a better partner? A mention that agrees with another one elsewhere was probably matched
wrongly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

import numpy as np

from cofitcheck.checks.grid import Grid
from cofitcheck.facts import ScoredPairs
from cofitcheck.numbers import Relation, compare

_LEAST = 0.01
"""Pairs that score less are no alternative, and they are nine in ten of all pairs."""
_AGREE = frozenset({Relation.EQUAL, Relation.CONSISTENT, Relation.SIGN_DIFFERS})


class Alternatives:
    """All scored pairs, by mention."""

    def __init__(self, grid: Grid, pairs: ScoredPairs) -> None:
        self._grid = grid
        self._partners: dict[int, list[tuple[float, int]]] = defaultdict(list)
        for at in np.flatnonzero(pairs.probability >= _LEAST).tolist():
            left, right, p = int(pairs.left[at]), int(pairs.right[at]), float(pairs.probability[at])
            self._partners[left].append((p, right))
            self._partners[right].append((p, left))

    def best(self, mention: int, outside: Collection[int]) -> float:
        """Return the highest same-fact probability of an agreeing mention that is not in the set
        `outside`."""
        number = self._grid[mention].number
        for p, partner in sorted(self._partners[mention], reverse=True):
            if partner not in outside and compare(number, self._grid[partner].number).relation in _AGREE:
                return p
        return 0.0
