"""Ties: the numbers that a check holds for one fact and that agree, their values known.

They are what is ticked. Contradictions are judged without values, and are the method `default`.
"""

from __future__ import annotations

import numpy as np

from cofitcheck.checker import Checker
from cofitcheck.checks import Grid
from cofitcheck.checks.evidence.signs import agree
from cofitcheck.document import Document
from cofitcheck.evaluation.methods.default import pairs_within
from cofitcheck.evaluation.methods.model import Matches, Method, MethodOptions


def load(options: MethodOptions) -> Method:
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
