"""Check the facts that a document states several times.

The paper compares by rule and weighs nothing: two numbers of one fact are equal, or they are a finding. Each
finding has what the classifier says of its two mentions, facet by facet and by their words alone.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose, isnan
from typing import ClassVar

import numpy as np

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.rounding import slip_between
from cofitcheck.checks.evidence.signs import stated_difference
from cofitcheck.checks.fingerprint import fingerprints
from cofitcheck.checks.ledger import repeated
from cofitcheck.checks.model import Finding, Gap, Judged, NotChecked
from cofitcheck.checks.protocol import CheckResult, Known, not_reached
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.repeats.compare import Checked, find_contradictions
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.severity import remark_on, severity_of, share_of_larger
from cofitcheck.document import Document, UncheckedCode, UncheckedReason
from cofitcheck.facts import FactSet, ScoredPairs, probability_of
from cofitcheck.numbers import Relation, compare

_SAME = 1e-6
"""Two probabilities that differ by less are the same one, stored in two widths."""
_TOLD = 0.1
"""The least difference between the judgement and that without the rest of the document, from which a finding
states the latter."""

_AGREEING = frozenset({Relation.EQUAL, Relation.CONSISTENT})


@dataclass(frozen=True)
class RepeatsCheck:
    """Compares the mentions of each fact. `scored` and `lines` are the pairs that the facts were made of;
    `by_rule` compares as the paper does."""

    facts: Sequence[FactSet]
    scored: ScoredPairs
    lines: Sequence[tuple[int, int, float]] = ()
    by_rule: bool = False
    stage: ClassVar[str] = "compare"

    def run(self, known: Known) -> CheckResult:
        """Return the contradictions, the facts that agree, and those that are left open."""
        document, settings = known.grid.document, known.settings
        checked = (
            compare_pairs(document, self.facts, settings)
            if self.by_rule
            else find_contradictions(document, self.facts, settings, known.deadline)
        )
        return CheckResult(
            findings=explained(checked.findings, self.scored, self.lines),
            holding=tuple(repeated(checked.agreeing)),
            passed=checked.passed,
            left_open=checked.left_open,
            not_checked=(
                *_undecided(checked),
                *not_reached("facts not reached", checked.left, known.deadline),
            ),
        )


def _undecided(checked: Checked) -> Iterator[NotChecked]:
    if checked.left_open:
        reason, count = UncheckedReason(UncheckedCode.PROBABLY_TWO_FACTS), len(checked.left_open)
        yield NotChecked("facts left open", reason, count, gap=Gap.LEFT_OPEN)
    if checked.not_comparable:
        reason, count = UncheckedReason(UncheckedCode.UNITS_DIFFER), checked.not_comparable
        yield NotChecked("facts that cannot be compared", reason, count, gap=Gap.NOT_COMPARED)


def explained(
    findings: Iterable[Finding], scored: ScoredPairs, lines: Iterable[tuple[int, int, float]] = ()
) -> tuple[Finding, ...]:
    """Return the findings with what the classifier knows of their pairs, in figures.

    For a pair that was no candidate itself there is only a score. Such a pair was judged by the `lines` of
    its table, or its mentions came into one set by a third mention.
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
    """Return how sure the model is that two mentions state one fact, for readers who know the model."""
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


def compare_pairs(document: Document, pairs: Sequence[FactSet], config: CheckSettings) -> Checked:
    """Compare the two numbers of each pair, a fact set of two, within what they are rounded to.

    Every pair that differs is a finding. Its probability is that with which the classifier takes the two for
    one fact; the most probable come first. Pairs of different units, or with a blank, cannot be compared.
    """
    findings: list[Finding] = []
    relations, grid = [], Grid(document)
    for pair, name in zip(pairs, fingerprints(document, pairs), strict=True):
        relations.append(_relation(document, pair))
        if relations[-1] not in _AGREEING and relations[-1] is not Relation.NOT_COMPARABLE:
            findings.append(_finding(grid, pair, name, config))
    findings.sort(key=lambda each: (-each.probability, each.mention, each.counterpart))
    agreeing = tuple(pair for pair, relation in zip(pairs, relations, strict=True) if relation in _AGREEING)
    not_comparable = relations.count(Relation.NOT_COMPARABLE)
    return Checked(tuple(findings), len(agreeing), (), not_comparable, agreeing)


def _relation(document: Document, pair: FactSet) -> Relation:
    first, second = (document.mentions[index].number for index in pair.mentions)
    return compare(first, second).relation


def _finding(grid: Grid, pair: FactSet, name: str, config: CheckSettings) -> Finding:
    mention, counterpart = pair.mentions
    first, second = grid[mention].number, grid[counterpart].number
    ((_, _, probability),) = pair.links
    slip, difference = slip_between(first, second), stated_difference(grid, mention, counterpart)
    share, remark = share_of_larger(difference, first.value, second.value), remark_on(slip, first, second)
    return Finding(
        fingerprint=name,
        fact=pair,
        mention=mention,
        counterpart=counterpart,
        relation=compare(first, second).relation,
        slip=slip,
        difference=difference,
        same_fact=probability,
        probability=probability,
        severity=severity_of(probability, share, config, remark),
        reasons=(Reason(ReasonCode.LANGUAGE_MODEL),),
        share=share,
        remark=remark,
    )
