"""The bundled second stage: trees that judge a pair by its words, vectors, periods and units alone."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from cofitcheck.classification.facets import FacetTrees
from cofitcheck.classification.features import Columns, matrix, semantic_features
from cofitcheck.classification.trees import Trees
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs
from cofitcheck.mentions.arrays import MentionArrays, mention_arrays


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
        features = PairFeatures.of(document, encoded, candidates)
        return self.with_facets(self.judge(candidates, features), features)

    def judge(self, candidates: CandidatePairs, features: PairFeatures) -> ScoredPairs:
        """Return the candidates with their probabilities, given their features."""
        rows = matrix(features.semantic)
        scores = self.first.score(rows) if len(rows) else np.zeros(0, dtype=np.float32)
        return ScoredPairs(candidates.left, candidates.right, scores, by_words=scores)

    def with_facets(self, scored: ScoredPairs, features: PairFeatures) -> ScoredPairs:
        """Return scored pairs with the facets in which they agree."""
        if self.facets is None:
            return scored
        return replace(scored, facets=self.facets.score(features.semantic, scored.probability))
