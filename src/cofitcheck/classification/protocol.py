"""The one door of stage 2."""

from __future__ import annotations

from typing import Protocol

from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs


class Classifier(Protocol):
    """Says of candidate pairs how probably they state the same fact, without looking at their own values."""

    @property
    def threshold(self) -> float:
        """The least probability at which a pair is taken for the same fact, as chosen for this classifier."""
        ...

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        """Return the candidates with their probabilities, in the same order."""
        ...
