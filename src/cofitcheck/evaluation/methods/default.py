"""Checkers as methods: predicted are the pairs inside the fact sets that they build.

Ties: the numbers that a check holds for one fact and that agree, their values known.

They are what is ticked. Contradictions are judged without values, and are the method `default`.

AutoCheck's grouping rules as first stage, and the bundled classifier as second.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from cofitcheck.checker import Checker
from cofitcheck.checks import Grid
from cofitcheck.checks.evidence.signs import agree
from cofitcheck.classification.protocol import require_answers
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.evaluation.methods.autocheck import grouped_pairs
from cofitcheck.evaluation.methods.model import Matches, Method, MethodOptions, Pairs
from cofitcheck.facts import FactSet, ScoredPairs
from cofitcheck.filtering import CandidatePairs


def load(options: MethodOptions) -> Method:
    """Load the bundled model, or the one that the options name."""
    return Default(Checker(options.checking("default")))


def load_words(options: MethodOptions) -> Method:
    """Load the bundled model without reconciliation: every pair is judged by its words alone."""
    return Default(Checker(options.checking("words")))


def load_cascade(options: MethodOptions) -> Method:
    """Load the bundled trees, and the language model that the options name for what the trees leave open.

    Raises `ConfigError` where they name none.
    """
    return Default(Checker(options.checking("cascade")))


def load_paper(options: MethodOptions) -> Method:
    """Load the paper's own system: of all near vectors those that the language model says yes to.

    Raises `ConfigError` where they name none.
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
    """Return scored pairs as matches; predicted are the pairs inside the fact sets that a checker builds.

    A pair without a probability counts as never predicted.
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
    """A checker, and of its fact sets the pairs that agree."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker

    def match(self, document: Document) -> Matches:
        """Return the candidates, equal numbers with what their values say; predicted are those that agree."""
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
    """Return what values say of the pairs of equal numbers, and nought of all others: float64 (pairs,)."""
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
