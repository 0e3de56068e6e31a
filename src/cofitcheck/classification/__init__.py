"""Stage 2: gives each candidate pair the probability that both its mentions state the same fact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, Protocol, TypeVar, runtime_checkable

import numpy as np
import numpy.typing as npt

from cofitcheck.classification.questions.prompts import Language
from cofitcheck.classification.trees import Facet, FacetTrees, PairFeatures, Trees, WordClassifier
from cofitcheck.document import Document, UncheckedCode, UncheckedReason
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.load import say_footprint
from cofitcheck.errors import UnavailableError
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs

__all__ = ["Cascade", "Classifier", "Facet", "FacetTrees", "Trees", "WordClassifier"]

Layout = TypeVar("Layout")

_HOPELESS = 20
"""With this many pairs unanswered, and none answered, the classifier has failed."""


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
        """Return the candidates of each document, with the same probabilities as if asked alone."""
        ...


def in_groups(
    found: Sequence[Found],
    groups: Sequence[tuple[Layout, Sequence[int]]],
    classify: Callable[[Layout, list[Found]], list[ScoredPairs]],
) -> list[ScoredPairs]:
    """Return the scored pairs of each document, in the order of `found`.

    The documents of a group are asked about together, by `classify`. Each of `groups` has a layout, and the
    places of its documents in `found`."""
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
    """Raise `UnavailableError` where a classifier did not reply, or gave no usable answer on many pairs."""
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

    Documents are asked about in `language`; None is the language that the model learnt. The memory that a
    large model takes is printed before it is loaded. Raises `ModelError`, also where the model does not fit.
    Raises `MissingDependencyError` where the libraries of the backend are not installed.
    """
    if backend == "vllm":
        from cofitcheck.classification.vllm import VllmClassifier

        return VllmClassifier(folder, language)
    from cofitcheck.classification.transformers import TransformersClassifier
    from cofitcheck.encoding.transformers import BATCH_TOKENS, best_device

    device, dtype = best_device()
    say_footprint(folder, device, dtype, BATCH_TOKENS)
    return TransformersClassifier(folder, device=device, dtype=dtype, language=language)


Scores = npt.NDArray[np.float32]


class Cascade:
    """Asks `judge` only about pairs to which `words` gives a probability of `above` or more; others get 0."""

    def __init__(self, words: WordClassifier, judge: Classifier, above: float) -> None:
        self.words, self.judge, self.above = words, judge, above

    @property
    def threshold(self) -> float:
        """The threshold of the judge: see `Classifier.threshold`."""
        return self.judge.threshold

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        """Return the candidates with their probabilities, in the same order.

        Raises `UnavailableError` where the judge did not reply, or gave no usable answer on many pairs.
        """
        return self.classify_all([Found(document, encoded, candidates)])[0]

    def classify_all(self, found: Sequence[Found]) -> list[ScoredPairs]:
        """Return the candidates of each document with their probabilities; all are asked about at once."""
        by_words = [self._by_words(each) for each in found]
        asked = [
            Found(each.document, each.encoded, each.candidates.take(scores >= self.above))
            for each, scores in zip(found, by_words, strict=True)
        ]
        judged = classify_all(self.judge, asked)
        return [
            self._whole(each.candidates, scores, answers)
            for each, scores, answers in zip(found, by_words, judged, strict=True)
        ]

    def _by_words(self, found: Found) -> Scores:
        features = PairFeatures.of(found.document, found.encoded, found.candidates)
        return self.words.judge(found.candidates, features).probability

    def _whole(self, candidates: CandidatePairs, scores: Scores, judged: ScoredPairs) -> ScoredPairs:
        """Return all candidates, with 0 for those that the judge was not asked about."""
        require_answers(judged)
        asked = scores >= self.above
        probability = np.zeros(len(candidates), dtype=np.float32)
        probability[asked] = judged.probability
        remark = UncheckedReason.of(
            UncheckedCode.ASKED_ABOUT_SOME,
            asked=int(asked.sum()),
            all=len(candidates),
            least=f"{self.above:g}",
        )
        return replace(
            judged,
            left=candidates.left,
            right=candidates.right,
            probability=probability,
            by_words=scores,
            remarks=(*judged.remarks, remark),
        )
