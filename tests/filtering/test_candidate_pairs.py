from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck import Checker, read
from cofitcheck.document import Document
from cofitcheck.errors import InputError
from cofitcheck.filtering import CandidatePairs, union
from tests.evaluation.tagged_documents import BALANCE, NOTE, plain_page
from tests.filtering.filtering_documents import document, unit_vectors

READ = """
import sys
from cofitcheck import CandidatePairs, Checker, read
document, checker = read(sys.argv[1]), Checker()
"""
SEARCH = "checker.candidates(document).save(sys.argv[2], document)"
SCORE = """
pairs = CandidatePairs.load(sys.argv[2], document)
print(*checker.classify(document, pairs).probability.tolist())
"""

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


def made(value: int = 20) -> Document:
    """Ten mentions in two tables."""
    heads = ("2023", "2022", "2021", "2020", "2019")
    first, second = ("Profit", (10, 11, 12, 13, 14)), ("Earnings", (value, 21, 22, 23, 24))
    return document((heads, [first]), (heads, [second]))


def test_saved_pairs_come_back(tmp_path: Path) -> None:
    pairs = build([(3, 1), (2, 7)])
    pairs.save(tmp_path / "pairs.npz", made())
    back = CandidatePairs.load(tmp_path / "pairs.npz", made())
    assert listed(back) == [(1, 3), (2, 7)]
    np.testing.assert_array_equal(back.similarity, pairs.similarity)
    assert back.left.dtype == np.int32


def test_no_pairs_are_saved_and_come_back_too(tmp_path: Path) -> None:
    CandidatePairs.none().save(tmp_path / "pairs.npz", made())
    assert len(CandidatePairs.load(tmp_path / "pairs.npz", made())) == 0


def test_pairs_of_another_document_are_refused(tmp_path: Path) -> None:
    build([(3, 1), (2, 7)]).save(tmp_path / "pairs.npz", made())
    with pytest.raises(
        InputError, match=r"pairs\.npz: holds the candidate pairs of another document than made"
    ):
        CandidatePairs.load(tmp_path / "pairs.npz", made(value=99))


@pytest.mark.parametrize(
    "pairs",
    [
        CandidatePairs(np.array([1, 2], np.int32), np.array([3, 10], np.int32), np.zeros(2, np.float32)),
        CandidatePairs(np.array([-1], np.int32), np.array([3], np.int32), np.zeros(1, np.float32)),
        CandidatePairs(np.array([4], np.int32), np.array([4], np.int32), np.zeros(1, np.float32)),
        CandidatePairs(np.array([2, 1], np.int32), np.array([7, 3], np.int32), np.zeros(2, np.float32)),
        CandidatePairs(np.array([1], np.int32), np.array([3], np.int32), np.zeros(2, np.float32)),
        CandidatePairs(np.array([1], np.float32), np.array([3], np.int32), np.zeros(1, np.float32)),
    ],
    ids=["beyond the mentions", "negative", "itself", "out of order", "of other lengths", "no indices"],
)
def test_pairs_that_the_document_cannot_have_are_refused(tmp_path: Path, pairs: CandidatePairs) -> None:
    pairs.save(tmp_path / "pairs.npz", made())
    with pytest.raises(InputError, match=r"pairs\.npz: names pairs that made-up cannot have among its 10"):
        CandidatePairs.load(tmp_path / "pairs.npz", made())


@pytest.mark.parametrize("content", [b"", b"not an archive", b"PK\x03\x04 broken"])
def test_a_file_that_holds_no_pairs_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "wrong.npz"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"wrong\.npz"):
        CandidatePairs.load(path, made())
    with path.open("wb") as file:
        np.save(file, np.zeros(1))
    with pytest.raises(InputError, match="does not hold candidate pairs"):
        CandidatePairs.load(path, made())
    np.savez(path, other=np.zeros(1))
    with pytest.raises(InputError, match="does not hold candidate pairs"):
        CandidatePairs.load(path, made())


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pairs.npz"
    every = build([(left, right) for left in range(9) for right in range(left + 1, 10)])
    every.save(path, made())
    whole = path.read_bytes()
    for place in range(40, len(whole), 5):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :])
        try:
            back = CandidatePairs.load(path, made())
        except InputError:
            continue
        assert listed(back) == listed(every)  # what is damaged are names or times of the archive


def test_candidates_of_one_process_are_classified_in_another(tmp_path: Path) -> None:
    """What a user does with two machines: search on one, score on the other."""
    page = tmp_path / "company.htm"
    page.write_bytes(plain_page(BALANCE, NOTE))
    for step in (SEARCH, SCORE):
        command = [sys.executable, "-c", READ + step, str(page), str(tmp_path / "pairs.npz")]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    expected = Checker().match(read(page))
    assert len(expected) > 0
    assert [float(word) for word in done.stdout.split()] == expected.probability.tolist()
