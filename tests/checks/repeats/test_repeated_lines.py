"""Numbers of one table that a slip tells apart, in lines that repeat each other."""

from __future__ import annotations

import pytest

from cofitcheck.checks import Grid, find_contradictions
from cofitcheck.checks.repeats.repeated_rows import with_repeated_lines
from cofitcheck.facts import FactSet
from tests.checks.checks_documents import document

Link = tuple[int, int, float]


def built(rows: list[tuple[str, list[str]]], likely: list[Link], *facts: FactSet) -> list[tuple[int, ...]]:
    found = with_repeated_lines(Grid(document(rows)), facts, likely)
    assert [fact.index for fact in found] == list(range(len(found)))
    return [fact.mentions for fact in found]


def two(first: str, second: str) -> list[tuple[str, list[str]]]:
    return [("Net income", [first, "456"]), ("Net income to holders", [second, "456"])]


@pytest.mark.parametrize("wrong", ["54,120", "64,210", "5,421", "542,100", "(54,210)"])
def test_a_slip_between_likely_cells_makes_a_set(wrong: str) -> None:
    assert built(two("54,210", wrong), [(0, 2, 0.9)]) == [(0, 2)]


def test_equal_and_unlike_numbers_and_what_words_keep_apart_make_none() -> None:
    assert built(two("54,210", "54,210"), [(0, 2, 0.9)]) == []
    assert built(two("54,210", "98,765"), [(0, 2, 0.9)]) == []
    assert built(two("54,210", "54,120"), []) == []
    opposed = [("Basic", ["54,210", "456"]), ("Diluted", ["54,120", "456"])]
    assert built(opposed, [(0, 2, 0.9)]) == []


ROWS = [
    ("Net income", ["54,120", "456"]),
    ("Numerator", ["54,210", "456"]),
    ("Net income to holders", ["54,210", "456"]),
]


def test_a_lone_number_joins_those_that_agree_with_all_its_links() -> None:
    tied = FactSet(0, (2, 4), (), ties=((2, 4),), by_value=(2, 4))
    likely = [(0, 4, 0.9), (0, 2, 0.8), (2, 4, 0.7)]
    (fact,) = with_repeated_lines(Grid(document(ROWS)), [tied], likely)
    assert fact.mentions == (0, 2, 4)
    assert fact.links == ((0, 4, 0.9), (0, 2, 0.8))
    assert fact.ties == tied.ties


def test_two_sets_are_never_joined() -> None:
    one, other = FactSet(0, (0, 1), ()), FactSet(1, (2, 4), ())
    assert built(ROWS, [(0, 2, 0.9)], one, other) == [(0, 1), (2, 4)]


def test_the_wrong_one_of_three_is_found() -> None:
    made = document(ROWS)
    tied = FactSet(0, (2, 4), (), ties=((2, 4),), by_value=(2, 4))
    facts = with_repeated_lines(Grid(made), [tied], [(0, 2, 0.99), (0, 4, 0.98)])
    (found,) = find_contradictions(made, facts).findings
    assert (found.mention, found.counterpart) == (0, 2)
