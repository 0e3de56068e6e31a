"""What the classifier says of a finding's two mentions: facet by facet, and by their words alone."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from math import isclose, isnan

import numpy as np

from cofitcheck.checks.model import Finding, Judged
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.facts import ScoredPairs, probability_of

_SAME = 1e-6
"""Two probabilities that differ by less are one, stored in two widths."""
_TOLD = 0.1
"""From this change on it is said what the judgement would be without the rest of the document."""


def explained(
    findings: Iterable[Finding], scored: ScoredPairs, lines: Iterable[tuple[int, int, float]] = ()
) -> tuple[Finding, ...]:
    """Return the findings with what the classifier knows of their pairs, in figures.

    It knows nothing more of a pair that was no candidate itself: that one was judged by the `lines` of its
    table, or its mentions came together over a third.
    """
    within = {(left, right) for left, right, _ in lines}
    return tuple(_explained(finding, scored, within) for finding in findings)


def _explained(finding: Finding, scored: ScoredPairs, within: Container[tuple[int, int]]) -> Finding:
    if finding.judged is Judged.BY_CAPTION:
        return finding
    same_fact = finding.same_fact or 0.0
    left, right = sorted((finding.mention, finding.counterpart))
    found = np.flatnonzero((scored.left == left) & (scored.right == right))
    if not len(found):
        known = replace(finding, judged=Judged.WITHOUT_VALUES) if (left, right) in within else finding
        return replace(known, details=(_score(known),))
    at = int(found[0])
    blind = isclose(same_fact, probability_of(scored.probability[at]), abs_tol=_SAME)
    scores = {facet: probability_of(column[at]) for facet, column in scored.facets.items()}
    facets = {facet: score for facet, score in scores.items() if not isnan(score)}
    known = replace(
        finding,
        facets=facets,
        by_words=None if scored.by_words is None else probability_of(scored.by_words[at]),
        judged=Judged.WITHOUT_VALUES if blind else Judged.WITH_SUMS,
    )
    said = (_score(known), _facets(facets), _words(known.by_words, same_fact))
    return replace(known, details=tuple(each for each in said if each))


def _score(finding: Finding) -> Reason:
    """Return how sure the model is of one fact, for who knows the model."""
    why = {
        Judged.WITHOUT_VALUES: ReasonCode.SCORE_WITHOUT_VALUES,
        Judged.WITH_SUMS: ReasonCode.SCORE_WITH_SUMS,
        Judged.OVER_A_THIRD: ReasonCode.SCORE_OVER_A_THIRD,
    }[finding.judged]
    return Reason.of(why, score=f"{finding.same_fact:.0%}")


def _facets(facets: Mapping[str, float]) -> Reason | None:
    if not facets:
        return None
    shares = {facet: f"{share:.0%}" for facet, share in facets.items()}
    return Reason(ReasonCode.FACETS, {"least": min(facets, key=lambda facet: facets[facet]), **shares})


def _words(by_words: float | None, same_fact: float) -> Reason | None:
    if by_words is None or abs(by_words - same_fact) < _TOLD:
        return None
    return Reason.of(ReasonCode.SCORE_BY_WORDS, score=f"{by_words:.0%}")
