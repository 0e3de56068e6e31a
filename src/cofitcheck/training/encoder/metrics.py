"""Metrics of how well the `fact` vectors find candidates, which the trainer watches on the dev split."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

RECALLS = (0.8, 0.9, 0.95)


@dataclass(frozen=True, slots=True)
class CandidateMetrics:
    """Means over documents: `recall` of gold pairs among the best candidates, and numbers of pairs needed."""

    recall: float
    needed: dict[float, float]
    """Pairs per document to reach each recall of `RECALLS`."""


def candidate_ranks(
    vectors: npt.NDArray[np.float32], fact: npt.NDArray[np.int64], table: npt.NDArray[np.int32]
) -> npt.NDArray[np.int64]:
    """Return the rank (from 1) of each gold pair among all pairs of mentions in different tables, ascending.

    `vectors` (n, d) are unit vectors, `fact` (n,) is -1 where unknown, `table` (n,).
    """
    left, right = np.triu_indices(len(vectors), k=1)
    across = table[left] != table[right]
    left, right = left[across], right[across]
    similarity = (vectors @ vectors.T)[left, right]
    gold = (fact[left] == fact[right]) & (fact[left] >= 0)
    ordered = np.sort(similarity)
    return np.sort(len(ordered) - np.searchsorted(ordered, similarity[gold], side="left")).astype(np.int64)


def summarise(ranks: list[npt.NDArray[np.int64]], candidates: int = 4000) -> CandidateMetrics:
    """Return the means over the documents that have gold pairs; zero recall when none has."""
    ranks = [each for each in ranks if len(each)]
    if not ranks:
        return CandidateMetrics(0.0, dict.fromkeys(RECALLS, 0.0))
    recall = float(np.mean([(each <= candidates).mean() for each in ranks]))
    needed = {
        goal: float(np.mean([each[int(np.ceil(goal * len(each))) - 1] for each in ranks])) for goal in RECALLS
    }
    return CandidateMetrics(recall, needed)
