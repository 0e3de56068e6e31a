"""Reconciliation: pairs are judged a second time, by what the rest of the document says of them.

All pairs are judged without their own values: if equal values were a reason to match, no contradiction would
be found. Pairs of equal numbers cannot contradict each other. They are judged once more with their values
known (`EqualTrees`), and ties are made from these.
"""

from __future__ import annotations

from dataclasses import replace
from math import log

import numpy as np

from cofitcheck.classification.features import Columns, best_rivals, matrix
from cofitcheck.classification.trees import PairFeatures, ThresholdTrees, Trees, WordClassifier
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs
from cofitcheck.mentions import FloatArray, IntArray, Mask, MentionArrays
from cofitcheck.reconciliation.features import neighbour_features, reconciled_features
from cofitcheck.reconciliation.lines import LineTrees, WithinTrees

__all__ = ["EqualTrees", "LineTrees", "Reconciler", "WithinTrees"]

_EDGE = 1e-6
"""The least distance of a probability from 0 and from 1, so that its log odds are finite."""
_CROWD = 99
"""Occurrences of a value in a document; more than this count as this many."""


class EqualTrees(ThresholdTrees):
    """Trees that judge pairs of equal numbers. Their `threshold` is reported as a probability of one half."""

    name = "equals"

    def score(
        self, document: Document, arrays: MentionArrays, columns: Columns, a: IntArray, b: IntArray
    ) -> FloatArray:
        """Return how probably pairs (a, b) of equal numbers state one fact, float32 (pairs,).

        It is NaN where the numbers differ. `columns` are those that the second ensemble sees."""
        equal = equal_pairs(document, a, b)
        scored = np.full(len(a), np.nan, dtype=np.float32)
        if equal.any():
            rows = matrix(equal_features(document, arrays, columns, (a, b), equal))
            scored[equal] = told(self.trees.score(rows), self.threshold)
        return scored


def told(raw: FloatArray, threshold: float) -> FloatArray:
    """Return the probabilities of trees, shifted so that `threshold` becomes one half."""
    kept = np.clip(raw.astype(np.float64), _EDGE, 1 - _EDGE)
    odds = np.log(kept / (1 - kept)) - log(threshold / (1 - threshold))
    probability: FloatArray = (1 / (1 + np.exp(-odds))).astype(np.float32)
    return probability


def equal_pairs(document: Document, a: IntArray, b: IntArray) -> Mask:
    """Tell which pairs (a, b) state one amount, signs aside: a table may show as negative what it deducts.

    Amounts that are equal only after rounding are not included: tags give too few of them to learn from. They
    are judged without their values.
    """
    amount = _amounts(document)
    equal: Mask = (amount[a] == amount[b]) & (amount[a] >= 0)
    return equal


def equal_features(
    document: Document, arrays: MentionArrays, columns: Columns, pairs: tuple[IntArray, IntArray], equal: Mask
) -> Columns:
    """Return the features of the pairs that are `equal`: their rows of `columns`, and what the values say.

    `columns` and the mask `equal` have one entry for each of `pairs`. A long value that stands seldom is more
    surely one fact."""
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
    """Return the id of each mention's amount, signs aside; -1 where it has none. No number is too short."""
    ids: dict[object, int] = {}
    values = (mention.number.value for mention in document.mentions)
    numbered = (-1 if value is None else ids.setdefault(abs(value), len(ids)) for value in values)
    return np.fromiter(numbered, dtype=np.int32)


def _how_often(ids: np.ndarray) -> IntArray:
    """Return for each entry how many entries have its id: int32 (n,)."""
    _, where, counts = np.unique(ids, return_inverse=True, return_counts=True)
    return counts[where].astype(np.int32)


class Reconciler:
    """Judges every pair twice: by its words, and then together with all other pairs.

    The second ensemble sees what the first sees, and three things more: the first's scores; whether the
    neighbours of the two cells agree in value (in their rows, columns and tables, and rows against columns);
    and what the scores of other pairs say (rivals, companions, go-betweens). It does not see the pair's own
    two values. Apart from that, `equals` judge the pairs of equal numbers, with their values known
    (`ScoredPairs.by_value`).
    """

    threshold = 0.5
    """The best probability on training documents that the trees had not seen."""

    def __init__(self, words: WordClassifier, second: Trees, equals: EqualTrees | None = None) -> None:
        self.words, self.second, self.equals = words, second, equals

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        """Return the candidates with their probabilities, in the same order."""
        features = PairFeatures.of(document, encoded, candidates)
        judged = self.words.judge(candidates, features)
        if not len(candidates):
            return judged
        neighbours = neighbour_features(features.arrays, candidates.left, candidates.right)
        columns = reconciled_features(features, neighbours, judged)
        scored = replace(judged, probability=self.second.score(matrix(columns)))
        if self.equals:
            pair = candidates.left, candidates.right
            scored = replace(scored, by_value=self.equals.score(document, features.arrays, columns, *pair))
        return self.words.with_facets(scored, features)
