"""A fast classifier before a slow one: what words and vectors already rule out is not asked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cofitcheck.classification.protocol import Classifier
from cofitcheck.classification.words import PairFeatures, WordClassifier
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
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
        """Return the candidates with their probabilities, in the same order."""
        features = PairFeatures.of(document, encoded, candidates)
        scores = self.words.judge(candidates, features).probability
        asked = scores >= self.above
        judged = self.judge.classify(document, encoded, candidates.take(asked))
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
