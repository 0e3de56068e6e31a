"""Numbers that a slip kept out of the set of their fact."""

from __future__ import annotations

import numpy as np
import pytest

from cofitcheck.checks import Grid
from cofitcheck.checks.repeats.slipped_numbers import with_left_over
from cofitcheck.facts import FactSet, ScoredPairs
from tests.checks.checks_documents import document, fact


def joined(lone: str, score: float) -> tuple[FactSet, ...]:
    """Three tables state 1,272; a fourth states `lone`, likely one fact with the first alone."""
    made = document(*([("Net sales", [value])] for value in ("1,272", "1,272", "1,272", lone)))
    scored = ScoredPairs(
        np.array([0, 0, 1, 0, 1], np.int32),
        np.array([1, 2, 2, 3, 3], np.int32),
        np.array([0.95, 0.95, 0.95, score, 0.1], np.float32),
    )
    return with_left_over(Grid(made), [fact(0, 1, 2)], scored, 0.5)


@pytest.mark.parametrize("lone", ["1,772", "1,722", "11,272"])
def test_a_slip_of_a_likely_member_joins_its_set(lone: str) -> None:
    (found,) = joined(lone, 0.8)
    assert found.mentions == (0, 1, 2, 3)
    assert [link[:2] for link in found.links[-2:]] == [(0, 3), (1, 3)]
    assert [link[2] for link in found.links[-2:]] == pytest.approx([0.8, 0.1])


def test_three_tables_weigh_as_three() -> None:
    made = document(*([("Net sales", [value])] for value in ("1,272", "1,272", "1,272", "1,772")))
    left, right = np.array([[0, 3], [1, 3], [2, 3]], np.int32).T
    for score, members in ((0.3, (0, 1, 2, 3)), (0.15, (0, 1, 2))):
        scored = ScoredPairs(left, right, np.full(3, score, np.float32))
        (found,) = with_left_over(Grid(made), [fact(0, 1, 2)], scored, 0.5)
        assert found.mentions == members


@pytest.mark.parametrize(
    ("lone", "score"), [("1,772", 0.4), ("8,345", 0.8), ("(1,272)", 0.8), ("1,272", 0.8)]
)
def test_others_stay_outside(lone: str, score: float) -> None:
    assert joined(lone, score) == (fact(0, 1, 2),)
