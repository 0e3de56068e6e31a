"""Set-level precision, recall and F1 of predicted pairs, summed over documents (paper, section IV-A)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.evaluation.gold import Labels, Pairs, ambiguous_pairs, strict_pairs

CEILING = {"strict": 0.72, "clear": 0.92}
"""F1 of a classifier that sees the two values: about what these labels allow. Read it beside every result."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Pairs predicted, pairs in the gold, and pairs in both; adding two of them sums over documents.

    A figure whose denominator is zero is 0.
    """

    predicted: int = 0
    gold: int = 0
    hits: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.predicted + other.predicted, self.gold + other.gold, self.hits + other.hits)

    @property
    def precision(self) -> float:
        """Hits over predicted pairs."""
        return self.hits / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Hits over gold pairs."""
        return self.hits / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall, 2 hits / (predicted + gold)."""
        return 2 * self.hits / (self.predicted + self.gold) if self.hits else 0.0


@dataclass(frozen=True, slots=True)
class PairScores:
    """The counts of one document, or of many, against strict and against clear gold."""

    strict: Counts = Counts()
    clear: Counts = Counts()

    def __add__(self, other: PairScores) -> PairScores:
        return PairScores(self.strict + other.strict, self.clear + other.clear)


def score_pairs(labels: Labels, pairs: npt.NDArray[np.integer]) -> PairScores:
    """Score predicted pairs, shape (k, 2), of mention indices in any order; a pair given twice counts once.

    Pairs inside one table and pairs with an untagged mention are out of scoring. Against clear gold a
    predicted ambiguous pair counts neither as right nor as wrong.
    """
    predicted = np.unique(pair_codes(_judged(labels, pairs), len(labels.key)))
    gold = pair_codes(strict_pairs(labels), len(labels.key))
    hits = int(np.isin(predicted, gold).sum())
    ambiguous = np.isin(predicted, pair_codes(ambiguous_pairs(labels), len(labels.key)))
    return PairScores(
        strict=Counts(len(predicted), len(gold), hits),
        clear=Counts(int((~ambiguous).sum()), len(gold), hits),
    )


def candidate_recall(labels: Labels, candidates: npt.NDArray[np.integer]) -> Counts:
    """Count the gold pairs among the candidates, shape (k, 2); its `recall` is the candidate recall."""
    return score_pairs(labels, candidates).strict


def pair_codes(pairs: npt.NDArray[np.integer], mentions: int) -> npt.NDArray[np.int64]:
    """Write each pair as one int64, the same for either order, so that sets can be compared: (k,)."""
    ordered = np.sort(pairs.astype(np.int64).reshape(-1, 2), axis=1)
    return ordered[:, 0] * mentions + ordered[:, 1]


def _judged(labels: Labels, pairs: npt.NDArray[np.integer]) -> Pairs:
    left, right = pairs.reshape(-1, 2).astype(np.int64).T
    tagged = (labels.fact[left] >= 0) & (labels.fact[right] >= 0)
    kept = tagged & (labels.table[left] != labels.table[right])
    return np.stack([left[kept], right[kept]], axis=1)
