"""The bundled second stage: trees that judge a pair by its words, vectors, periods and units alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cofitcheck.classification.arrays import FloatArray, MentionArrays, mention_arrays
from cofitcheck.classification.facets import FacetTrees
from cofitcheck.classification.features import Columns, matrix, semantic_features
from cofitcheck.classification.trees import Trees
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs


@dataclass(frozen=True)
class PairFeatures:
    """What there is to know of candidate pairs before any value is looked at: the document's mentions as
    arrays, and named columns (pairs,)."""

    arrays: MentionArrays
    semantic: Columns

    @classmethod
    def of(cls, document: Document, encoded: Encoded, pairs: CandidatePairs) -> PairFeatures:
        """Return those of a document's candidate pairs."""
        arrays = mention_arrays(document)
        return cls(arrays, semantic_features(arrays, encoded, pairs.left, pairs.right))


class WordClassifier:
    """Judges pairs one by one: no value has a part in it, and no other pair's judgement."""

    threshold = 0.5

    def __init__(self, first: Trees, facets: FacetTrees | None = None) -> None:
        self.first, self.facets = first, facets

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        """Return the candidates with their probabilities, in the same order."""
        return self.judge(candidates, PairFeatures.of(document, encoded, candidates))

    def judge(self, candidates: CandidatePairs, features: PairFeatures) -> ScoredPairs:
        """Return the candidates with their probabilities, given their features."""
        facets = self.facets.score(features.semantic) if self.facets and len(candidates) else {}
        scores = self.scores(candidates, features)
        return ScoredPairs(candidates.left, candidates.right, scores, facets=facets, by_words=scores)

    def scores(self, candidates: CandidatePairs, features: PairFeatures) -> FloatArray:
        """Return the probability of each pair, float32 (pairs,)."""
        if not len(candidates):
            return np.zeros(0, dtype=np.float32)
        return self.first.score(matrix(features.semantic))
