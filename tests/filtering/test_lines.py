"""Counts between lines against their definition."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck.filtering.lines import LineEvidence

LINES = np.array([0, 0, 0, 1, 1, 2, 2, 2], dtype=np.int64)
PAIRS = [(i, j) for i in range(8) for j in range(8) if LINES[i] < LINES[j]]
matches = st.sets(st.sampled_from(PAIRS))


def evidence(matching: set[tuple[int, int]]) -> LineEvidence:
    pairs = np.array(sorted(matching), dtype=np.int64).reshape(-1, 2)
    return LineEvidence(pairs[:, 0], pairs[:, 1], LINES)


def between(matching: set[tuple[int, int]], first: int, second: int) -> list[tuple[int, int]]:
    return [(i, j) for i, j in matching if (LINES[i], LINES[j]) == (first, second)]


@given(matches)
def test_others_are_the_matches_without_the_pair(matching: set[tuple[int, int]]) -> None:
    a, b = np.array(PAIRS).T
    expected = [
        sum(i != one and j != other for i, j in between(matching, LINES[one], LINES[other]))
        for one, other in PAIRS
    ]
    assert evidence(matching).others(a, b).tolist() == expected
    assert evidence(matching).others(b, a).tolist() == expected


@given(matches, st.integers(1, 4))
def test_lines_with_at_least_so_many_matches(matching: set[tuple[int, int]], least: int) -> None:
    first, second = evidence(matching).with_at_least(least)
    expected = [pair for pair in ((0, 1), (0, 2), (1, 2)) if len(between(matching, *pair)) >= least]
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == expected
