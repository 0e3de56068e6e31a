"""Pairs judged by their words, and then with all the others."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cofitcheck.classification import Facet, FacetTrees, Trees, WordClassifier
from cofitcheck.classification.trees import LEARNT, LIKELY
from cofitcheck.document import Document
from cofitcheck.mentions import FloatArray
from cofitcheck.reconciliation import EqualTrees, Reconciler
from tests.classification.classification_documents import (
    VALUES,
    candidates,
    document,
    documents,
    encoded,
    number,
    with_number,
)


class MadeUpTrees(Trees):
    """Scores rows by a fixed random weight for each feature."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def score(self, features: FloatArray) -> FloatArray:
        weights = np.random.default_rng(self.seed).standard_normal(features.shape[1])
        scores: FloatArray = np.tanh(np.abs(np.einsum("ij,j->i", features, weights)) / 10).astype(np.float32)
        return scores


class MadeUpFacets(FacetTrees):
    """A made-up ensemble for each facet."""

    def __init__(self) -> None:
        self._trees = {facet: MadeUpTrees(seed) for seed, facet in enumerate(LEARNT, start=3)}


WORDS = WordClassifier(MadeUpTrees(1), MadeUpFacets())
CLASSIFIER = Reconciler(WORDS, MadeUpTrees(2), EqualTrees(MadeUpTrees(6), threshold=0.2))


@pytest.mark.parametrize("cells", [0, 1])
def test_without_candidates_there_is_nothing_to_score(cells: int) -> None:
    made = document((["2024"], [("Cash", [123])] * cells))
    vectors = encoded(cells)
    scored = CLASSIFIER.classify(made, vectors, candidates(made, vectors))
    assert len(scored) == len(scored.probability) == 0


@given(documents(), st.data())
@settings(max_examples=30, deadline=None)
def test_a_probability_never_depends_on_the_pairs_own_values(made: Document, data: st.DataObject) -> None:
    vectors = encoded(len(made.mentions))
    pairs = candidates(made, vectors)
    if not len(pairs):
        return
    changed = data.draw(st.sampled_from(sorted({*pairs.left.tolist(), *pairs.right.tolist()})))
    after = with_number(made, changed, number(data.draw(st.sampled_from(VALUES))))
    before, later = (CLASSIFIER.classify(each, vectors, pairs) for each in (made, after))
    own = (pairs.left == changed) | (pairs.right == changed)
    np.testing.assert_array_equal(before.probability[own], later.probability[own])


def test_pairs_come_back_in_order_with_a_score_each() -> None:
    row = ("Revenue", [123, 456])
    made = document((["2024", "2023"], [row]), (["2024", "2023"], [row]))
    vectors = encoded(4)
    pairs = candidates(made, vectors)
    scored = CLASSIFIER.classify(made, vectors, pairs)
    assert scored.left.tolist() == [0, 0, 1, 1]
    assert scored.right.tolist() == [2, 3, 2, 3]
    assert len(set(scored.probability.tolist())) == 4


def test_what_words_say_is_kept_beside_what_the_document_says() -> None:
    row = ("Revenue", [123, 456])
    made = document((["2024", "2023"], [row]), (["2024", "2023"], [row]))
    pairs = candidates(made, encoded(4))
    alone, together = WORDS.classify(made, encoded(4), pairs), CLASSIFIER.classify(made, encoded(4), pairs)
    assert together.by_words is not None
    np.testing.assert_array_equal(together.by_words, alone.probability)
    assert not np.array_equal(together.probability, alone.probability)
    assert set(together.facets) == set(Facet)
    likely = together.probability >= LIKELY
    assert likely.sum() > 0
    assert (together.facets[Facet.UNIT][likely] == 1.0).all()
    assert all(np.isnan(scores[~likely]).all() for scores in together.facets.values())


def test_only_equal_numbers_are_judged_by_value() -> None:
    made = document(
        (["2024", "2023"], [("Revenue", [123, -456])]), (["2024", "2023"], [("Sales", [123, 456])])
    )
    pairs = candidates(made, encoded(4))
    scored = CLASSIFIER.classify(made, encoded(4), pairs)
    assert scored.by_value is not None
    known = ~np.isnan(scored.by_value)
    assert list(zip(scored.left[known].tolist(), scored.right[known].tolist(), strict=True)) == [
        (0, 2),
        (1, 3),
    ]
    alone = Reconciler(WORDS, MadeUpTrees(2)).classify(made, encoded(4), pairs)
    assert alone.by_value is None
    np.testing.assert_array_equal(scored.probability, alone.probability)


def test_words_know_nothing_of_the_neighbours() -> None:
    row = ("Revenue", [123, 456])
    made = document((["2024", "2023"], [row]), (["2024", "2023"], [row]))
    pairs = candidates(made, encoded(4))
    other = with_number(made, 3, number(789))
    for classifier, alike in ((WORDS, True), (CLASSIFIER, False)):
        before, after = (classifier.classify(each, encoded(4), pairs).probability for each in (made, other))
        assert np.array_equal(before, after) is alike
