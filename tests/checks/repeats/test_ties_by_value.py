"""Values tie equal numbers, and have no say in whether two that differ are one fact."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.repeats.compare import compare_facts
from cofitcheck.checks.repeats.ties import only_agreeing
from cofitcheck.document import Document
from cofitcheck.facts import FactSet, ScoredPairs, build_fact_sets
from tests.checks.checks_documents import document, number

TABLES = 5
PAIRS = list(combinations(range(TABLES), 2))
SETTINGS = CheckSettings()
scores = st.lists(st.floats(0, 1, width=32), min_size=len(PAIRS), max_size=len(PAIRS))


def scored(made: Document, without: list[float], known: list[float]) -> ScoredPairs:
    """All pairs, those of equal amounts judged by value too."""
    left, right = np.array(PAIRS, dtype=np.int32).T
    amounts = [abs(mention.number.value or 0) for mention in made.mentions]
    equal = [amounts[one] == amounts[other] for one, other in PAIRS]
    by_value = np.where(equal, known, np.nan).astype(np.float32)
    return ScoredPairs(left, right, np.array(without, dtype=np.float32), by_value=by_value)


def sameness(made: Document, pairs: ScoredPairs) -> dict[tuple[int, int], float]:
    """What is held of each two numbers that contradict each other: how surely they are one fact."""
    grid = Grid(made)
    likely = only_agreeing(grid, pairs, 0.5, SETTINGS.sign_witnesses)
    facts = build_fact_sets(likely, 0.5, len(made.mentions))
    found = compare_facts(grid, facts, SETTINGS).contradictions
    return {(each.mention, each.counterpart): each.evidence.same_fact for each in found}


@given(
    st.lists(st.sampled_from(["4,321", "4,312", "9,876"]), min_size=TABLES, max_size=TABLES),
    scores,
    scores,
    st.data(),
)
@settings(max_examples=200, deadline=None)
def test_no_value_moves_how_surely_two_that_differ_are_one_fact(
    values: list[str], without: list[float], known: list[float], data: st.DataObject
) -> None:
    made = document(*([("Sales", [value])] for value in values))
    changed = data.draw(st.integers(0, TABLES - 1))
    wrong = replace(
        made.mentions[changed], number=number(data.draw(st.sampled_from(["4,320", "43,210", "1"])))
    )
    planted = replace(made, mentions=(*made.mentions[:changed], wrong, *made.mentions[changed + 1 :]))
    judged = {pair: round(float(np.float32(p)), 6) for pair, p in zip(PAIRS, without, strict=True)}
    for each in (made, planted):
        for (mention, counterpart), same_fact in sameness(each, scored(each, without, known)).items():
            pair = min(mention, counterpart), max(mention, counterpart)
            assert same_fact == pytest.approx(judged[pair], abs=2e-6)


def test_a_sign_that_stands_out_is_not_judged_by_value() -> None:
    rows = [("Sales", ["4,321", "4,123"])]
    made = document(rows, [("Sales", ["(4,321)", "4,123"])])
    pair = np.array([0], dtype=np.int32), np.array([2], dtype=np.int32)
    known = ScoredPairs(*pair, np.array([0.7], np.float32), by_value=np.array([0.9], np.float32))
    kept = only_agreeing(Grid(made), known, 0.5, SETTINGS.sign_witnesses)
    assert kept.by_value is not None
    assert np.isnan(kept.by_value).all()
    shown = document([("Sales", ["4,321"])], [("Sales", ["(4,321)"])], headers=("2023",))
    alone = ScoredPairs(pair[0], np.array([1], np.int32), known.probability, by_value=known.by_value)
    kept = only_agreeing(Grid(shown), alone, 0.5, SETTINGS.sign_witnesses)
    assert kept.by_value is not None
    assert not np.isnan(kept.by_value).any()


@pytest.mark.parametrize(("without", "tied"), [(0.3, False), (0.7, True)])
def test_what_words_keep_apart_is_no_tie_by_value_alone(without: float, tied: bool) -> None:
    made = document([("Basic earnings", ["4.32"])], [("Diluted earnings", ["4.32"])], scale=0)
    left, right = np.array([[0], [1]], dtype=np.int32)
    known = ScoredPairs(left, right, np.array([without], np.float32), by_value=np.array([0.9], np.float32))
    kept = only_agreeing(Grid(made), known, 0.5, SETTINGS.sign_witnesses)
    assert kept.by_value is not None
    assert (not np.isnan(kept.by_value[0])) is tied


def test_what_three_tables_state_is_held_against_a_fourth_as_three_times() -> None:
    made = document(*([("Sales", [value])] for value in ("4,321", "4,321", "4,321", "4,312")))
    links = (*((one, 3, 0.3) for one in range(3)), (0, 1, 0.1))
    ties = ((0, 1), (0, 2), (1, 2))
    (found,) = compare_facts(Grid(made), [FactSet(0, (0, 1, 2, 3), links, ties)], SETTINGS).contradictions
    assert (found.mention, found.evidence.same_fact) == (3, 0.3)
    assert found.evidence.corroborated == pytest.approx(1 - 0.7**3)
    assert found.evidence.statements == (1, 3)


def test_what_only_its_value_brings_is_no_excuse_for_a_line_beside() -> None:
    rows = [("Net loss", ["2,267"]), ("Net loss available to holders", ["2,278"])]
    made = document(rows, [("Net loss", ["2,278"])], [("Net loss", ["2,278"])])
    links = ((0, 2, 0.9), (0, 3, 0.9), (2, 3, 0.9))
    ties = ((1, 2), (1, 3), (2, 3))
    rules = {
        by_value: compare_facts(Grid(made), [FactSet(0, (0, 1, 2, 3), links, ties, by_value)], SETTINGS)
        .contradictions[0]
        .evidence.rule
        for by_value in ((), (1,))
    }
    assert rules == {(): "one table states both", (1,): ""}
