"""The ceiling: our classifier with the pair's own two values visible.

No checker may do this: who takes equal values for a reason to match never finds a contradiction. It tells
about how much of the labels can be had at all; on documents that the bundled model learnt from, that model
can be above it. Its second ensemble is trained by `benchmarks/ceiling.py`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from cofitcheck.checker import Checker
from cofitcheck.classification.features import Columns, matrix
from cofitcheck.classification.trees import PairFeatures, Trees, WordClassifier
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.evaluation.methods.default import matches_of
from cofitcheck.evaluation.methods.model import Matches, MethodOptions
from cofitcheck.facts import ScoredPairs
from cofitcheck.mentions.arrays import IntArray
from cofitcheck.reconciliation.features import neighbour_features, reconciled_features
from cofitcheck.weights import bundled

TREES = Path(__file__).with_name("own_value.onnx")


def load(options: MethodOptions) -> OwnValue:
    """Load the bundled model, and the trees that see the values."""
    first, second = (Trees(path, options.threads) for path in (bundled().first, TREES))
    return OwnValue(Checker(CheckConfig(threads=options.threads)), WordClassifier(first), second)


class OwnValue:
    """The bundled filter and what judges words, and a second ensemble that sees the pair's own values too."""

    def __init__(self, checker: Checker, words: WordClassifier, second: Trees) -> None:
        self.checker = checker
        self.words, self.second = words, second

    def match(self, document: Document) -> Matches:
        """Return the checker's candidates with probabilities that the values had a part in."""
        return matches_of(self.checker, document, self.score(document))

    def score(self, document: Document) -> ScoredPairs:
        """Return the checker's candidates, each with how likely it is one fact, its values known."""
        stages, config = self.checker.stages, self.checker.config
        encoded = stages.encoder.encode(document)
        candidates = stages.candidates(document, encoded, config.filter)
        features = PairFeatures.of(document, encoded, candidates)
        judged = self.words.judge(candidates, features)
        a, b = candidates.left, candidates.right
        seen = {**neighbour_features(features.arrays, a, b), **own_value_features(document, a, b)}
        columns = reconciled_features(features, seen, judged)
        return replace(judged, probability=self.second.score(matrix(columns)))


def own_value_features(document: Document, a: IntArray, b: IntArray) -> Columns:
    """Return whether the two values of pairs (a, b) agree, with and without sign, and how far they differ.

    -1 stands for a mention without a value.
    """
    numbers = [mention.number for mention in document.mentions]
    value = np.array([np.nan if n.value is None else float(n.value) for n in numbers])
    digits = np.array([number.digits for number in numbers], dtype=np.int32)
    known = ~np.isnan(value[a]) & ~np.isnan(value[b])
    size_a, size_b = np.abs(value[a]), np.abs(value[b])
    largest = np.maximum(size_a, size_b)
    apart = np.abs(size_a - size_b) / np.where(largest > 0, largest, 1.0)
    return {
        "own_equal": np.where(known, np.isclose(size_a, size_b, rtol=1e-12), -1),
        "own_sign": np.where(known, np.sign(value[a]) == np.sign(value[b]), -1),
        "own_apart": np.where(known, apart, -1.0),
        "own_digits": np.minimum(digits[a], digits[b]),
    }
