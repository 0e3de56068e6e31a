"""What the rest of the document says once every pair has a first score: rivals, companions, go-betweens.

The first scores come from words and vectors alone, so no value, and not the pair's own, has a part in this.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cofitcheck.classification.arrays import IntArray, MentionArrays

FloatArray = npt.NDArray[np.float32]
_LINK = 0.2
"""Pairs that score less are no go-betweens; they are most of all pairs."""
_BUSY = 60
"""A mention with more links than this is a hub ("Total"), and proves nothing."""


def support(score: FloatArray, arrays: MentionArrays, a: IntArray, b: IntArray) -> dict[str, FloatArray]:
    """Return, for pairs (a, b) with a first score each, what the other pairs' scores say; float32
    (pairs,)."""
    low, high = best_rivals(score, arrays.table, a, b)
    return {
        "score": score,
        "score_margin_low": low,
        "score_margin_high": high,
        "row_support": companions(score, arrays.row_id, a, b),
        "column_support": companions(score, arrays.column_id, a, b),
        "table_support": companions(score, arrays.table, a, b),
        "go_between": go_between(score, a, b),
        "expected_low": np.minimum(_total(score, a, b)[a], _total(score, a, b)[b]),
    }


def best_rivals(
    score: FloatArray, table: IntArray, a: IntArray, b: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Return how far each pair scores above its best rival, for the worse and the better side.

    A pair's rivals: `a` with another mention of `b`'s table, and `b` with another of `a`'s table. Negative: a
    rival is better; 1 where there is no rival.
    """
    from_a = _margin(score, a, table[b])
    from_b = _margin(score, b, table[a])
    return np.minimum(from_a, from_b), np.maximum(from_a, from_b)


def _margin(score: FloatArray, mention: IntArray, table: IntArray) -> FloatArray:
    """Return score minus the best other score with the same mention and table; 1 where there is no other."""
    key = mention.astype(np.int64) * (1 << 31) + table
    order = np.lexsort((-score, key))
    own, ranked = score[order], key[order]
    first = np.r_[True, ranked[1:] != ranked[:-1]][: len(own)]
    last = np.r_[first[1:], True][: len(own)]
    best = own[np.maximum.accumulate(np.where(first, np.arange(len(own)), 0))]
    runner_up = np.r_[own[1:], 0.0][: len(own)]
    margin = np.where(first, np.where(last, 1.0, own - runner_up), own - best)
    result = np.empty_like(score)
    result[order] = margin
    return result


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
    """Return the best score of a way from `a` to `b` over one third mention: the weaker of its two links."""
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
