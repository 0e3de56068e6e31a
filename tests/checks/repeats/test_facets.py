"""What a finding says of its pair's facets."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cofitcheck.checks.model import Finding, Judged
from cofitcheck.checks.repeats.check import explained
from cofitcheck.facts import ScoredPairs
from cofitcheck.reports.words.reasons import render_reason
from tests.cli.cli_fakes import finding

SCORED = ScoredPairs(
    left=np.array([0, 0], np.int32),
    right=np.array([2, 1], np.int32),
    probability=np.array([0.1, 0.9], np.float32),
    facets={"period": np.array([0.1, 0.97], np.float32), "breakdown": np.array([0.2, 0.61], np.float32)},
    by_words=np.array([0.1, 0.4], np.float32),
)


def only(found: Finding, scored: ScoredPairs = SCORED) -> Finding:
    (result,) = explained([found], scored)
    return result


def figures(found: Finding) -> list[str]:
    """The model's figures as a page says them."""
    return [str(render_reason(each)) for each in found.details]


@pytest.mark.parametrize("turned", [False, True])
def test_the_least_sure_facet_is_named(turned: bool) -> None:
    found = finding()
    if turned:
        found = replace(found, mention=found.counterpart, counterpart=found.mention)
    result = only(found)
    assert result.facets == pytest.approx({"period": 0.97, "breakdown": 0.61})
    assert result.reasons == found.reasons
    assert figures(result) == [
        "The model’s score for the same item is 90%.",
        "Agreement: period 97%, breakdown 61%; least in breakdown.",
        "Labels and headers alone would give 40%; the rest of the document decides the score above.",
    ]


def test_words_go_unsaid_where_the_document_changes_little() -> None:
    result = only(finding(), replace(SCORED, by_words=np.array([0.1, 0.85], np.float32)))
    assert result.by_words == pytest.approx(0.85)
    assert not any("Labels and headers alone" in words for words in figures(result))


def test_what_a_classifier_does_not_know_is_left_out() -> None:
    result = only(finding(), replace(SCORED, facets={}, by_words=None))
    assert (result.facets, result.by_words) == ({}, None)
    assert figures(result) == ["The model’s score for the same item is 90%."]


def test_a_score_is_said_to_be_without_values_only_where_it_is() -> None:
    assert only(finding()).judged is Judged.WITHOUT_VALUES
    with_sums = only(replace(finding(), same_fact=0.99), replace(SCORED, facets={}))
    assert with_sums.judged is Judged.WITH_SUMS
    assert figures(with_sums)[0] == "The score for the same item is 99%, with the sums taken into account."


def test_of_a_pair_that_was_no_candidate_it_is_said_that_a_third_cell_links_it() -> None:
    found = replace(finding(), counterpart=5)
    result = only(found)
    assert result == replace(found, details=result.details)
    assert result.judged is Judged.OVER_A_THIRD
    assert figures(result) == [
        "The score for the same item is 90%: each of the two was compared with a third number."
    ]
