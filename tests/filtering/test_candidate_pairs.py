from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck.errors import InputError
from cofitcheck.filtering import CandidatePairs, union
from tests.filtering.filtering_documents import unit_vectors

pair_lists = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30)


def build(pairs: list[tuple[int, int]]) -> CandidatePairs:
    array = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return CandidatePairs.build(array[:, 0], array[:, 1], unit_vectors(10))


def listed(pairs: CandidatePairs) -> list[tuple[int, int]]:
    return list(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True))


@given(pair_lists)
def test_build_orders_and_joins(pairs: list[tuple[int, int]]) -> None:
    built = build(pairs)
    assert listed(built) == sorted({(min(p), max(p)) for p in pairs if p[0] != p[1]})
    vectors = unit_vectors(10)
    np.testing.assert_allclose(
        built.similarity, [vectors[i] @ vectors[j] for i, j in listed(built)], atol=1e-6
    )


@given(st.lists(pair_lists, min_size=1, max_size=3))
def test_union_holds_every_pair_once(parts: list[list[tuple[int, int]]]) -> None:
    built = [build(part) for part in parts]
    joined = union(*built)
    assert listed(joined) == sorted({pair for part in built for pair in listed(part)})
    np.testing.assert_array_equal(joined.similarity, build(listed(joined)).similarity)


def test_saved_pairs_come_back(tmp_path: Path) -> None:
    pairs = build([(3, 1), (2, 7)])
    pairs.save(tmp_path / "pairs.npz")
    back = CandidatePairs.load(tmp_path / "pairs.npz")
    assert listed(back) == [(1, 3), (2, 7)]
    np.testing.assert_array_equal(back.similarity, pairs.similarity)
    assert back.left.dtype == np.int32


@pytest.mark.parametrize("content", [b"", b"not an archive", b"PK\x03\x04 broken"])
def test_a_file_that_holds_no_pairs_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "wrong.npz"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"wrong\.npz"):
        CandidatePairs.load(path)
    np.savez(path, other=np.zeros(1))
    with pytest.raises(InputError, match="does not hold candidate pairs"):
        CandidatePairs.load(path)
