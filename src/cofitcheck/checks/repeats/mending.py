"""Pairs of numbers that differ by a slip, of which a sum confirms one: the other is the same fact, wrongly
written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import numpy as np

from cofitcheck.checks.evidence.difference import DifferenceKind, explain_difference
from cofitcheck.checks.evidence.footing import Standing
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.facts import ScoredPairs
from cofitcheck.numbers import Relation, compare

LIKELIHOOD_RATIO = 50.0
"""How much likelier one fact, wrongly written, is than two facts to differ by a slip and to mend a sum."""

LEAST = 0.01
"""Pairs that are less likely one fact stay unlikely, and are not looked at."""

_DIFFERENT = frozenset({Relation.INCONSISTENT, Relation.SIGN_DIFFERS, Relation.SCALE_DIFFERS})
_SAME = frozenset({Relation.EQUAL, Relation.CONSISTENT})
_NO_SLIP = frozenset({DifferenceKind.OTHER, DifferenceKind.ROUNDING, DifferenceKind.WRONG_ROW})
_LIKELY = 0.5
"""From so much on two numbers are held to state one fact."""


def with_mended(grid: Grid, scored: ScoredPairs) -> ScoredPairs:
    """Return the pairs; those whose numbers differ by a slip that a sum confirms are likelier one fact.

    What confirms the right number also confirms the numbers of its fact that agree with it at a coarser
    precision: in millions a slip of thousands does not show. Equal numbers gain nothing, since equal values
    never say that two numbers are one fact.
    """
    pairs = list(zip(scored.left.tolist(), scored.right.tolist(), strict=True))
    looked_at = np.flatnonzero((scored.probability >= LEAST) & (scored.probability < 1.0)).tolist()
    differ = [at for at in looked_at if _relation(grid, pairs[at]) in _DIFFERENT]
    right = _right_numbers(grid, (pairs[at] for at in differ))
    likely = {pairs[at] for at in np.flatnonzero(scored.probability >= _LIKELY).tolist()}

    def agrees(other: int, mended: int) -> bool:
        pair = min(other, mended), max(other, mended)
        coarser = grid[other].number.precision > grid[mended].number.precision
        return other == mended or (coarser and pair in likely and _relation(grid, pair) in _SAME)

    probability = scored.probability.copy()
    for at in differ:
        if any(agrees(o, each) for wrong, o in (pairs[at], pairs[at][::-1]) for each in right.get(wrong, ())):
            odds = LIKELIHOOD_RATIO * probability[at] / (1.0 - probability[at])
            probability[at] = odds / (1.0 + odds)
    return replace(scored, probability=probability)


def _right_numbers(grid: Grid, pairs: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    """Return the numbers that mend a sum in the place of another, a slip of theirs, by that."""
    standing = cache(lambda mention: Standing(grid, mention))
    right: dict[int, list[int]] = {}
    for pair in pairs:
        for wrong, other in (pair, pair[::-1]):
            if standing(wrong).mended_by(grid[other].number):
                if explain_difference(grid, wrong, other) not in _NO_SLIP:
                    right.setdefault(wrong, []).append(other)
                break
    return right


def _relation(grid: Grid, pair: tuple[int, int]) -> Relation:
    return compare(grid[pair[0]].number, grid[pair[1]].number).relation
