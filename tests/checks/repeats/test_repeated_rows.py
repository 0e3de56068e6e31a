"""Rows that repeat each other in all but one number."""

from __future__ import annotations

import numpy as np
import pytest

from cofitcheck.checks import Grid
from cofitcheck.checks.repeats.repeated_rows import LIKELY, with_repeated_rows
from cofitcheck.checks.repeats.ties import find_ties
from cofitcheck.facts import ScoredPairs
from tests.checks.checks_documents import document

NOTHING = ScoredPairs(np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0, np.float32))


def found(first: list[str], second: list[str], scored: ScoredPairs = NOTHING) -> dict[tuple[int, int], float]:
    made = document([("Translation gains", first)], [("Translation gains", second)])
    grid = Grid(made)
    pairs = with_repeated_rows(grid, scored, find_ties(grid))
    return {
        (left, right): float(p)
        for left, right, p in zip(
            pairs.left.tolist(), pairs.right.tolist(), pairs.probability.tolist(), strict=True
        )
    }


@pytest.mark.parametrize("wrong", ["(54,210)", "54,120", "64,210", "5,421"])
def test_a_slip_between_rows_that_tie_in_other_periods_is_likely_one_fact(wrong: str) -> None:
    assert found(["46", wrong, "35"], ["46", "54,210", "35"]) == pytest.approx({(1, 4): LIKELY})


def test_one_tie_of_a_long_number_is_enough_and_of_a_short_one_not() -> None:
    assert (1, 3) in found(["4,646", "54,120"], ["4,646", "54,210"])
    assert found(["46", "54,120"], ["46", "54,210"]) == {}


def test_unlike_numbers_and_rows_that_tie_nowhere_are_left_alone() -> None:
    assert found(["4,646", "54,120"], ["4,646", "98,765"]) == {}
    assert found(["4,646", "54,120"], ["7,777", "54,210"]) == {}


def test_a_pair_that_was_scored_is_only_raised() -> None:
    def with_score(score: float) -> ScoredPairs:
        one, other = np.array([1], np.int32), np.array([3], np.int32)
        return ScoredPairs(one, other, np.array([score], np.float32))

    rows = ["4,646", "54,120"], ["4,646", "54,210"]
    assert found(*rows, with_score(0.01)) == pytest.approx({(1, 3): LIKELY})
    assert found(*rows, with_score(0.99)) == pytest.approx({(1, 3): 0.99})


@pytest.mark.parametrize("turned", [False, True])
def test_which_of_two_rows_comes_first_says_nothing(turned: bool) -> None:
    # 54,120 also stands in 2021 of its own row, as a number would that was copied from there.
    rows = ["4,646", "54,120", "54,120"], ["4,646", "54,210", "54,120"]
    assert (1, 4) in found(*(rows[::-1] if turned else rows))
