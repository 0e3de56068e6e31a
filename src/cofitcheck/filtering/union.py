"""The candidates of several searches as one set."""

from __future__ import annotations

import numpy as np

from cofitcheck.filtering.model import CandidatePairs


def union(first: CandidatePairs, *others: CandidatePairs) -> CandidatePairs:
    """Return each pair that a search found, once and in order; all searched the same vectors."""
    every = (first, *others)
    left = np.concatenate([pairs.left for pairs in every])
    right = np.concatenate([pairs.right for pairs in every])
    similarity = np.concatenate([pairs.similarity for pairs in every])
    _, once = np.unique(left.astype(np.int64) << 32 | right, return_index=True)
    return CandidatePairs(left[once], right[once], similarity[once])
