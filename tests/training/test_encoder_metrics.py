import numpy as np
import pytest

from cofitcheck.training.encoder.metrics import candidate_ranks, summarise


def test_ranks_count_the_pairs_that_are_at_least_as_similar() -> None:
    angles = np.array([0.0, 0.1, 0.3, 2.0])
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    ranks = candidate_ranks(vectors, np.array([7, 9, 7, -1]), np.array([0, 1, 2, 3], np.int32))
    assert ranks.tolist() == [3]


def test_pairs_within_a_table_are_no_candidates() -> None:
    vectors = np.ones((2, 1), np.float32)
    assert candidate_ranks(vectors, np.array([1, 1]), np.array([4, 4], np.int32)).tolist() == []


def test_summary_gives_recall_and_the_pairs_needed() -> None:
    summary = summarise([np.arange(1, 11), np.array([], np.int64), np.array([100])], candidates=5)
    assert summary.recall == pytest.approx((0.5 + 0.0) / 2)
    assert summary.needed[0.9] == pytest.approx((9 + 100) / 2)
