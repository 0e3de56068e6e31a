"""The one door of stage 2."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

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


@dataclass(frozen=True)
class Found:
    """A document, its vectors, and the candidate pairs that these have found."""

    document: Document
    encoded: Encoded
    candidates: CandidatePairs


@runtime_checkable
class JointClassifier(Classifier, Protocol):
    """A classifier whose batches hold questions on several documents."""

    def classify_all(self, found: Sequence[Found]) -> list[ScoredPairs]:
        """Return the candidates of each document with the probabilities that they have when asked alone."""
        ...


def classify_all(classifier: Classifier, found: Sequence[Found]) -> list[ScoredPairs]:
    """Return the candidates of each document with their probabilities, asked together where that can be."""
    if isinstance(classifier, JointClassifier):
        return classifier.classify_all(found)
    return [classifier.classify(each.document, each.encoded, each.candidates) for each in found]
