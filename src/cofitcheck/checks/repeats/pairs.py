"""The paper's comparison: two numbers of one fact are equal, or a finding; by rule, nothing weighed."""

from __future__ import annotations

from collections.abc import Sequence

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.signs import stated_difference
from cofitcheck.checks.evidence.unsigned_slips import slip_between
from cofitcheck.checks.fingerprint import fingerprints
from cofitcheck.checks.model import Finding
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.repeats.compare import Checked
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.severity import remark_on, severity_of, share_of_larger
from cofitcheck.document import Document
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Relation, compare

_SAME = frozenset({Relation.EQUAL, Relation.CONSISTENT})


def compare_pairs(document: Document, pairs: Sequence[FactSet], config: CheckSettings) -> Checked:
    """Compare the two numbers of each pair, a fact set of two, within what they are rounded to.

    Every pair that differs is a finding, as probable as the classifier holds the two for one fact, the most
    probable first; pairs of other units, or with a blank, cannot be compared.
    """
    findings: list[Finding] = []
    relations, grid = [], Grid(document)
    for pair, name in zip(pairs, fingerprints(document, pairs), strict=True):
        relations.append(_relation(document, pair))
        if relations[-1] not in _SAME and relations[-1] is not Relation.NOT_COMPARABLE:
            findings.append(_finding(grid, pair, name, config))
    findings.sort(key=lambda each: (-each.probability, each.mention, each.counterpart))
    agreeing = tuple(pair for pair, relation in zip(pairs, relations, strict=True) if relation in _SAME)
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
