"""Pairs of different numbers that a slip and a sum speak for: the one is the other, wrongly written."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from cofitcheck.checks.difference import DifferenceKind, explain_difference
from cofitcheck.checks.footing import Standing
from cofitcheck.checks.grid import Grid
from cofitcheck.facts import ScoredPairs
from cofitcheck.numbers import Relation, compare

LIKELIHOOD_RATIO = 50.0
"""How much likelier one fact, wrongly written, is than two facts to differ by a slip and to mend a sum."""

LEAST = 0.01
"""Pairs that are less likely one fact stay unlikely, and are not looked at."""

_DIFFERENT = frozenset({Relation.INCONSISTENT, Relation.SIGN_DIFFERS, Relation.SCALE_DIFFERS})
_NO_SLIP = frozenset({DifferenceKind.OTHER, DifferenceKind.ROUNDING, DifferenceKind.WRONG_ROW})


def with_mended(grid: Grid, scored: ScoredPairs) -> ScoredPairs:
    """Return the pairs, those whose numbers differ by a slip that a sum confirms being likelier one fact.

    Equal numbers gain nothing: that two values are equal never says that they are one fact.
    """
    standing = cache(lambda mention: Standing(grid, mention))

    def is_mended(pair: tuple[int, int]) -> bool:
        for mention, other in (pair, pair[::-1]):
            if standing(mention).mended_by(grid[other].number):
                return explain_difference(grid, mention, other) not in _NO_SLIP
        return False

    probability = scored.probability.copy()
    for at in np.flatnonzero((probability >= LEAST) & (probability < 1.0)).tolist():
        pair = int(scored.left[at]), int(scored.right[at])
        relation = compare(grid[pair[0]].number, grid[pair[1]].number).relation
        if relation in _DIFFERENT and is_mended(pair):
            odds = LIKELIHOOD_RATIO * probability[at] / (1.0 - probability[at])
            probability[at] = odds / (1.0 + odds)
    return replace(scored, probability=probability)
