"""The contract of stage 2: candidate pairs in, probabilities out.

A folder with a trained classifier to the backend that runs it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, TypeVar, runtime_checkable

import numpy as np

from cofitcheck.classification.questions.prompts import Language
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.footprint import say_footprint
from cofitcheck.errors import UnavailableError
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs

Layout = TypeVar("Layout")

_HOPELESS = 20
"""So many pairs without one answer are no accident."""


class Classifier(Protocol):
    """Says how probably candidate pairs state one fact. It never looks at the values of a pair."""

    @property
    def threshold(self) -> float:
        """The probability from which this classifier's pairs are taken for one fact."""
        ...

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        """Return the candidates with their probabilities, in the same order."""
        ...


@dataclass(frozen=True)
class Found:
    """A document, its vectors, and the candidate pairs that were found by them."""

    document: Document
    encoded: Encoded
    candidates: CandidatePairs


@runtime_checkable
class JointClassifier(Classifier, Protocol):
    """A classifier whose batches hold questions on several documents."""

    def classify_all(self, found: Sequence[Found]) -> list[ScoredPairs]:
        """Return the candidates of each document, with the probabilities that they would have asked alone."""
        ...


def in_groups(
    found: Sequence[Found],
    groups: Sequence[tuple[Layout, Sequence[int]]],
    classify: Callable[[Layout, list[Found]], list[ScoredPairs]],
) -> list[ScoredPairs]:
    """Return what `classify` says of each document.

    The documents of a group are asked about together. Each of `groups` has a layout, and the places of its
    documents in `found`."""
    scored: dict[int, ScoredPairs] = {}
    for layout, places in groups:
        scored |= zip(places, classify(layout, [found[place] for place in places]), strict=True)
    return [scored[place] for place in range(len(found))]


def classify_all(classifier: Classifier, found: Sequence[Found]) -> list[ScoredPairs]:
    """Return the candidates of each document with their probabilities, asked together where possible."""
    if isinstance(classifier, JointClassifier):
        return classifier.classify_all(found)
    return [classifier.classify(each.document, each.encoded, each.candidates) for each in found]


def require_answers(judged: ScoredPairs) -> None:
    """Raise `UnavailableError` where a classifier did not reply, or replied of many pairs nothing usable."""
    reasons = judged.unclassified
    silent = judged.usage is not None and not judged.usage.asked
    hopeless = silent or sum(reasons.values()) >= _HOPELESS
    if reasons and hopeless and np.isnan(judged.probability).all():
        reason = max(reasons, key=lambda each: reasons[each])
        raise UnavailableError(f"no pair of numbers could be classified: {reason}.")


Backend = Literal["transformers", "vllm"]


def load_classifier(
    folder: Path, backend: Backend = "transformers", language: Language | None = None
) -> Classifier:
    """Return the language model of a folder as a classifier, on a GPU where there is one.

    Documents are asked about in `language`; None is the language that the model learnt. What a large model
    takes is printed before it is loaded. Raises `ModelError`, also where the model does not fit. Raises
    `MissingDependencyError` where the libraries of the backend are not installed.
    """
    if backend == "vllm":
        from cofitcheck.classification.vllm import VllmClassifier

        return VllmClassifier(folder, language)
    from cofitcheck.classification.transformers import TransformersClassifier
    from cofitcheck.encoding.transformers import BATCH_TOKENS, best_device

    device, dtype = best_device()
    say_footprint(folder, device, dtype, BATCH_TOKENS)
    return TransformersClassifier(folder, device=device, dtype=dtype, language=language)
