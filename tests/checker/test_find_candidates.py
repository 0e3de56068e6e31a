from __future__ import annotations

import numpy as np
import pytest

from cofitcheck.config import FilterConfig
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.filtering import CandidatePairs, ExactSearch, alignment_pairs
from cofitcheck.stages import find_candidates
from tests.checker.checker_fakes import CASH, INCOME, SEGMENTS, FixedEncoder, filing

# The second states the first in other words: only the values of the years around tell.
QUARTERS = (("Turnover", "38,264", "35,980"), ("Expenses of turnover", "21,118", "20,047"))


def listed(pairs: CandidatePairs) -> set[tuple[int, int]]:
    return set(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True))


def encoded(document: Document) -> Encoded:
    return FixedEncoder().encode(document)


def tables(document: Document) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array([mention.table for mention in document.mentions], dtype=np.int32)


def test_what_any_search_finds_is_a_candidate() -> None:
    document = filing(INCOME, QUARTERS, SEGMENTS)
    vectors = encoded(document)
    config = FilterConfig(threshold=0.4)
    near = listed(ExactSearch().search(vectors.fact, tables(document), 0.4))
    aligned = listed(alignment_pairs(document, vectors.fact))
    assert near - aligned
    assert aligned - near
    assert listed(find_candidates(document, vectors, config)) == near | aligned


def test_candidates_are_unique_in_order_and_of_different_tables() -> None:
    document = filing(INCOME, CASH, SEGMENTS)
    found = find_candidates(document, encoded(document), FilterConfig())
    pairs = list(zip(found.left.tolist(), found.right.tolist(), strict=True))
    assert pairs == sorted(set(pairs))
    assert all(document.mentions[a].table < document.mentions[b].table for a, b in pairs)


def test_the_limit_bounds_the_similar_pairs_only() -> None:
    document = filing(INCOME, QUARTERS, SEGMENTS)
    vectors = encoded(document)
    few, every = (
        listed(find_candidates(document, vectors, FilterConfig(threshold=0.0, limit=limit)))
        for limit in (1, None)
    )
    assert listed(alignment_pairs(document, vectors.fact)) <= few < every


@pytest.mark.parametrize("threshold", [0.3, 0.9])
def test_both_searches_find_the_same_in_a_small_document(threshold: float) -> None:
    document = filing(INCOME, CASH, SEGMENTS)
    vectors = encoded(document)
    exact = find_candidates(document, vectors, FilterConfig(threshold=threshold, search="exact"))
    hnsw = find_candidates(document, vectors, FilterConfig(threshold=threshold, search="hnsw"))
    assert listed(exact) == listed(hnsw)
