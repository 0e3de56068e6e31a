"""Fact sets to findings: the mentions of each fact are compared, and the one that stands alone is named."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from cofitcheck.checks.difference import DifferenceKind, explain_difference, slip_between
from cofitcheck.checks.fingerprint import fingerprints
from cofitcheck.checks.grid import Grid
from cofitcheck.checks.model import Finding, Severity
from cofitcheck.checks.reasons import reasons_for
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.witnesses import Witnesses
from cofitcheck.document import Document
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Comparison, Number, Slip, compare

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


class Contradiction(NamedTuple):
    """A fact set whose mentions disagree, with the evidence that it is an error (see `DifferenceModel`)."""

    fact: FactSet
    fingerprint: str
    mention: int
    counterpart: int
    same_fact: float
    kind: DifferenceKind


class Compared(NamedTuple):
    """All fact sets, compared: those that disagree, and how many agree or have nothing to compare."""

    contradictions: tuple[Contradiction, ...]
    passed: int
    not_comparable: int


def find_contradictions(
    document: Document, facts: Sequence[FactSet], config: CheckSettings | None = None
) -> Checked:
    """Compare the mentions of every fact set; at most one finding a set, the gravest first."""
    config = config or CheckSettings()
    grid = Grid(document)
    compared = compare_facts(grid, facts, config)
    every = [_finding(grid, contradiction, config) for contradiction in compared.contradictions]
    findings = [finding for finding in every if finding.probability >= config.threshold]
    return Checked(
        findings=tuple(sorted(findings, key=_gravity)),
        passed=compared.passed,
        unconfirmed=len(every) - len(findings),
        not_comparable=compared.not_comparable,
    )


def compare_facts(grid: Grid, facts: Sequence[FactSet], config: CheckSettings) -> Compared:
    """Compare the mentions of every fact set and gather the evidence about those that disagree."""
    contradictions: list[Contradiction] = []
    passed = not_comparable = 0
    for fact, name in zip(facts, fingerprints(grid.document, facts), strict=True):
        witnesses = Witnesses(grid, fact, config)
        if witnesses.all_agree:
            passed += 1
        elif not witnesses.contradict:
            not_comparable += 1
        else:
            contradictions.append(_weigh(witnesses, name, config))
    return Compared(tuple(contradictions), passed, not_comparable)


def _weigh(witnesses: Witnesses, fingerprint: str, config: CheckSettings) -> Contradiction:
    mention, counterpart = witnesses.stands_alone(config.difference)
    return Contradiction(
        fact=witnesses.fact,
        fingerprint=fingerprint,
        mention=mention,
        counterpart=counterpart,
        same_fact=witnesses.same_fact(mention, counterpart),
        kind=explain_difference(witnesses.grid, mention, counterpart),
    )


def _finding(grid: Grid, contradiction: Contradiction, config: CheckSettings) -> Finding:
    mention, counterpart = contradiction.mention, contradiction.counterpart
    first, second = grid[mention].number, grid[counterpart].number
    comparison, slip = compare(first, second), slip_between(first, second)
    probability = config.difference.probability(contradiction.same_fact, contradiction.kind)
    largest = max(abs(first.value or Decimal(0)), abs(second.value or Decimal(0)))
    return Finding(
        fingerprint=contradiction.fingerprint,
        fact=contradiction.fact,
        mention=mention,
        counterpart=counterpart,
        relation=comparison.relation,
        slip=slip,
        difference=comparison.difference,
        same_fact=contradiction.same_fact,
        probability=probability,
        severity=Severity.NOTICE
        if _says_other_unit(first, second, slip)
        else _severity(slip, probability, _is_tiny(comparison, largest, config), config),
        reasons=reasons_for(grid, mention, counterpart, contradiction.same_fact),
    )


def _says_other_unit(first: Number, second: Number, slip: Slip) -> bool:
    """Tell whether two numbers are printed alike and only their units differ: a caption is wrong, or was
    misread, and no number is."""
    return slip is Slip.SCALE and first.displayed is not None and first.displayed == second.displayed


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
