"""Algorithm 1 on any graph, against what it promises and against a literal twin of its lines."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck.document import Document
from cofitcheck.training.pretraining.documents import (
    RelevanceGraph,
    cnap_path,
    reading_order_path,
    relevance_graph,
    restarts,
)
from tests.readers.html_pages import read_page, table


@st.composite
def graphs(draw: st.DrawFn) -> RelevanceGraph:
    """Draw a graph of up to nine tables, with few weights so that ties are common."""
    tables = draw(st.lists(st.integers(0, 40), unique=True, max_size=9).map(sorted))
    edges: dict[int, dict[int, Fraction]] = {each: {} for each in tables}
    for place, first in enumerate(tables):
        for second in tables[place + 1 :]:
            if (parts := draw(st.integers(-2, 3))) > 0:
                edges[first][second] = edges[second][first] = Fraction(parts, 8)
    return RelevanceGraph(tuple(tables), edges)


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@given(graphs(), st.integers(0, 5))
def test_every_table_is_visited_once(graph: RelevanceGraph, seed: int) -> None:
    assert sorted(cnap_path(graph, rng(seed))) == list(graph.tables) == reading_order_path(graph)


@given(graphs(), st.integers(0, 5))
def test_steps_are_heaviest_and_restarts_are_at_minimum_degree(graph: RelevanceGraph, seed: int) -> None:
    path = cnap_path(graph, rng(seed))
    starts = restarts(graph, path)
    for place, chosen in enumerate(path):
        left = path[place:]
        before = path[place - 1]
        weights = (
            {} if not place else {to: weight for to, weight in graph.edges[before].items() if to in left}
        )
        assert (place in starts) == (not weights)
        if weights:
            assert chosen == min(to for to in weights if weights[to] == max(weights.values()))
        else:
            assert len(graph.edges[chosen]) == min(len(graph.edges[each]) for each in left)


def algorithm_1(graph: RelevanceGraph, random: np.random.Generator) -> list[int]:
    """The paper's lines as they stand; T is a set of tables, G an adjacency matrix."""
    count = len(graph.tables)
    weight = np.zeros((count, count))
    for first, row in graph.edges.items():
        for second, relevance in row.items():
            weight[graph.tables.index(first), graph.tables.index(second)] = float(relevance)
    adjacent = weight > 0
    adj = [set(map(int, np.flatnonzero(row))) for row in adjacent]
    remaining, path = set(range(count)), []
    while len(remaining) > 0:
        least = min(len(adj[each]) for each in remaining)
        candidates = [each for each in sorted(remaining) if len(adj[each]) == least]
        t_i = candidates[random.integers(len(candidates))]
        path.append(t_i)
        remaining.remove(t_i)
        while adj[t_i] & remaining:
            unvisited = sorted(adj[t_i] & remaining)
            t_j = unvisited[int(np.argmax([weight[t_i, t] for t in unvisited]))]
            t_i = t_j
            path.append(t_i)
            remaining.remove(t_i)
    return [graph.tables[each] for each in path]


@given(graphs(), st.integers(0, 5))
def test_the_path_is_that_of_the_paper_line_by_line(graph: RelevanceGraph, seed: int) -> None:
    assert cnap_path(graph, rng(seed)) == algorithm_1(graph, rng(seed))


def test_every_table_of_minimum_degree_may_be_the_start() -> None:
    graph = RelevanceGraph((0, 1, 2), {0: {}, 1: {}, 2: {}})
    assert {cnap_path(graph, rng(seed))[0] for seed in range(20)} == {0, 1, 2}


def page(*tables: str) -> Document:
    """Return a document with a table for each list of numbers, two a row."""
    made = []
    for numbers in map(str.split, tables):
        rows = [(f"Item {place}", *numbers[place : place + 2]) for place in range(0, len(numbers), 2)]
        made.append(table(("", "2021", "2020"), *rows))
    return read_page("<p>Next:</p>".join(made))


def test_relevance_is_equal_numbers_over_both_lengths() -> None:
    graph = relevance_graph(page("1,234 567 891 12", "(1,234) 567 111 222", "333 444 31 12"))
    assert graph.tables == (0, 1, 2)
    assert graph.edges == {0: {1: Fraction(2, 7)}, 1: {0: Fraction(2, 7)}, 2: {}}
    assert graph.degree(0) == 1


def test_a_repeated_number_counts_as_often_as_both_have_it() -> None:
    graph = relevance_graph(page("555 555 555 12", "555 555 987 31"))
    assert graph.edges[0][1] == Fraction(2, 6)


def test_short_numbers_are_no_evidence_unless_asked_for() -> None:
    document = page("12 34 31 5,678", "12 98 45 7,771")
    assert relevance_graph(document).edges == {0: {}, 1: {}}
    assert relevance_graph(document, digits=2).edges[0] == {1: Fraction(1, 8)}


def test_what_is_printed_is_compared_and_not_its_scale() -> None:
    thousands = "<p>(in thousands)</p>" + table(
        ("", "2021", "2020"), ("Cash", "1,234", "12"), ("Debt", "567", "31")
    )
    millions = "<p>(in millions)</p>" + table(
        ("", "2021", "2020"), ("Cash", "1,234.0", "45"), ("Debt", "888", "67")
    )
    document = read_page(thousands, millions)
    assert {mention.number.scale for mention in document.mentions} == {3, 6}
    assert relevance_graph(document).edges[0] == {1: Fraction(1, 4)}
