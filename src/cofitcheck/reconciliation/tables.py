"""How two tables fit each other: which of their lines repeat, and whether what is told there agrees.

Both are counted over all candidate pairs, each by its first score, which knows no value. Where values are
compared, every pair with one of the two mentions is left out: a pair's own values have no part in it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cofitcheck.classification.features import Columns
from cofitcheck.facts.model import MILLION
from cofitcheck.mentions.arrays import FloatArray, IntArray, MentionArrays
from cofitcheck.reconciliation.neighbours import values_agree

_SHIFT = 1 << 31
_LEAST = 0.02
"""Where the other pairs of two lines come to less, there is nothing whose values could agree."""
_SURE = 0.5
"""A pair counts as confident from this score on."""
_SMALL = 1e-3
"""Keeps a share of two sums that are nought defined."""

_Keys = npt.NDArray[np.int64]
_Sums = npt.NDArray[np.float64]


def table_features(arrays: MentionArrays, score: FloatArray, a: IntArray, b: IntArray) -> Columns:
    """Return what the tables of pairs (a, b) say of them, given the first scores of all pairs: (pairs,)."""
    return {**agreement(arrays, score, a, b), **alignment(arrays, score, a, b)}


def agreement(arrays: MentionArrays, score: FloatArray, a: IntArray, b: IntArray) -> Columns:
    """Return how likely other pairs of the two rows, columns and tables are one fact, as a sum of their
    scores, and for how much of it the values agree; the share is -1 where there are none."""
    told = (arrays.value[a] >= 0) & (arrays.value[b] >= 0)
    # In whole millionths sums are exact, and what is taken out again leaves no trace.
    likely: _Sums = np.where(told, np.rint(score.astype(np.float64) * MILLION), 0.0)
    equal = likely * values_agree(arrays, a, b)
    columns: Columns = {}
    for name, line in _lines(arrays):
        all_others, that_agree = (_of_others(line, each, a, b) / MILLION for each in (likely, equal))
        share = np.where(all_others > _LEAST, that_agree / np.maximum(all_others, _LEAST), -1.0)
        columns[f"{name}_likely"], columns[f"{name}_likely_equal"] = all_others, that_agree
        columns[f"{name}_likely_share"] = share
    return columns


def alignment(arrays: MentionArrays, score: FloatArray, a: IntArray, b: IntArray) -> Columns:
    """Return how far the two rows, and the two columns, go together better than either goes with its best
    other line of the other table, and how many confident pairs the two tables have besides."""
    columns: Columns = {}
    for name, line in _lines(arrays)[:2]:
        first, second = line[a].astype(np.int64), line[b].astype(np.int64)
        pairs, where = np.unique(first * _SHIFT + second, return_inverse=True)
        sums = np.bincount(where, weights=score).astype(np.float64)
        low, high = _against_others(arrays, line, pairs, sums)
        columns[f"{name}_fit_low"], columns[f"{name}_fit_high"] = low[where], high[where]
        columns[f"{name}_fit"] = sums[where]
    sure = score >= _SURE
    where = _ids(_either_way(arrays.table, a, b))
    confident = np.bincount(where, weights=sure)[where] - sure
    columns["confident"] = confident
    columns["confident_share"] = confident / np.bincount(where)[where]
    return columns


def _lines(arrays: MentionArrays) -> tuple[tuple[str, IntArray], ...]:
    return ("row", arrays.row_id), ("column", arrays.column_id), ("table", arrays.table)


def _either_way(line: IntArray, a: IntArray, b: IntArray) -> _Keys:
    first, second = line[a].astype(np.int64), line[b].astype(np.int64)
    return np.minimum(first, second) * _SHIFT + np.maximum(first, second)


def _ids(keys: _Keys) -> npt.NDArray[np.intp]:
    return np.unique(keys, return_inverse=True)[1]


def _of_others(line: IntArray, weight: _Sums, a: IntArray, b: IntArray) -> _Sums:
    """Return the summed weight of the pairs between the two lines of each pair that have neither of its
    mentions."""
    between = _ids(_either_way(line, a, b))
    # A mention and the line of its counterpart: whose pairs with one of the two mentions are taken out again.
    ends = np.concatenate([a.astype(np.int64) * _SHIFT + line[b], b.astype(np.int64) * _SHIFT + line[a]])
    with_one = _ids(ends)
    both = np.bincount(with_one, weights=np.concatenate([weight, weight]))[with_one]
    total = np.bincount(between, weights=weight)[between]
    others: _Sums = np.maximum(total - both[: len(a)] - both[len(a) :] + weight, 0.0)
    return others


def _against_others(arrays: MentionArrays, line: IntArray, pairs: _Keys, sums: _Sums) -> tuple[_Sums, _Sums]:
    """Return for pairs of lines their share of the sum of themselves and the best rival of either line, for
    the worse and for the better side. A rival is another line of the other one's table."""
    first, second = pairs // _SHIFT, pairs % _SHIFT
    table = np.zeros(int(line.max(initial=0)) + 1, dtype=np.int64)
    table[line] = arrays.table
    shares = [
        sums / (sums + _best_other(own * _SHIFT + table[other], sums) + _SMALL)
        for own, other in ((first, second), (second, first))
    ]
    return np.minimum(*shares), np.maximum(*shares)


def _best_other(keys: _Keys, sums: _Sums) -> _Sums:
    """Return for each the best sum of the others with its key, 0 where it is alone."""
    order = np.lexsort((-sums, keys))
    ranked, own = keys[order], sums[order]
    first = np.r_[True, ranked[1:] != ranked[:-1]]
    last = np.r_[first[1:], True]
    best = own[np.maximum.accumulate(np.where(first, np.arange(len(own)), 0))]
    other = np.where(first, np.where(last, 0.0, np.r_[own[1:], 0.0]), best)
    found = np.empty_like(sums)
    found[order] = other
    return found
