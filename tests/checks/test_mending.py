"""Pairs that differ by a slip, where the one number mends a sum of the other's table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck.checks import Grid
from cofitcheck.checks.mending import with_mended
from cofitcheck.facts import ScoredPairs
from tests.checks.checks_documents import document

RIGHT = "1,234"


def probability_of(wrong: str, score: float, total: str = "3,234", right: str = RIGHT) -> float:
    """Return the probability of a pair: `wrong` with 2,000 and a total in one table, `right` in the other."""
    made = document(
        [("Sales", [wrong]), ("Other", ["2,000"]), ("Total", [total])], [("Sales", [right])], headers=("",)
    )
    left, right_of = (np.array([each], np.int32) for each in (0, 3))
    scored = ScoredPairs(left, right_of, np.array([score], np.float32))
    return float(with_mended(Grid(made), scored).probability[0])


@pytest.mark.parametrize("wrong", ["1,284", "1,324", "12,340", "123,400"])
def test_a_slip_that_breaks_a_sum_is_likelier_one_fact(wrong: str) -> None:
    assert probability_of(wrong, 0.05) > 0.5
    assert probability_of(wrong, 0.05, total="9,999") == pytest.approx(0.05)


def test_odds_are_multiplied() -> None:
    assert probability_of("1,284", 0.02) == pytest.approx(50 * 0.02 / (50 * 0.02 + 0.98), rel=1e-5)


def test_unlike_numbers_gain_nothing_though_a_sum_is_mended() -> None:
    assert probability_of("7,777", 0.3) == pytest.approx(0.3)


def test_what_is_hardly_one_fact_stays_so() -> None:
    assert probability_of("1,284", 0.001) == pytest.approx(0.001)


@given(st.floats(0.0, 1.0, width=32), st.integers(1_000, 9_999))
def test_equal_numbers_gain_nothing(score: float, value: int) -> None:
    """Or equality would make a fact, and contradictions would be two facts."""
    assert probability_of(f"{value:,}", score, right=f"{value:,}") == score
    assert probability_of(f"{value:,}", score, total=f"{value + 2000:,}", right=f"{value:,}") == score


@given(st.floats(0.0, 1.0, width=32), st.integers(1_000, 9_999), st.integers(1_000, 9_999))
def test_no_pair_becomes_less_likely(score: float, wrong: int, right: int) -> None:
    changed = probability_of(f"{wrong:,}", score, total=f"{right + 2000:,}", right=f"{right:,}")
    assert score <= changed <= 1.0
