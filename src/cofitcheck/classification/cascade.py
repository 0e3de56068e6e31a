"""A fast classifier before a slow one: what words and vectors already rule out is not asked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cofitcheck.classification.protocol import Classifier
from cofitcheck.classification.words import PairFeatures, WordClassifier
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.errors import UnavailableError
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs


class Cascade:
    """Asks `judge` only about pairs that `words` gives a probability of `above` or more; the others get 0."""

    def __init__(self, words: WordClassifier, judge: Classifier, above: float) -> None:
        self.words, self.judge, self.above = words, judge, above

    @property
    def threshold(self) -> float:
        """See `Classifier.threshold`: that of the judge."""
        return self.judge.threshold

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        """Return the candidates with their probabilities, in the same order.

        Raises `UnavailableError` where the judge was asked and has not answered once.
        """
        features = PairFeatures.of(document, encoded, candidates)
        scores = self.words.judge(candidates, features).probability
        asked = scores >= self.above
        judged = self.judge.classify(document, encoded, candidates.take(asked))
        _require_answers(judged)
        probability = np.zeros(len(candidates), dtype=np.float32)
        probability[asked] = judged.probability
        remark = (
            f"The language model was asked about {int(asked.sum()):,} of {len(candidates):,} candidate "
            f"pairs; the others have a probability below {self.above:g} by their words alone."
        )
        return replace(
            judged,
            left=candidates.left,
            right=candidates.right,
            probability=probability,
            by_words=scores,
            remarks=(*judged.remarks, remark),
        )


def _require_answers(judged: ScoredPairs) -> None:
    reasons = judged.unclassified
    if reasons and np.isnan(judged.probability).all():
        reason = max(reasons, key=lambda each: reasons[each])
        raise UnavailableError(f"no pair of numbers could be classified: {reason}.")
