"""What the rest of the document says of candidate pairs. The pair's own two values have no part in it."""

from __future__ import annotations

import numpy as np

from cofitcheck.classification.features import Columns, best_rivals
from cofitcheck.classification.trees import PairFeatures
from cofitcheck.facts import ScoredPairs
from cofitcheck.mentions.arrays import FloatArray, IntArray, MentionArrays
from cofitcheck.reconciliation.neighbours import neighbour_evidence

_LINK = 0.2
"""Pairs that score less are no go-betweens; they are most of all pairs."""
_BUSY = 60
"""A mention with more links than this is a hub ("Total"), and proves nothing."""


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


def support(score: FloatArray, arrays: MentionArrays, a: IntArray, b: IntArray) -> dict[str, FloatArray]:
    """Return what the first scores of the other pairs say of pairs (a, b); float32 (pairs,) by name.

    `score` has one first score for each pair.
    """
    low, high = best_rivals(score, arrays.table, a, b)
    expected = _total(score, a, b)
    return {
        "score": score,
        "score_margin_low": low,
        "score_margin_high": high,
        "row_support": companions(score, arrays.row_id, a, b),
        "column_support": companions(score, arrays.column_id, a, b),
        "table_support": companions(score, arrays.table, a, b),
        "go_between": go_between(score, a, b),
        "expected_low": np.minimum(expected[a], expected[b]),
    }


def companions(score: FloatArray, line: IntArray, a: IntArray, b: IntArray) -> FloatArray:
    """Return the summed score of the other pairs between the two lines (rows, columns, tables) of each
    pair."""
    first, second = np.minimum(line[a], line[b]), np.maximum(line[a], line[b])
    _, where = np.unique(first.astype(np.int64) * (1 << 31) + second, return_inverse=True)
    sums = np.bincount(where, weights=score)
    return (sums[where] - score).astype(np.float32)


def _total(score: FloatArray, a: IntArray, b: IntArray) -> FloatArray:
    size = int(max(a.max(initial=-1), b.max(initial=-1))) + 1
    total = np.bincount(a, weights=score, minlength=size) + np.bincount(b, weights=score, minlength=size)
    return total.astype(np.float32)


def go_between(score: FloatArray, a: IntArray, b: IntArray) -> FloatArray:
    """Return the best score by which a third mention connects `a` and `b`.

    A connection is as strong as the weaker of its two links.
    """
    links: dict[int, dict[int, float]] = {}
    for at in np.flatnonzero(score >= _LINK).tolist():
        one, other, value = int(a[at]), int(b[at]), float(score[at])
        links.setdefault(one, {})[other] = value
        links.setdefault(other, {})[one] = value
    ways = np.zeros(len(score), dtype=np.float32)
    for at, (one, other) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        first, second = links.get(one), links.get(other)
        if first and second and len(first) <= _BUSY and len(second) <= _BUSY:
            ways[at] = max((min(first[c], second[c]) for c in first.keys() & second.keys()), default=0.0)
    return ways
