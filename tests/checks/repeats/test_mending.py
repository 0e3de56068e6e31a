"""Pairs that differ by a slip, where the one number mends a sum of the other's table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck.checks import Grid
from cofitcheck.checks.repeats.slipped_numbers import with_mended
from cofitcheck.facts import ScoredPairs
from tests.checks.checks_documents import document, number

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


@pytest.mark.parametrize(("likely", "gains"), [(0.9, True), (0.3, False)])
def test_what_agrees_with_the_right_number_is_likelier_one_fact_with_the_wrong_one(
    likely: float, gains: bool
) -> None:
    wrong = [("Sales", ["48,132"]), ("Other", ["2,000"]), ("Total", ["50,312"])]
    made = document(wrong, [("Sales", ["48,312"])], [("Sales", ["48.3"])], headers=("",), scale=3)
    mentions = *made.mentions[:4], replace(made.mentions[4], number=number("48.3", scale=6))
    left, right = (np.array(each, np.int32) for each in ([0, 0, 3], [3, 4, 4]))
    scored = ScoredPairs(left, right, np.array([0.05, 0.05, likely], np.float32))
    raised = with_mended(Grid(replace(made, mentions=mentions)), scored).probability
    assert (raised[0] > 0.5, raised[1] > 0.5) == (True, gains)


@given(st.floats(0.0, 1.0, width=32), st.integers(1_000, 9_999))
def test_equal_numbers_gain_nothing(score: float, value: int) -> None:
    """Or equality would make a fact, and contradictions would be two facts."""
    same = pytest.approx(score, abs=1e-6)
    assert probability_of(f"{value:,}", score, right=f"{value:,}") == same
    assert probability_of(f"{value:,}", score, total=f"{value + 2000:,}", right=f"{value:,}") == same


@given(st.floats(0.0, 1.0, width=32), st.integers(1_000, 9_999), st.integers(1_000, 9_999))
def test_no_pair_becomes_less_likely(score: float, wrong: int, right: int) -> None:
    changed = probability_of(f"{wrong:,}", score, total=f"{right + 2000:,}", right=f"{right:,}")
    assert score - 1e-6 <= changed <= 1.0


def test_what_mends_a_sum_speaks_for_coarser_numbers_not_for_equal_ones() -> None:
    made = document(
        [("Opening", ["1,284"]), ("Issued", ["2,000"]), ("Total", ["3,234"])],
        [("Opening", ["1,234"]), ("Restated", ["1,284"])],
        [("Equity", ["1,234", "1,284"])],
        headers=("2024", "2023"),
    )
    left, right = np.array([0, 0, 3], np.int32), np.array([3, 5, 5], np.int32)
    scored = ScoredPairs(left, right, np.array([0.2, 0.2, 0.9], np.float32))
    mended = with_mended(Grid(made), scored).probability
    assert mended[1] > 0.5
    assert mended[0] == pytest.approx(0.2)
