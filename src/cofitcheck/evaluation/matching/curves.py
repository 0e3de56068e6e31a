"""How figures move with the threshold and the number of candidates, and what probabilities are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cofitcheck.evaluation.calibration import Reliability
from cofitcheck.evaluation.matching.metrics import Judge, PairScores
from cofitcheck.evaluation.methods import Matches

THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(1, 20))
BUDGETS = (50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
"""Candidates a document, the most similar ones first."""


@dataclass(frozen=True, slots=True)
class CandidateBudget:
    """What is left of a document when only so many candidates are looked at: how many, and how many gold
    pairs among them."""

    candidates: int = 0
    gold: int = 0
    hits: int = 0

    def __add__(self, other: CandidateBudget) -> CandidateBudget:
        return CandidateBudget(
            self.candidates + other.candidates, self.gold + other.gold, self.hits + other.hits
        )


def over_thresholds(judge: Judge, matches: Matches) -> tuple[PairScores, ...]:
    """Score the candidates from each of `THRESHOLDS` on, before any sets are built of them."""
    return tuple(judge.score(matches.candidates[matches.probability >= at]) for at in THRESHOLDS)


def over_budgets(judge: Judge, matches: Matches) -> tuple[CandidateBudget, ...]:
    """Count the gold among the best candidates for each of `BUDGETS`, and among all of them at the end.

    A method whose first stage ranks nothing has the last entry alone.
    """
    gold = judge.is_across_gold(matches.candidates)
    limits: Sequence[int] = [len(gold)]
    if matches.similarity is not None:
        gold = gold[np.argsort(-matches.similarity, kind="stable")]
        limits = [*(min(budget, len(gold)) for budget in BUDGETS), len(gold)]
    found = np.concatenate([[0], np.cumsum(gold)])
    return tuple(CandidateBudget(limit, len(judge.gold), int(found[limit])) for limit in limits)


def reliability(judge: Judge, matches: Matches) -> Reliability:
    """Hold the probabilities of candidates across tables against clear gold, before any sets are built."""
    pairs, table = matches.candidates, judge.labels.table
    across = table[pairs[:, 0]] != table[pairs[:, 1]]
    clear = across & judge.tagged(pairs) & ~judge.is_ambiguous(pairs)
    return Reliability.of(matches.probability[clear], judge.is_across_gold(pairs[clear]))
