"""How far a pair stands above the other pairs that one of its mentions could be in."""

from __future__ import annotations

import numpy as np

from cofitcheck.mentions.arrays import FloatArray, IntArray


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
