"""What other pairs' scores say, against the definitions written out pair by pair."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from cofitcheck.classification.features import best_rivals
from cofitcheck.mentions import FloatArray, IntArray, mention_arrays
from cofitcheck.reconciliation.features import companions, go_between, support
from tests.classification.classification_documents import cross_pairs, document

TABLES = np.array([0, 0, 0, 1, 1, 2, 2], dtype=np.int32)
PAIRS = [(i, j) for i in range(7) for j in range(i, 7) if TABLES[i] != TABLES[j]]
# Tenths, so that rivals tie.
scored = st.dictionaries(st.sampled_from(PAIRS), st.sampled_from([n / 10 for n in range(11)]))


def arrays_of(scores: dict[tuple[int, int], float]) -> tuple[FloatArray, IntArray, IntArray]:
    pairs = np.array(sorted(scores), dtype=np.int32).reshape(-1, 2)
    return np.array([scores[pair] for pair in sorted(scores)], dtype=np.float32), pairs[:, 0], pairs[:, 1]


def slow_rivals(scores: dict[tuple[int, int], float]) -> list[tuple[float, float]]:
    """`best_rivals` pair by pair."""

    def margin(pair: tuple[int, int], stays: int) -> float:
        leaves = pair[1] if pair[0] == stays else pair[0]
        rivals = [
            score
            for other, score in scores.items()
            if other != pair and stays in other and TABLES[sum(other) - stays] == TABLES[leaves]
        ]
        return scores[pair] - max(rivals) if rivals else 1.0

    margins = [sorted((margin(pair, pair[0]), margin(pair, pair[1]))) for pair in sorted(scores)]
    return [(low, high) for low, high in margins]


def slow_go_between(scores: dict[tuple[int, int], float], least: float = 0.2) -> list[float]:
    def link(one: int, other: int) -> float:
        score = scores.get((min(one, other), max(one, other)), 0.0)
        return score if score >= least else 0.0

    return [max(min(link(a, third), link(third, b)) for third in range(7)) for a, b in sorted(scores)]


@given(scored)
@settings(max_examples=60, deadline=None)
def test_margins_are_those_over_the_best_rival(scores: dict[tuple[int, int], float]) -> None:
    score, a, b = arrays_of(scores)
    low, high = best_rivals(score, TABLES, a, b)
    expected = np.array(slow_rivals(scores)).reshape(-1, 2)
    np.testing.assert_allclose(low, expected[:, 0], atol=1e-6)
    np.testing.assert_allclose(high, expected[:, 1], atol=1e-6)


@given(scored)
@settings(max_examples=60, deadline=None)
def test_companions_are_the_other_pairs_of_the_two_lines(scores: dict[tuple[int, int], float]) -> None:
    score, a, b = arrays_of(scores)
    expected = [
        sum(s for (i, j), s in scores.items() if {TABLES[i], TABLES[j]} == {TABLES[one], TABLES[two]})
        - scores[(one, two)]
        for one, two in sorted(scores)
    ]
    np.testing.assert_allclose(companions(score, TABLES, a, b), expected, atol=1e-5)


@given(scored)
@settings(max_examples=60, deadline=None)
def test_go_between_is_the_best_way_over_a_third(scores: dict[tuple[int, int], float]) -> None:
    score, a, b = arrays_of(scores)
    np.testing.assert_allclose(go_between(score, a, b), slow_go_between(scores), atol=1e-6)


def test_the_best_pair_has_a_lead_and_its_rivals_a_deficit() -> None:
    score, a, b = arrays_of({(0, 3): 0.9, (0, 4): 0.4, (1, 3): 0.6})
    low, high = best_rivals(score, TABLES, a, b)
    np.testing.assert_allclose(low, [0.3, -0.5, -0.3], atol=1e-6)
    np.testing.assert_allclose(high, [0.5, 1.0, 1.0], atol=1e-6)


def test_expected_is_the_sum_of_the_scores_of_the_mention_with_fewer() -> None:
    made = document((["2024"], [("Cash", [1])]), (["2024"], [("Cash", [1]), ("Debt", [2])]))
    a, b = cross_pairs(made)
    columns = support(np.array([0.75, 0.5], np.float32), mention_arrays(made), a, b)
    assert columns["expected_low"].tolist() == [0.75, 0.5]


def test_no_pairs_have_no_support() -> None:
    arrays = mention_arrays(document((["2024"], [("Cash", [1])])))
    none = np.zeros(0, dtype=np.int32)
    columns = support(np.zeros(0, dtype=np.float32), arrays, none, none)
    assert {column.shape for column in columns.values()} == {(0,)}
