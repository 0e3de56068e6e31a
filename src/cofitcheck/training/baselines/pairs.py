"""Labels for the candidate pairs of a baseline, and its figures on dev."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.classification.words import PairFeatures
from cofitcheck.evaluation.matching.metrics import Counts, pair_codes
from cofitcheck.mentions.arrays import FloatArray
from cofitcheck.training.data import TrainingDocument
from cofitcheck.training.trees import Candidates, counts


def labelled(
    example: TrainingDocument,
    pairs: npt.NDArray[np.integer],
    features: PairFeatures,
) -> Candidates:
    """Return candidate pairs (k, 2) of one document with what its tags say of each."""
    left, right = pairs.astype(np.int32).T
    fact, size = example.fact, len(example.fact)
    tagged = (fact[left] >= 0) & (fact[right] >= 0)
    return Candidates(
        a=left,
        b=right,
        features=features,
        neighbours={},
        facets={},
        same=tagged & (fact[left] == fact[right]),
        tagged=tagged,
        ambiguous=np.isin(pair_codes(pairs, size), pair_codes(example.ambiguous, size)),
        gold=gold_pairs(fact, features.arrays.table),
        company=example.company,
    )


def gold_pairs(fact: npt.NDArray[np.int32], table: npt.NDArray[np.int32]) -> int:
    """Count the pairs of mentions with one fact, 0 or more, in different tables."""
    told = np.stack([fact, table], axis=1)[fact >= 0]
    everywhere = np.unique(told[:, 0], return_counts=True)[1]
    inside = np.unique(told, axis=0, return_counts=True)[1]
    return int((everywhere * (everywhere - 1)).sum() - (inside * (inside - 1)).sum()) // 2


def best_threshold(documents: Sequence[Candidates], probabilities: Sequence[FloatArray]) -> float:
    """Return the threshold with the best F1 against clear gold, midway between two scores.

    Of all thresholds, not of a grid: a network that learns from drawn negatives is best near 1.
    """
    learnt = [each.learnt for each in documents]
    score = np.concatenate([part[kept] for part, kept in zip(probabilities, learnt, strict=True)])
    same = np.concatenate([each.same[kept] for each, kept in zip(documents, learnt, strict=True)])
    order = np.argsort(-score, kind="stable")
    ranked, hits = score[order].astype(np.float64), np.cumsum(same[order])
    lower = np.append(ranked[1:], 0.0)
    f1 = 2 * hits / (np.arange(1, len(hits) + 1) + sum(each.gold for each in documents))
    best = int(np.argmax(np.where(ranked > lower, f1, -1.0)))
    return float((ranked[best] + lower[best]) / 2)


@dataclass(frozen=True)
class Figures:
    """What a baseline comes to on dev, at the threshold with the best F1 against clear gold."""

    threshold: float
    strict: dict[str, float]
    clear: dict[str, float]
    candidates: int
    candidate_recall: float
    documents: int

    @classmethod
    def of(cls, documents: Sequence[Candidates], probabilities: Sequence[FloatArray]) -> Figures:
        """Choose the threshold and measure; `probabilities` (k,) of each document's candidates."""
        threshold = best_threshold(documents, probabilities)
        strict, clear = counts(documents, probabilities, threshold)
        found = sum(int(each.same.sum()) for each in documents)
        return cls(
            threshold=threshold,
            strict=_rates(strict),
            clear=_rates(clear),
            candidates=round(sum(len(each.a) for each in documents) / len(documents)),
            candidate_recall=round(found / sum(each.gold for each in documents), 4),
            documents=len(documents),
        )

    def as_json(self) -> dict[str, object]:
        """Return the figures for the card."""
        return asdict(self)


def _rates(score: Counts) -> dict[str, float]:
    rates = {"precision": score.precision, "recall": score.recall, "f1": score.f1}
    return {name: round(rate, 4) for name, rate in rates.items()}
