from __future__ import annotations

import subprocess
import sys

import numpy as np
import numpy.typing as npt
import pytest

from cofitcheck.errors import ConfigError, InputError
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
        if tables[i] != tables[j] and float(vectors[i] @ vectors[j]) > threshold
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
    assert found.similarity.min() == np.sort(every.similarity)[-limit]


def test_limit_breaks_ties_by_place() -> None:
    vectors = np.repeat(np.eye(1, 4, dtype=np.float32), 6, axis=0)
    tables = np.arange(6, dtype=np.int32)
    found = ExactSearch(limit=7, block=2).search(vectors, tables, 0.5)
    assert sorted(as_set(found)) == [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (1, 3)]


both = pytest.mark.parametrize("search", [ExactSearch(), HnswSearch()], ids=["exact", "hnsw"])


@both
@pytest.mark.parametrize("n", [0, 1])
@pytest.mark.parametrize("threshold", [-1.0, 0.0, 1.0])
def test_nothing_to_pair(search: PairSearch, n: int, threshold: float) -> None:
    assert len(search.search(unit_vectors(n), tables_of(n), threshold)) == 0


@both
def test_a_pair_is_above_the_threshold_not_at_it(search: PairSearch) -> None:
    half = np.array([[1, 0, 0, 0], [0.5, 0.5, 0.5, 0.5]], dtype=np.float32)
    tables = np.arange(2, dtype=np.int32)
    below = float(np.nextafter(np.float32(0.5), np.float32(0)))
    assert len(search.search(half, tables, 0.5)) == 0
    assert search.search(half, tables, below).similarity.tolist() == [0.5]


@both
def test_a_cosine_is_rounded_before_it_meets_the_threshold(search: PairSearch) -> None:
    tables = np.arange(2, dtype=np.int32)
    for cosine in (0.5000003, 0.4999997):
        near = np.array([[1, 0], [cosine, np.sqrt(1 - cosine**2)]], dtype=np.float32)
        assert len(search.search(near, tables, 0.5)) == 0
        assert search.search(near, tables, 0.499999).similarity.tolist() == [0.5]


@both
def test_the_ends_of_the_range(search: PairSearch) -> None:
    """No cosine is above 1, however a product is rounded; all but that of opposite vectors are above -1."""
    vectors = np.repeat(unit_vectors(40, dimensions=7), 2, axis=0)
    tables = np.arange(80, dtype=np.int32)
    assert len(search.search(vectors, tables, 1.0)) == 0
    assert len(search.search(vectors, tables, -1.0)) == 80 * 79 // 2
    opposite = np.array([[1, 0], [-1, 0]], dtype=np.float32)
    assert len(search.search(opposite, tables[:2], -1.0)) == 0


@both
@pytest.mark.parametrize("threshold", [-1.01, 1.01, 50.0, float("nan")])
def test_a_threshold_that_is_no_cosine_is_refused(search: PairSearch, threshold: float) -> None:
    with pytest.raises(ConfigError, match=rf"must be between -1 and 1, not {threshold}\."):
        search.search(unit_vectors(3), tables_of(3), threshold)


@both
def test_the_length_of_a_vector_says_nothing(search: PairSearch) -> None:
    vectors, tables = clustered_vectors(90), tables_of(90)
    lengths = np.random.default_rng(1).uniform(0.01, 50, (90, 1)).astype(np.float32)
    found = search.search(vectors * lengths, tables, 0.5)
    assert as_set(found) == as_set(search.search(vectors, tables, 0.5))
    assert len(found) > 20
    expected = [vectors[i] @ vectors[j] for i, j in sorted(as_set(found))]
    np.testing.assert_allclose(found.similarity, expected, rtol=1e-5)


@both
def test_a_zero_vector_is_in_no_pair(search: PairSearch) -> None:
    vectors, tables = unit_vectors(9), np.arange(9, dtype=np.int32)
    vectors[[0, 4]] = 0
    found = search.search(vectors, tables, -1.0)
    rest = [1, 2, 3, 5, 6, 7, 8]
    assert as_set(found) == {(i, j) for i in rest for j in rest if i < j}
    expected = [vectors[i] @ vectors[j] for i, j in sorted(as_set(found))]
    np.testing.assert_allclose(found.similarity, expected, atol=1e-6)
    assert len(search.search(np.zeros((5, 8), np.float32), tables[:5], -1.0)) == 0


@both
@pytest.mark.parametrize("wrong", [float("nan"), float("inf")])
def test_a_vector_that_is_not_finite_is_named(search: PairSearch, wrong: float) -> None:
    vectors = unit_vectors(9)
    vectors[5, 3] = wrong
    with pytest.raises(InputError, match="vector of mention 5 is not finite"):
        search.search(vectors, tables_of(9), 0.5)


@both
def test_vectors_of_another_document_are_refused(search: PairSearch) -> None:
    with pytest.raises(InputError, match="9 vectors for 12 mentions"):
        search.search(unit_vectors(9), tables_of(12), 0.5)


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


def test_hnsw_keeps_the_best_when_the_limit_is_met_on_the_way() -> None:
    """The limit is reached after the first of many batches; what comes later must still push in, ties too."""
    vectors = clustered_vectors(700, seed=5)
    vectors[350:] = vectors[:350]
    tables = np.arange(700, dtype=np.int32)
    every = HnswSearch().search(vectors, tables, 0.0)
    for limit in (1, 30, 400, 2000):
        found = HnswSearch(limit=limit).search(vectors, tables, 0.0)
        assert as_set(found) == as_set(every.best(limit))


@pytest.mark.parametrize(
    ("n", "dimensions", "ef_search", "threshold", "least"),
    [
        pytest.param(1500, 32, 256, -1.0, 900_000, id="every pair passes"),
        pytest.param(500, 4096, 1024, 0.9, 0, id="vectors of a large language model"),
    ],
)
def test_hnsw_does_not_end_the_process(
    n: int, dimensions: int, ef_search: int, threshold: float, least: float
) -> None:
    """A range search over too many queries aborts in C++, which no exception tells: so in another process."""
    program = (
        "import numpy as np; from cofitcheck.filtering import HnswSearch\n"
        f"vectors = np.random.default_rng(0).standard_normal(({n}, {dimensions})).astype(np.float32)\n"
        f"search = HnswSearch(ef_construction=40, ef_search={ef_search})\n"
        f"print(len(search.search(vectors, np.arange({n}, dtype=np.int32), {threshold})))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= least
