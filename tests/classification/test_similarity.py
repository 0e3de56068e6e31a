from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck.classification.features import LabelSimilarity

labels = st.lists(
    st.lists(st.sampled_from(["net", "income", "tax", "cash", "total"]), max_size=4).map(tuple),
    min_size=1,
    max_size=6,
    unique=True,
)


def plain(every: list[tuple[str, ...]], i: int, j: int) -> tuple[float, float]:
    """Weighted Jaccard and containment of two labels, written out."""
    if i == j:
        return (1.0, 1.0) if every[i] else (0.5, 0.5)
    if not every[i] or not every[j]:
        return 0.0, 0.0

    def mass(words: set[str]) -> float:
        return sum(math.log(1 + len(every) / sum(word in label for label in every)) for word in words)

    first, second = set(every[i]), set(every[j])
    shared = mass(first & second)
    return shared / mass(first | second), shared / min(mass(first), mass(second))


@given(labels)
def test_scores_are_those_of_the_formula(every: list[tuple[str, ...]]) -> None:
    pairs = np.array(list(product(range(len(every)), repeat=2)), dtype=np.int32)
    jaccard, contained = LabelSimilarity(every)(pairs[:, 0], pairs[:, 1])
    expected = np.array([plain(every, int(i), int(j)) for i, j in pairs])
    np.testing.assert_allclose(jaccard, expected[:, 0], atol=1e-6)
    np.testing.assert_allclose(contained, expected[:, 1], atol=1e-6)
    assert jaccard.dtype == contained.dtype == np.float32


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    every = [("net", "income"), ("net", "sales"), ("income", "tax"), ("net", "debt"), ("net", "cash")]
    by_common, by_rare = LabelSimilarity(every)(np.array([0, 0], np.int32), np.array([1, 2], np.int32))[0]
    assert by_rare > by_common > 0


def test_no_pairs_have_no_scores() -> None:
    none = np.zeros(0, dtype=np.int32)
    jaccard, contained = LabelSimilarity([("net",)])(none, none)
    assert jaccard.shape == contained.shape == (0,)


def test_a_label_holds_a_shorter_one_whole() -> None:
    every = [("net", "income"), ("income",)]
    jaccard, contained = LabelSimilarity(every)(np.array([0], np.int32), np.array([1], np.int32))
    assert contained.tolist() == [1.0]
    assert jaccard[0] == pytest.approx(math.log(2) / (math.log(2) + math.log(3)))
