"""Pairs drawn to be judged by reading, and what their verdicts say."""

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pytest

from cofitcheck.evaluation.adjudication import (
    DISPUTED,
    JudgedPair,
    QuotedCell,
    Ruling,
    Stratum,
    draw,
    figures,
    shares,
    stratify,
)
from cofitcheck.evaluation.drawn_pairs import blind_page, draw_untagged
from cofitcheck.evaluation.gold import label
from cofitcheck.evaluation.metrics import Judge
from cofitcheck.readers import read
from tests.evaluation.tagged_documents import BALANCE, NOTE, at, company, page, table

DOCUMENT = company()
JUDGE = Judge(label(DOCUMENT))
WRONG = (at(DOCUMENT, 0, "Cash", "1,234"), at(DOCUMENT, 1, "Cash in the north", "612"))
AMBIGUOUS = (at(DOCUMENT, 0, "Debt", "5,678"), at(DOCUMENT, 1, "Borrowings", "5,678"))


def strata_of(*predicted: Iterable[int]) -> dict[Stratum, list[tuple[int, ...]]]:
    pairs = np.array([sorted(pair) for pair in predicted], dtype=np.int64).reshape(-1, 2)
    return {name: [tuple(each) for each in found.tolist()] for name, found in stratify(JUDGE, pairs).items()}


def test_each_pair_is_in_the_stratum_that_tags_and_predictions_say() -> None:
    hit, *missed = (tuple(pair) for pair in np.sort(JUDGE.gold, axis=1).tolist())
    strata = strata_of(hit, WRONG, AMBIGUOUS)
    assert strata[Stratum.AGREED] == [hit]
    assert sorted(strata[Stratum.MISSED]) == sorted(missed)
    assert strata[Stratum.FALSE] == [tuple(sorted(WRONG))]
    assert strata[Stratum.DOUBTED] == [tuple(sorted(AMBIGUOUS))]
    assert strata_of()[Stratum.PASSED] == [tuple(sorted(AMBIGUOUS))]


def test_no_pair_is_in_two_strata_and_all_are_across_tables() -> None:
    everything = list(combinations(range(len(DOCUMENT.mentions)), 2))
    found = [pair for pairs in strata_of(*everything).values() for pair in pairs]
    assert len(found) == len(set(found))
    assert all(DOCUMENT.mentions[a].table != DOCUMENT.mentions[b].table for a, b in found)


@pytest.mark.parametrize(
    ("sizes", "given"),
    [
        ([100, 100, 100, 100], [15, 15, 15, 15]),
        ([3, 100, 0, 20], [3, 37, 0, 20]),
        ([1, 2, 3, 4], [1, 2, 3, 4]),
    ],
)
def test_what_a_small_stratum_leaves_goes_to_the_others(sizes: list[int], given: list[int]) -> None:
    assert shares(sizes, 60) == given


def test_a_draw_keeps_the_weights_and_repeats_with_its_seed() -> None:
    pairs = np.array(list(combinations(range(40), 2)), dtype=np.int64)
    strata = {name: pairs[:0] for name in Stratum} | {Stratum.PASSED: pairs, Stratum.AGREED: pairs[:30]}
    drawn = draw(strata, cap=60, agreed=5, seed=3)
    disputed = [each for each in drawn if each.stratum in DISPUTED]
    assert len(disputed) == 60
    assert all(each.population == len(pairs) and each.drawn == 60 for each in disputed)
    assert len({(each.left, each.right) for each in disputed}) == 60
    assert [(each.population, each.drawn) for each in drawn if each.stratum == Stratum.AGREED] == [
        (30, 5)
    ] * 5
    assert draw(strata, cap=60, agreed=5, seed=3) == drawn
    assert draw(strata, cap=60, agreed=5, seed=4) != drawn


def test_untagged_cells_are_drawn_with_an_equal_of_another_table_the_tables_in_turn() -> None:
    discussion = table("Discussion", [("Cash", "1,234", "1,101"), ("Rent", "73", "74"), ("Days", "5", "6")])
    highlights = table("Highlights", [("Debt", "5,678", "31"), ("Staff", "73", "5")])
    document = read(page(BALANCE, discussion, NOTE, highlights), name="untagged.htm")
    drawn = draw_untagged(document, label(document), cells=10, seed=0)
    pairs = [(document.mentions[each.left], document.mentions[each.right]) for each in drawn]
    assert {left.table for left, _ in pairs[:2]} == {1, 3}
    assert sorted(left.text for left, _ in pairs) == ["1,101", "1,234", "5,678", "73", "73"]
    assert all(left.text == right.text and left.table != right.table for left, right in pairs)
    assert {(each.stratum, each.population, each.drawn) for each in drawn} == {(Stratum.UNTAGGED, 5, 5)}
    assert draw_untagged(document, label(document), cells=10, seed=0) == drawn


def verdict(stratum: Stratum, ruling: Ruling, population: int, drawn: int, document: str = "d") -> JudgedPair:
    return JudgedPair(
        document, QuotedCell(1, "2"), QuotedCell(3, "4"), stratum, population, drawn, ruling, "because"
    )


def test_estimates_weigh_each_verdict_by_what_it_stands_for() -> None:
    verdicts = [
        verdict(Stratum.AGREED, Ruling.SAME, 80, 1),
        verdict(Stratum.MISSED, Ruling.SAME, 10, 1),
        verdict(Stratum.FALSE, Ruling.SAME, 10, 2),
        verdict(Stratum.FALSE, Ruling.DIFFERENT, 10, 2),
        verdict(Stratum.DOUBTED, Ruling.CONSTRUCTION, 10, 1),
        verdict(Stratum.PASSED, Ruling.SAME, 5, 1),
    ]
    result = figures(verdicts, "model")
    same, wide = result["same"], result["same_or_equal_by_construction"]
    assert isinstance(same, dict)
    assert isinstance(wide, dict)
    assert same["precision"]["value"] == 0.85
    assert same["recall"]["value"] == 0.85
    assert same["strict_gold_precision"]["value"] == 1.0
    assert same["strict_gold_recall"]["value"] == 0.9
    assert same["ambiguous_that_are_one_fact"]["value"] == pytest.approx(5 / 15, abs=1e-4)
    assert wide["precision"]["value"] == 0.95


def test_the_interval_comes_from_the_documents() -> None:
    good = [verdict(Stratum.AGREED, Ruling.SAME, 1, 1, f"good {number}") for number in range(5)]
    bad = [verdict(Stratum.AGREED, Ruling.DIFFERENT, 1, 1, f"bad {number}") for number in range(5)]
    alone, both = figures(good, "model")["same"], figures([*good, *bad], "model")["same"]
    assert isinstance(alone, dict)
    assert isinstance(both, dict)
    assert alone["precision"] == {"value": 1.0, "low": 1.0, "high": 1.0}
    assert both["precision"] == {"value": 0.5, "low": 0.2, "high": 0.8}


def test_what_cannot_be_estimated_is_none() -> None:
    same = figures([verdict(Stratum.AGREED, Ruling.SAME, 1, 1)], "model")["same"]
    assert isinstance(same, dict)
    assert same["ambiguous_that_are_one_fact"] == {"value": None, "low": None, "high": None}


def test_the_page_marks_both_cells_and_tells_nothing_else() -> None:
    text = blind_page(DOCUMENT, {7: AMBIGUOUS})
    assert "«7a: 5,678»" in text
    assert "«7b: 5,678»" in text
    assert "Borrowings" in text
    assert "a:Debt" not in text
    assert not any(stratum in text for stratum in Stratum)
