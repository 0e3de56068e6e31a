"""Fact sets to findings: the mentions of each fact are compared, and the one that stands alone is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from cofitcheck.checks.difference import DifferenceKind, explain_difference
from cofitcheck.checks.fingerprint import fingerprints
from cofitcheck.checks.footing import Footing, footing
from cofitcheck.checks.grid import Grid
from cofitcheck.checks.model import Finding, Severity
from cofitcheck.checks.reasons import reasons_for
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.slipping import slip_between
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
    """A fact set whose mentions disagree, with the evidence that it is an error (see `DifferenceModel`).

    Of the other facts that the tables of the two mentions share, `agreeing` agree and `differing` do not.
    `footing` is what the sums in their own tables say. `two_facts` tells that all members that
    disagree are rather two facts.
    """

    fact: FactSet
    fingerprint: str
    mention: int
    counterpart: int
    same_fact: float
    kind: DifferenceKind
    agreeing: int
    differing: int
    footing: Footing
    two_facts: bool = False


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
    one_fact = (contradiction for contradiction in compared.contradictions if not contradiction.two_facts)
    every = (_finding(grid, contradiction, config) for contradiction in one_fact)
    findings = [finding for finding in every if finding.probability >= config.threshold]
    return Checked(
        findings=tuple(sorted(findings, key=_gravity)),
        passed=compared.passed,
        unconfirmed=len(compared.contradictions) - len(findings),
        not_comparable=compared.not_comparable,
    )


def compare_facts(grid: Grid, facts: Sequence[FactSet], config: CheckSettings) -> Compared:
    """Compare the mentions of every fact set and gather the evidence about those that disagree."""
    every = [Witnesses(grid, fact, config) for fact in facts]
    passed = [witnesses for witnesses in every if witnesses.all_agree]
    contradicted = [witnesses for witnesses in every if witnesses.contradict]
    agreeing, differing = _by_tables(grid, every)
    names = dict(zip(facts, fingerprints(grid.document, facts), strict=True))
    contradictions = []
    for witnesses in contradicted:
        mention, counterpart = witnesses.stands_alone(config.difference)
        tables = _tables(grid, mention, counterpart)
        contradictions.append(
            Contradiction(
                fact=witnesses.fact,
                fingerprint=names[witnesses.fact],
                mention=mention,
                counterpart=counterpart,
                same_fact=witnesses.same_fact(mention, counterpart),
                kind=explain_difference(grid, mention, counterpart),
                agreeing=agreeing[tables],
                differing=differing[tables] - 1,
                footing=footing(grid, mention, counterpart),
                two_facts=witnesses.are_two_facts(mention, counterpart),
            )
        )
    return Compared(tuple(contradictions), len(passed), len(every) - len(passed) - len(contradicted))


def _by_tables(grid: Grid, every: Iterable[Witnesses]) -> tuple[Counter[frozenset[int]], ...]:
    """Count for each two tables the facts whose mentions in them agree, and those of which two differ."""
    agreeing: Counter[frozenset[int]] = Counter()
    differing: Counter[frozenset[int]] = Counter()
    for witnesses in every:
        differ = {_tables(grid, one, other) for one, others in witnesses.differ.items() for other in others}
        agree = {_tables(grid, one, other) for one, others in witnesses.agree.items() for other in others}
        differing.update(differ)
        agreeing.update(agree - differ)
    return agreeing, differing


def _tables(grid: Grid, first: int, second: int) -> frozenset[int]:
    return frozenset((grid[first].table, grid[second].table))


def _finding(grid: Grid, contradiction: Contradiction, config: CheckSettings) -> Finding:
    mention, counterpart = contradiction.mention, contradiction.counterpart
    first, second = grid[mention].number, grid[counterpart].number
    comparison, slip = compare(first, second), slip_between(first, second)
    probability = config.difference.probability(
        contradiction.same_fact,
        contradiction.kind,
        agreeing=contradiction.agreeing,
        differing=contradiction.differing,
        footing=contradiction.footing,
    )
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
        reasons=reasons_for(
            grid,
            (mention, counterpart),
            (contradiction.agreeing, contradiction.differing),
            contradiction.same_fact,
            contradiction.footing,
        ),
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
