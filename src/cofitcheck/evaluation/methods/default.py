"""Checkers as methods. Their predicted pairs are those inside the fact sets that they build.

The method `default` judges pairs without their values, as a check does to find contradictions. The method
`ties` predicts the equal numbers that a check holds for one fact with their values known; these are ticked.
The method `heuristic` has AutoCheck's grouping rules as stage 1, and the bundled classifier as stage 2.

The method `own-value` is the ceiling: our classifier with the pair's own two values visible. No checker may
do this, because a checker for which equal values are a reason to match never finds a contradiction. It shows
about how much of the labels can be reached at all. On documents that the bundled model learnt from, that
model can be above it. Its second ensemble is trained by `benchmarks/ceiling.py`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np

from cofitcheck.checker import Checker
from cofitcheck.checks import Grid
from cofitcheck.checks.evidence.signs import agree
from cofitcheck.classification import require_answers
from cofitcheck.classification.features import Columns, matrix
from cofitcheck.classification.trees import PairFeatures, Trees, WordClassifier
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.evaluation.methods import Matches, Method, MethodOptions, Pairs
from cofitcheck.evaluation.methods.autocheck import grouped_pairs
from cofitcheck.facts import FactSet, ScoredPairs
from cofitcheck.filtering import CandidatePairs
from cofitcheck.mentions import IntArray
from cofitcheck.reconciliation.features import neighbour_features, reconciled_features
from cofitcheck.weights import bundled

TREES = Path(__file__).with_name("own_value.onnx")


def load(options: MethodOptions) -> Method:
    """Load the bundled model, or the one that the options name."""
    return Default(Checker(options.checking("default")))


def load_words(options: MethodOptions) -> Method:
    """Load the bundled model without reconciliation: every pair is judged by its words alone."""
    return Default(Checker(options.checking("words")))


def load_cascade(options: MethodOptions) -> Method:
    """Load the bundled trees, and the language model that the options name for pairs that trees leave open.

    Raises `ConfigError` where the options name no model.
    """
    return Default(Checker(options.checking("cascade")))


def load_paper(options: MethodOptions) -> Method:
    """Load the paper's own system: it takes the pairs of near vectors to which the language model says yes.

    Raises `ConfigError` where the options name no model.
    """
    return Default(Checker(options.checking("paper")))


class Default:
    """A checker, up to the point where the values are compared."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker

    def match(self, document: Document) -> Matches:
        """Return the checker's candidate pairs, and the pairs inside its fact sets.

        Raises `UnavailableError` where a server has not answered.
        """
        stages, config = self.checker.stages, self.checker.config
        begun = time.perf_counter()
        encoded = stages.encoder.encode(document)
        candidates = stages.candidates(document, encoded, config.filtering)
        filtered = time.perf_counter()
        scored = stages.classifier.classify(document, encoded, candidates)
        require_answers(scored)
        matches = matches_of(self.checker, document, scored)
        seconds = {"filter": filtered - begun, "classify": time.perf_counter() - filtered}
        return replace(matches, similarity=candidates.similarity.astype(np.float64), seconds=seconds)


def matches_of(checker: Checker, document: Document, scored: ScoredPairs) -> Matches:
    """Return scored pairs as matches. The predicted pairs are those inside the fact sets of a checker.

    A pair without a probability gets the probability 0.
    """
    facts = checker.facts(document, scored)
    return Matches(
        candidates=np.stack([scored.left, scored.right], axis=1).astype(np.int64),
        probability=np.nan_to_num(scored.probability).astype(np.float64),
        predicted=pairs_within(facts),
    )


def pairs_within(facts: Sequence[FactSet]) -> Pairs:
    """Return the pairs of mentions that stand in one fact set, (k, 2) int64."""
    pairs = [pair for fact in facts for pair in combinations(fact.mentions, 2)]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def load_ties(options: MethodOptions) -> Method:
    """Load the bundled model, or the one that the options name."""
    return Ties(Checker(options.checking("default")))


class Ties:
    """A checker whose predicted pairs are those inside its fact sets that agree."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker

    def match(self, document: Document) -> Matches:
        """Return the candidates, and as predicted the pairs inside fact sets that agree.

        The probability of equal numbers is the one with their values known; all others have 0."""
        stages, grid = self.checker.stages, Grid(document)
        encoded = stages.encoder.encode(document)
        candidates = stages.candidates(document, encoded, self.checker.config.filtering)
        scored = stages.classifier.classify(document, encoded, candidates)
        witnesses = self.checker.config.checks.sign_witnesses
        predicted = [
            pair
            for pair in pairs_within(self.checker.tied_facts(document, encoded, scored)).tolist()
            if agree(grid, (pair[0], pair[1]), witnesses)
        ]
        return Matches(
            candidates=np.stack([scored.left, scored.right], axis=1).astype(np.int64),
            probability=_of_equals(scored.by_value, len(scored)),
            predicted=np.array(predicted, dtype=np.int64).reshape(-1, 2),
        )


def _of_equals(by_value: np.ndarray | None, pairs: int) -> np.ndarray:
    """Return `by_value` for pairs of equal numbers, and 0 for all others: float64 (pairs,)."""
    return np.zeros(pairs) if by_value is None else np.nan_to_num(by_value).astype(np.float64)


def load_heuristic(options: MethodOptions) -> Method:
    """Load the bundled model."""
    return Heuristic(Checker(CheckConfig(threads=options.threads)))


class Heuristic:
    """A checker whose candidates come from rules."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker

    def match(self, document: Document) -> Matches:
        """Return the grouped pairs with the checker's probabilities, and the pairs inside its fact sets."""
        stages = self.checker.stages
        encoded = stages.encoder.encode(document)
        left, right = grouped_pairs(document).T
        candidates = CandidatePairs.build(left, right, encoded.fact)
        scored = stages.classifier.classify(document, encoded, candidates)
        return matches_of(self.checker, document, scored)


def load_own_value(options: MethodOptions) -> OwnValue:
    """Load the bundled model, and the trees that see the values."""
    first, second = (Trees(path, options.threads) for path in (bundled().first, TREES))
    return OwnValue(Checker(CheckConfig(threads=options.threads)), WordClassifier(first), second)


class OwnValue:
    """The bundled filter and word classifier, and a second ensemble that sees the pair's own values too."""

    def __init__(self, checker: Checker, words: WordClassifier, second: Trees) -> None:
        self.checker = checker
        self.words, self.second = words, second

    def match(self, document: Document) -> Matches:
        """Return the checker's candidates with probabilities that depend on the values too."""
        return matches_of(self.checker, document, self.score(document))

    def score(self, document: Document) -> ScoredPairs:
        """Return the checker's candidates, each with the probability of one fact with its values known."""
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
