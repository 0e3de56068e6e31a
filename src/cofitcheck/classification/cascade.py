"""A fast classifier before a slow one, which is not asked about pairs that words and vectors rule out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from cofitcheck.classification.protocol import Classifier, Found, classify_all, require_answers
from cofitcheck.classification.trees import PairFeatures, WordClassifier
from cofitcheck.document import Document, UncheckedCode, UncheckedReason
from cofitcheck.encoding import Encoded
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs

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

        Raises `UnavailableError` where the judge did not reply at all, or said nothing usable of many pairs.
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
