"""Joining the candidates of several searches."""

from __future__ import annotations

import numpy as np

from cofitcheck.filtering.model import CandidatePairs


def union(first: CandidatePairs, *others: CandidatePairs) -> CandidatePairs:
    """Return every pair that any of the searches over the same vectors found, once, in order."""
    every = (first, *others)
    left = np.concatenate([pairs.left for pairs in every])
    right = np.concatenate([pairs.right for pairs in every])
    similarity = np.concatenate([pairs.similarity for pairs in every])
    order = np.lexsort((right, left))
    left, right, similarity = left[order], right[order], similarity[order]
    new = np.ones(len(left), dtype=bool)
    new[1:] = (left[1:] != left[:-1]) | (right[1:] != right[:-1])
    return CandidatePairs(left[new], right[new], similarity[new])
