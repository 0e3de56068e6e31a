"""How well answers match the gold: what the trainer of stage 2 watches on the dev split."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from sklearn.metrics import roc_auc_score

from cofitcheck.training.candidates import Mask

Probabilities = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class AnswerMetrics:
    """Figures over all documents together: F1 end to end against clear gold at the best threshold.

    Pairs that were never asked count as missed. `loss` is the mean log-loss of what was asked, `auc` the area
    under its ROC curve: .5 where answers say nothing, however many of the pairs are of one fact.
    """

    f1: float
    precision: float
    recall: float
    threshold: float
    loss: float
    auc: float


def summarise(answered: Sequence[tuple[Probabilities, Mask]], gold: int) -> AnswerMetrics:
    """Return the figures for each document's probabilities and labels, both (pairs,)."""
    probability = np.concatenate([each for each, _ in answered]).astype(np.float64)
    same = np.concatenate([each for _, each in answered])
    order = np.argsort(-probability, kind="stable")
    hits = np.cumsum(same[order])
    taken = np.arange(1, len(order) + 1)
    f1 = 2 * hits / (taken + gold)
    # Equal probabilities are taken together or not at all.
    ends = np.append(np.diff(probability[order]) != 0, True)
    best = int(np.argmax(np.where(ends, f1, -1)))
    clipped = np.clip(probability, 1e-7, 1 - 1e-7)
    return AnswerMetrics(
        f1=float(f1[best]),
        precision=float(hits[best] / taken[best]),
        recall=float(hits[best] / max(gold, 1)),
        threshold=float(probability[order][best]),
        loss=float(-np.log(np.where(same, clipped, 1 - clipped)).mean()),
        auc=float(roc_auc_score(same, probability)) if 0 < same.sum() < len(same) else 0.5,
    )
