"""AutoCheck's grouping rules as first stage, and the bundled classifier as second."""

from __future__ import annotations

from cofitcheck.checker import Checker
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.evaluation.methods.autocheck import grouped_pairs
from cofitcheck.evaluation.methods.default import matches_of
from cofitcheck.evaluation.methods.model import Matches, Method, MethodOptions
from cofitcheck.filtering import CandidatePairs


def load(options: MethodOptions) -> Method:
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
