"""Pairs judged again in the light of the whole document."""

from __future__ import annotations

from dataclasses import replace

from cofitcheck.classification.features import matrix
from cofitcheck.classification.trees import PairFeatures, Trees, WordClassifier
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs
from cofitcheck.reconciliation.equals import EqualTrees
from cofitcheck.reconciliation.features import neighbour_features, reconciled_features


class Reconciler:
    """A classifier and what comes after it: every pair is judged by its words, and then with all the others.

    The second ensemble sees what the first does, and the first's scores; whether the neighbours of the two
    cells agree in value (in their rows, columns and tables, and rows against columns); and what the scores of
    the other pairs say: rivals, companions, go-betweens. The pair's own two values have no part in it. Beside
    that, `equals` judge the pairs of equal numbers, with their values known (`ScoredPairs.by_value`).
    """

    threshold = 0.5
    """The best on the documents of the training that the trees had not seen."""

    def __init__(self, words: WordClassifier, second: Trees, equals: EqualTrees | None = None) -> None:
        self.words, self.second, self.equals = words, second, equals

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        """Return the candidates with their probabilities, in the same order."""
        features = PairFeatures.of(document, encoded, candidates)
        judged = self.words.judge(candidates, features)
        if not len(candidates):
            return judged
        neighbours = neighbour_features(features.arrays, candidates.left, candidates.right)
        columns = reconciled_features(features, neighbours, judged)
        scored = replace(judged, probability=self.second.score(matrix(columns)))
        if self.equals:
            pair = candidates.left, candidates.right
            scored = replace(scored, by_value=self.equals.score(document, features.arrays, columns, *pair))
        return self.words.with_facets(scored, features)
