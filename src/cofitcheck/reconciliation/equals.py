"""Pairs of equal numbers, judged with their values known: what ties are made of.

Whether two numbers that differ are one fact is judged without them (`reconciler`): who takes equal values for
a reason to match never finds a contradiction. Of two equal numbers none can be found.
"""

from __future__ import annotations

from math import log

import numpy as np

from cofitcheck.classification.features import Columns, best_rivals, matrix
from cofitcheck.classification.trees import ThresholdTrees
from cofitcheck.document import Document
from cofitcheck.mentions.arrays import FloatArray, IntArray, Mask, MentionArrays

_EDGE = 1e-6
"""Probabilities are kept so far from nought and one: their log odds are finite."""
_CROWD = 99
"""A value that stands more often in a document is no rarer for it."""


class EqualTrees(ThresholdTrees):
    """Trees that judge pairs of equal numbers, and the probability of theirs that counts as one half."""

    name = "equals"

    def score(
        self, document: Document, arrays: MentionArrays, columns: Columns, a: IntArray, b: IntArray
    ) -> FloatArray:
        """Return how probably the two numbers of pairs (a, b) state one fact where they are equal, NaN where
        they are not: float32 (pairs,). `columns` are those that the second ensemble sees."""
        equal = equal_pairs(document, a, b)
        scored = np.full(len(a), np.nan, dtype=np.float32)
        if equal.any():
            rows = matrix(equal_features(document, arrays, columns, (a, b), equal))
            scored[equal] = told(self.trees.score(rows), self.threshold)
        return scored


def told(raw: FloatArray, threshold: float) -> FloatArray:
    """Return the probabilities of trees so that `threshold` is told as one half."""
    kept = np.clip(raw.astype(np.float64), _EDGE, 1 - _EDGE)
    odds = np.log(kept / (1 - kept)) - log(threshold / (1 - threshold))
    probability: FloatArray = (1 / (1 + np.exp(-odds))).astype(np.float32)
    return probability


def equal_pairs(document: Document, a: IntArray, b: IntArray) -> Mask:
    """Tell which pairs (a, b) state one amount, signs aside: a table may show as negative what it deducts.

    Amounts that are equal as rounded only are left to what judges them without their values: tags do not tell
    enough of them to learn from.
    """
    amount = _amounts(document)
    equal: Mask = (amount[a] == amount[b]) & (amount[a] >= 0)
    return equal


def equal_features(
    document: Document, arrays: MentionArrays, columns: Columns, pairs: tuple[IntArray, IntArray], equal: Mask
) -> Columns:
    """Return what is known of the pairs that are `equal`, of all `pairs` that `columns` are of: the columns,
    and what the values say. How often a value stands, and how long it is, tells how surely it is one fact."""
    a, b = pairs[0][equal], pairs[1][equal]
    numbers = [mention.number for mention in document.mentions]
    negative = np.array([bool(number.value and number.value < 0) for number in numbers])
    digits = np.array([number.digits for number in numbers], dtype=np.int32)
    amount = _amounts(document)
    often, in_table = _how_often(amount), _how_often(amount.astype(np.int64) << 32 | arrays.table)
    low, high = best_rivals(columns["score"][equal].astype(np.float32), arrays.table, a, b)
    return {
        **{name: column[equal] for name, column in columns.items()},
        "value_sign": (negative[a] != negative[b]).astype(np.int32),
        "value_digits": np.minimum(digits[a], digits[b]),
        "value_often": np.minimum(often[a], _CROWD),
        "value_in_table_low": np.minimum(in_table[a], in_table[b]),
        "value_in_table_high": np.maximum(in_table[a], in_table[b]),
        "value_margin_low": low,
        "value_margin_high": high,
    }


def _amounts(document: Document) -> IntArray:
    """Return the id of each mention's amount, signs aside, however short; -1 where it has none."""
    ids: dict[object, int] = {}
    values = (mention.number.value for mention in document.mentions)
    numbered = (-1 if value is None else ids.setdefault(abs(value), len(ids)) for value in values)
    return np.fromiter(numbered, dtype=np.int32)


def _how_often(ids: np.ndarray) -> IntArray:
    """Return how many have the id of each: int32 (n,)."""
    _, where, counts = np.unique(ids, return_inverse=True, return_counts=True)
    return counts[where].astype(np.int32)
