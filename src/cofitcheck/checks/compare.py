"""Fact sets to findings: the mentions of each fact are compared, and the one that stands alone is named."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from cofitcheck.checks.difference import explain_difference, slip_between
from cofitcheck.checks.fingerprint import fingerprints
from cofitcheck.checks.grid import Grid
from cofitcheck.checks.model import Finding, Severity
from cofitcheck.checks.reasons import reasons_for
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.witnesses import Witnesses
from cofitcheck.document import Document
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Comparison, Slip, compare

_SEVERITIES = list(Severity)


class Checked(NamedTuple):
    """What comparing brought; the four add up to the number of fact sets.

    `passed` counts the sets whose mentions all agree; `unconfirmed` those that differ, but are probably not
    the same fact; `not_comparable` those with a mention that no other could be compared with (a blank,
    another unit).
    """

    findings: tuple[Finding, ...]
    passed: int
    unconfirmed: int
    not_comparable: int


def find_contradictions(
    document: Document, facts: Sequence[FactSet], config: CheckSettings | None = None
) -> Checked:
    """Compare the mentions of every fact set; at most one finding a set, the gravest first."""
    config = config or CheckSettings()
    grid = Grid(document)
    findings: list[Finding] = []
    passed = unconfirmed = not_comparable = 0
    for fact, name in zip(facts, fingerprints(document, facts), strict=True):
        witnesses = Witnesses(grid, fact, config)
        if witnesses.all_agree:
            passed += 1
        elif not witnesses.contradict:
            not_comparable += 1
        elif (finding := _finding(witnesses, name, config)).probability >= config.threshold:
            findings.append(finding)
        else:
            unconfirmed += 1
    return Checked(tuple(sorted(findings, key=_gravity)), passed, unconfirmed, not_comparable)


def _finding(witnesses: Witnesses, fingerprint: str, config: CheckSettings) -> Finding:
    grid = witnesses.grid
    mention, counterpart = witnesses.stands_alone(config.difference)
    first, second = grid[mention].number, grid[counterpart].number
    comparison, same_fact = compare(first, second), witnesses.same_fact(mention, counterpart)
    slip = slip_between(first, second)
    kind = explain_difference(grid, mention, counterpart)
    probability = config.difference.probability(same_fact, kind)
    largest = max(abs(first.value or Decimal(0)), abs(second.value or Decimal(0)))
    return Finding(
        fingerprint=fingerprint,
        fact=witnesses.fact,
        mention=mention,
        counterpart=counterpart,
        relation=comparison.relation,
        slip=slip,
        difference=comparison.difference,
        same_fact=same_fact,
        probability=probability,
        severity=_severity(slip, probability, _is_tiny(comparison, largest, config), config),
        reasons=reasons_for(grid, mention, counterpart, same_fact),
    )


def _is_tiny(comparison: Comparison, largest: Decimal, config: CheckSettings) -> bool:
    return comparison.difference is not None and abs(comparison.difference) < config.tiny * largest


def _severity(slip: Slip, probability: float, tiny: bool, config: CheckSettings) -> Severity:
    if slip is Slip.ROUNDING:
        return Severity.NOTICE
    return Severity.HIGH if probability >= config.high and not tiny else Severity.MEDIUM


def _gravity(finding: Finding) -> tuple[int, float, Decimal, int]:
    """Order by severity, then probability, then size, then place."""
    size = abs(finding.difference) if finding.difference is not None else Decimal(0)
    return _SEVERITIES.index(finding.severity), -finding.probability, -size, finding.mention
