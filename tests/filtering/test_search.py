from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from cofitcheck.filtering import CandidatePairs, ExactSearch, HnswSearch, PairSearch
from tests.filtering.filtering_documents import clustered_vectors, unit_vectors


def every_pair(
    vectors: npt.NDArray[np.float32], tables: npt.NDArray[np.int32], threshold: float
) -> set[tuple[int, int]]:
    """The slow twin: one pair at a time."""
    n = len(vectors)
    return {
        (i, j)
        for i in range(n)
        for j in range(i + 1, n)
        if tables[i] != tables[j] and float(vectors[i] @ vectors[j]) >= threshold
    }


def as_set(pairs: CandidatePairs) -> set[tuple[int, int]]:
    return set(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True))


def tables_of(n: int) -> npt.NDArray[np.int32]:
    return (np.arange(n) // 5).astype(np.int32)


@pytest.mark.parametrize("block", [1, 7, 512])
def test_exact_agrees_with_the_slow_twin_for_any_block(block: int) -> None:
    vectors, tables = clustered_vectors(90), tables_of(90)
    found = ExactSearch(block=block).search(vectors, tables, 0.5)
    assert len(found) > 20
    assert as_set(found) == every_pair(vectors, tables, 0.5)
    assert list(zip(found.left, found.right, strict=True)) == sorted(as_set(found))
    expected = [vectors[i] @ vectors[j] for i, j in sorted(as_set(found))]
    np.testing.assert_allclose(found.similarity, expected, rtol=1e-5)
    assert [str(part.dtype) for part in (found.left, found.right, found.similarity)] == [
        "int32",
        "int32",
        "float32",
    ]


@pytest.mark.parametrize("search", [ExactSearch(), HnswSearch()])
def test_pairs_of_one_table_count_only_when_asked(search: PairSearch) -> None:
    vectors = np.repeat(unit_vectors(1), 3, axis=0)
    tables = np.array([0, 0, 1], dtype=np.int32)
    assert as_set(search.search(vectors, tables, 0.9)) == {(0, 2), (1, 2)}
    within = type(search)(include_same_table=True)  # type: ignore[call-arg]
    assert as_set(within.search(vectors, tables, 0.9)) == {(0, 1), (0, 2), (1, 2)}


@pytest.mark.parametrize("block", [3, 512])
@pytest.mark.parametrize("limit", [1, 10, 57])
def test_limit_keeps_the_best(block: int, limit: int) -> None:
    vectors, tables = clustered_vectors(120), tables_of(120)
    every = ExactSearch().search(vectors, tables, -1.0)
    found = ExactSearch(limit=limit, block=block).search(vectors, tables, -1.0)
    assert as_set(found) == as_set(every.best(limit))
    assert len(found) == limit
    # Blocks of another height sum in another order: the last bit may differ.
    assert found.similarity.min() >= np.sort(every.similarity)[-limit] - 1e-6


def test_limit_breaks_ties_by_place() -> None:
    vectors = np.repeat(np.eye(1, 4, dtype=np.float32), 6, axis=0)
    tables = np.arange(6, dtype=np.int32)
    found = ExactSearch(limit=7, block=2).search(vectors, tables, 0.5)
    assert sorted(as_set(found)) == [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (1, 3)]


@pytest.mark.parametrize("search", [ExactSearch(), HnswSearch()])
@pytest.mark.parametrize("n", [0, 1])
def test_nothing_to_pair(search: PairSearch, n: int) -> None:
    assert len(search.search(unit_vectors(n), tables_of(n), 0.0)) == 0


def test_hnsw_finds_what_exact_finds() -> None:
    vectors, tables = clustered_vectors(1500, seed=3), tables_of(1500)
    exact = ExactSearch().search(vectors, tables, 0.7)
    hnsw = HnswSearch().search(vectors, tables, 0.7)
    assert len(exact) > 1000
    assert as_set(hnsw) <= as_set(exact)
    assert len(hnsw) >= 0.95 * len(exact)
    again = HnswSearch().search(vectors, tables, 0.7)
    assert as_set(again) == as_set(hnsw)
    assert as_set(HnswSearch(limit=50).search(vectors, tables, 0.7)) == as_set(hnsw.best(50))
