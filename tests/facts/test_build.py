from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cofitcheck.errors import ConfigError
from cofitcheck.facts import FactSet, LinkageSettings, ScoredPairs, build_fact_sets

N = 12
Scores = dict[tuple[int, int], float]


def scored(scores: Scores) -> ScoredPairs:
    return ScoredPairs(
        np.array([left for left, _ in scores], dtype=np.int32),
        np.array([right for _, right in scores], dtype=np.int32),
        np.array(list(scores.values()), dtype=np.float32),
    )


def sets_of(facts: tuple[FactSet, ...]) -> list[tuple[int, ...]]:
    return [fact.mentions for fact in facts]


def build(scores: Scores, threshold: float = 0.5, **linkage: float) -> list[tuple[int, ...]]:
    return sets_of(build_fact_sets(scored(scores), threshold, N, LinkageSettings(**linkage)))


def slow_twin(scores: Scores, threshold: float, linkage: float, unscored: float) -> list[tuple[int, ...]]:
    """Join the best two clusters, looking at every two of them again each time."""
    clusters = [[k] for k in range(N)]
    million = 10**6
    exact = {pair: Fraction(round(float(np.float32(p)) * million), million) for pair, p in scores.items()}
    low, link, least = (Fraction(round(x * million), million) for x in (unscored, threshold, linkage))
    while True:
        best: tuple[Fraction, int, int] | None = None
        for a, b in combinations(range(len(clusters)), 2):
            across = [(min(p), max(p)) for p in product(clusters[a], clusters[b])]
            average = sum((exact.get(p, low) for p in across), Fraction(0)) / len(across)
            strongest = max(exact.get(p, Fraction(-1)) for p in across)
            if strongest >= link and average >= least and (best is None or average > best[0]):
                best = (average, a, b)
        if best is None:
            return [tuple(sorted(cluster)) for cluster in clusters if len(cluster) > 1]
        # Clusters stay in the order of their first mentions, so the first of equals is kept above.
        clusters[best[1]] += clusters.pop(best[2])


all_scores = st.dictionaries(
    st.tuples(st.integers(0, N - 1), st.integers(0, N - 1)).filter(lambda p: p[0] < p[1]),
    st.one_of(st.sampled_from([0.1, 0.5, 0.6, 0.9]), st.floats(0.0, 1.0, width=32)),
    max_size=50,
)


@settings(max_examples=300)
@given(all_scores, st.sampled_from([0.3, 0.5, 0.6]), st.sampled_from([0.25, 0.5]))
def test_agrees_with_the_slow_twin(scores: Scores, threshold: float, linkage: float) -> None:
    assert build(scores, threshold, linkage=linkage) == slow_twin(scores, threshold, linkage, 0.05)


@given(all_scores, st.randoms(use_true_random=False))
def test_the_order_of_the_pairs_is_of_no_account(scores: Scores, random: st.DataObject) -> None:
    items = list(scores.items())
    random.shuffle(items)  # type: ignore[attr-defined]
    assert build_fact_sets(scored(scores), 0.5, N) == build_fact_sets(scored(dict(items)), 0.5, N)


@given(all_scores, st.sampled_from([0.3, 0.5, 0.8]))
def test_sets_are_a_partition_held_by_links(scores: Scores, threshold: float) -> None:
    facts = build_fact_sets(scored(scores), threshold, N)
    members = [mention for fact in facts for mention in fact.mentions]
    assert len(members) == len(set(members))
    assert [fact.index for fact in facts] == list(range(len(facts)))
    for fact in facts:
        inside = {p: pytest.approx(x, abs=1e-6) for p, x in scores.items() if set(p) <= set(fact.mentions)}
        assert {(left, right): p for left, right, p in fact.links} == inside
        assert [p for *_, p in fact.links] == sorted((p for *_, p in fact.links), reverse=True)
        assert fact.links[0][2] >= threshold - 1e-6
        strong = {m for left, right, p in fact.links if p >= threshold - 1e-6 for m in (left, right)}
        assert strong == set(fact.mentions)


def test_one_strong_pair_does_not_chain_two_sets() -> None:
    scores = {(0, 1): 0.95, (2, 3): 0.95, (1, 2): 0.9}
    assert build(scores) == [(0, 1), (2, 3)]
    scores |= {(0, 2): 0.5, (0, 3): 0.6, (1, 3): 0.6}
    assert build(scores) == [(0, 1, 2, 3)]


def test_a_pair_never_scored_counts_as_stated() -> None:
    scores = {(0, 1): 0.95, (1, 2): 0.9}
    assert build(scores) == [(0, 1)]
    assert build(scores, unscored=0.2) == [(0, 1, 2)]
    assert build(scores, linkage=0.4) == [(0, 1, 2)]


def by_value(scores: Scores, values: Scores) -> ScoredPairs:
    """The scored pairs, some of which are of equal numbers that were judged by value."""
    known = np.array([values.get(pair, np.nan) for pair in scores], dtype=np.float32)
    return replace(scored(scores), by_value=known)


def test_equal_numbers_join_by_what_their_values_say_and_keep_what_is_said_without() -> None:
    pairs = by_value({(0, 1): 0.1, (1, 2): 0.9, (0, 2): 0.2}, {(0, 1): 0.95})
    (fact,) = build_fact_sets(pairs, 0.5, N)
    assert fact.mentions == (0, 1, 2)
    assert fact.links == ((1, 2, 0.9), (0, 2, 0.2), (0, 1, 0.1))
    # With 2 the mention 1 is at .5 on average, as it would have to be without values.
    assert (fact.ties, fact.by_value, fact.matched) == (((0, 1),), (0,), (1, 2))


def test_equal_numbers_part_by_what_their_values_say() -> None:
    assert build_fact_sets(by_value({(0, 1): 0.9}, {(0, 1): 0.2}), 0.5, N) == ()


def test_a_number_that_differs_is_held_against_all_that_values_join() -> None:
    equal = {(0, 1): 0.1, (0, 2): 0.1, (1, 2): 0.1}
    differ = {(0, 3): 0.7, (1, 3): 0.6, (2, 3): 0.4}
    assert [f.mentions for f in build_fact_sets(scored(equal | differ), 0.5, N)] == [(0, 3)]
    (fact,) = build_fact_sets(by_value(equal | differ, dict.fromkeys(equal, 0.9)), 0.5, N)
    assert fact.mentions == (0, 1, 2, 3)


def test_of_equals_the_first_in_the_document_join() -> None:
    assert build({(1, 2): 0.8, (0, 1): 0.8}) == [(0, 1)]


def test_nothing_scored_gives_no_facts() -> None:
    assert build({}) == []
    assert build({(0, 1): 0.49}) == []


def test_pairs_outside_the_document_and_wrong_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="outside 0 to 11"):
        build({(0, N): 0.9})
    with pytest.raises(ConfigError, match="from 0 to 1"):
        LinkageSettings(unscored=1.5)


def test_a_probability_is_rounded_before_it_meets_a_threshold() -> None:
    assert build({(0, 1): 0.4999996}) == build({(0, 1): 0.5000004}) == [(0, 1)]
    (fact,) = build_fact_sets(scored({(0, 1): 0.1234564, (1, 2): 0.8000001}), 0.5, N)
    assert fact.links == ((1, 2, 0.8),)
