"""What the rest of the document says of candidate pairs; never the pair's own two values."""

from __future__ import annotations

import numpy as np

from cofitcheck.classification.arrays import FloatArray, IntArray, MentionArrays
from cofitcheck.classification.features import Columns
from cofitcheck.classification.words import PairFeatures
from cofitcheck.facts import ScoredPairs
from cofitcheck.reconciliation.neighbours import neighbour_evidence
from cofitcheck.reconciliation.support import support


def reconciled_features(features: PairFeatures, neighbours: Columns, judged: ScoredPairs) -> Columns:
    """Return the columns that the second ensemble sees: what words say of the pairs, what `neighbours` say
    (see `neighbour_features`), and what the words of all other pairs say."""
    return {
        **features.semantic,
        **neighbours,
        **support(judged.probability, features.arrays, judged.left, judged.right),
    }


def neighbour_features(arrays: MentionArrays, a: IntArray, b: IntArray) -> Columns:
    """Return what the values of the neighbours say of pairs (a, b)."""
    counts: dict[str, FloatArray] = dict(vars(neighbour_evidence(arrays, a, b)))
    columns: Columns = dict(counts)
    for line in ("row", "column", "table"):
        equal, aligned = counts[f"{line}_aligned_equal"], counts[f"{line}_aligned"]
        columns[f"{line}_share"] = np.where(aligned > 0, equal / np.maximum(aligned, 1), -1.0)
    return columns
