"""Compare the mentions of each fact set, and make findings that name the mention that disagrees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from cofitcheck.checks.evidence.certain import CAPTIONED_LINE, MENDED_TRANSPOSITION
from cofitcheck.checks.evidence.difference import MOST_DIGITS, DifferenceKind, Evidence, explain_difference
from cofitcheck.checks.evidence.footing import Footing, footing
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.reconciling import ANOTHER_LINE, line_beside_both, line_between, line_in_both
from cofitcheck.checks.evidence.rounding import slip_between
from cofitcheck.checks.evidence.signs import stated_difference
from cofitcheck.checks.fingerprint import fingerprints
from cofitcheck.checks.model import Finding, Judged, LeftOpen, Severity
from cofitcheck.checks.repeats.captioned import captioned_facts
from cofitcheck.checks.repeats.misplaced_numbers import stated_elsewhere
from cofitcheck.checks.repeats.reasons import reasons_for, right_by_sums
from cofitcheck.checks.repeats.witnesses import ITEM_AND_PART, PAID_AND_DECLARED, Witnesses
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.severity import remark_on, severity_of, share_of_larger
from cofitcheck.deadline import NEVER, Deadline
from cofitcheck.document import Document
from cofitcheck.facts import FactSet
from cofitcheck.numbers import compare

_SEVERITIES = list(Severity)
_EXPLAINED = frozenset({ANOTHER_LINE, ITEM_AND_PART, PAID_AND_DECLARED})
"""The rules that explain the numbers of one captioned line, too."""
_NO_SLIP = frozenset({DifferenceKind.OTHER, DifferenceKind.STALE, DifferenceKind.WRONG_ROW})
_LONG = 5
"""The fewest digits of two numbers that hardly differ by two swapped digits by chance."""


class Checked(NamedTuple):
    """What the comparison of all fact sets found.

    Each set is counted once. `passed` counts the sets whose mentions all agree. `findings` are the
    contradictions. `left_open` are sets that differ, but are probably not one fact, the likeliest errors
    first. `not_comparable` counts the sets with a mention that no other could be compared with: a blank, or
    another unit. `agreeing` are the sets that passed; `left` the sets that were not reached before the
    deadline.
    """

    findings: tuple[Finding, ...]
    passed: int
    left_open: tuple[LeftOpen, ...]
    not_comparable: int
    agreeing: tuple[FactSet, ...] = ()
    left: int = 0


class Contradiction(NamedTuple):
    """A fact set whose mentions disagree: the one that stands alone, the best witness against it, the
    evidence that it is an error, and the mention of another line that is the difference, if one is."""

    fact: FactSet
    fingerprint: str
    mention: int
    counterpart: int
    evidence: Evidence
    line: int | None = None


class ComparedFacts(NamedTuple):
    """The fact sets that were reached, compared: those that disagree, those that agree, and how many have
    nothing to compare."""

    contradictions: tuple[Contradiction, ...]
    agreeing: tuple[FactSet, ...]
    not_comparable: int

    @property
    def reached(self) -> int:
        """How many sets were compared."""
        return len(self.contradictions) + len(self.agreeing) + self.not_comparable


def find_contradictions(
    document: Document,
    facts: Sequence[FactSet],
    config: CheckSettings | None = None,
    deadline: Deadline = NEVER,
) -> Checked:
    """Compare the mentions of every fact set; at most one finding a set, the gravest first."""
    config = config or CheckSettings()
    grid = Grid(document)
    compared = compare_facts(grid, facts, config, deadline)
    findings, left_open = [], []
    # A threshold above the probability of a class leaves all of it out.
    lines = list(captioned_facts(grid)) if CAPTIONED_LINE.probability >= config.threshold else []
    captioned = {frozenset(line.mentions) for line in lines}
    for each in compared.contradictions:
        sure = config.difference.judge(each.evidence)
        if _is_mended_transposition(each.evidence):
            sure = max(sure, MENDED_TRANSPOSITION.probability)
        one_line = frozenset((each.mention, each.counterpart)) in captioned
        if one_line and each.evidence.rule not in _EXPLAINED:
            findings.append(_finding(grid, each, max(sure, CAPTIONED_LINE.probability), config))
        elif each.evidence.rule or sure < config.threshold:
            left_open.append(_left_open(grid, each, sure))
        else:
            findings.append(_finding(grid, each, sure, config))
    findings += _of_lines(grid, lines, {at for each in findings for at in each.mentions}, config)
    return Checked(
        findings=tuple(sorted(findings, key=_gravity)),
        passed=len(compared.agreeing),
        left_open=tuple(sorted(left_open, key=_likeliest)),
        not_comparable=compared.not_comparable,
        agreeing=compared.agreeing,
        left=len(facts) - compared.reached,
    )


def _is_mended_transposition(evidence: Evidence) -> bool:
    swapped = evidence.kind is DifferenceKind.TRANSPOSITION and evidence.digits >= _LONG
    return swapped and evidence.footing is Footing.MENDED


def _of_lines(
    grid: Grid, lines: Sequence[FactSet], told: set[int], config: CheckSettings
) -> Iterator[Finding]:
    """Yield the findings of captioned lines whose numbers no other finding names."""
    for line in lines:
        witnesses = Witnesses(grid, line, config)
        if witnesses.contradict and not told.intersection(line.mentions):
            (name,) = fingerprints(grid.document, [line])
            contradiction = _contradiction(grid, witnesses, name, config)
            if contradiction.evidence.rule not in _EXPLAINED:
                found = _finding(grid, contradiction, CAPTIONED_LINE.probability, config)
                yield replace(found, judged=Judged.BY_CAPTION)


def compare_facts(
    grid: Grid, facts: Sequence[FactSet], config: CheckSettings, deadline: Deadline = NEVER
) -> ComparedFacts:
    """Compare the mentions of every fact set and gather the evidence about those that disagree."""
    every = [Witnesses(grid, fact, config) for fact in deadline.until(facts)]
    agreed = tuple(witnesses.fact for witnesses in every if witnesses.all_agree)
    names = dict(zip(facts, fingerprints(grid.document, facts), strict=True))
    alone = [
        _contradiction(grid, witnesses, names[witnesses.fact], config)
        for witnesses in every
        if witnesses.contradict
    ]
    errors = {each.fact for each in alone if each.evidence.is_error}
    asked = {_tables(grid, each.mention, each.counterpart) for each in alone}
    agreeing, differing = _by_tables(grid, every, errors, asked)
    contradictions = []
    for each in alone:
        tables = _tables(grid, each.mention, each.counterpart)
        others = differing[tables] - (not each.evidence.is_error)
        evidence = replace(each.evidence, agreeing=agreeing[tables], differing=others)
        contradictions.append(_explained(grid, each._replace(evidence=evidence)))
    return ComparedFacts(tuple(contradictions), agreed, len(every) - len(agreed) - len(alone))


def _explained(grid: Grid, contradiction: Contradiction) -> Contradiction:
    """Return a contradiction with the printed line that is the difference, where there is one that explains
    it. Such a line stands beside both numbers, unless a sum asks for one number in the place of the other.
    Where no slip explains the difference, it may stand between the two in one table. Both tables must print
    it where a sum asks for one number in the place of the other, or where a number beside is equal."""
    evidence, pair = contradiction.evidence, (contradiction.mention, contradiction.counterpart)
    if evidence.rule:
        return contradiction
    line = None if evidence.is_error else line_beside_both(grid, *pair)
    if line is None and evidence.kind in _NO_SLIP:
        one_will_do = evidence.kind is DifferenceKind.OTHER and not evidence.is_error
        line = (line_between if one_will_do else line_in_both)(grid, *pair)
    if line is None:
        return contradiction
    return contradiction._replace(evidence=replace(evidence, rule=ANOTHER_LINE), line=line.index)


def _contradiction(grid: Grid, witnesses: Witnesses, name: str, config: CheckSettings) -> Contradiction:
    """Return what one fact set alone says of its disagreement."""
    mention, counterpart = witnesses.stands_alone(config.difference)
    first, second = grid[mention].number, grid[counterpart].number
    # Numbers that differ by their sign alone have every digit in common, however short they are.
    turned = first.value is not None and second.value is not None and first.value == -second.value
    evidence = Evidence(
        same_fact=witnesses.same_fact(mention, counterpart),
        corroborated=witnesses.corroborated(mention, counterpart),
        kind=explain_difference(grid, mention, counterpart),
        footing=footing(grid, mention, counterpart, witnesses.fact.mentions),
        statements=(1 + len(witnesses.agree[mention]), 1 + len(witnesses.agree[counterpart])),
        rule=witnesses.two_facts_rule(mention, counterpart),
        digits=MOST_DIGITS if turned else min(first.digits, second.digits, MOST_DIGITS),
        rounded_apart=first.precision != second.precision,
    )
    return Contradiction(witnesses.fact, name, mention, counterpart, evidence)


def _by_tables(
    grid: Grid,
    every: Iterable[Witnesses],
    errors: Collection[FactSet],
    asked: Collection[frozenset[int]],
) -> tuple[Counter[frozenset[int]], ...]:
    """Count the facts of each two tables that are asked for: those whose mentions there agree, and those of
    which two mentions differ. Facts in `errors` do not count as differing."""
    agreeing: Counter[frozenset[int]] = Counter()
    differing: Counter[frozenset[int]] = Counter()
    tables = {table for each in asked for table in each}

    def among(witnesses: Mapping[int, Collection[int]]) -> set[frozenset[int]]:
        ones = (one for one in witnesses if grid[one].table in tables)
        return {_tables(grid, one, other) for one in ones for other in witnesses[one]}.intersection(asked)

    for witnesses in every if asked else ():
        differ = among(witnesses.differ)
        differing.update(() if witnesses.fact in errors else differ)
        agreeing.update(among(witnesses.agree) - differ)
    return agreeing, differing


def _tables(grid: Grid, first: int, second: int) -> frozenset[int]:
    return frozenset((grid[first].table, grid[second].table))


def _left_open(grid: Grid, contradiction: Contradiction, probability: float) -> LeftOpen:
    mention, counterpart = contradiction.mention, contradiction.counterpart
    return LeftOpen(
        fact=contradiction.fact,
        mention=mention,
        counterpart=counterpart,
        relation=compare(grid[mention].number, grid[counterpart].number).relation,
        difference=stated_difference(grid, mention, counterpart),
        same_fact=contradiction.evidence.same_fact,
        probability=probability,
        rule=contradiction.evidence.rule,
        line=contradiction.line,
    )


def _finding(grid: Grid, contradiction: Contradiction, probability: float, config: CheckSettings) -> Finding:
    mention, counterpart = contradiction.mention, contradiction.counterpart
    first, second = grid[mention].number, grid[counterpart].number
    difference, slip = stated_difference(grid, mention, counterpart), slip_between(first, second)
    pair, evidence = (mention, counterpart), contradiction.evidence
    members = contradiction.fact.mentions
    right = right_by_sums(grid, pair, evidence.footing, members)
    share, remark = share_of_larger(difference, first.value, second.value), remark_on(slip, first, second)
    return Finding(
        fingerprint=contradiction.fingerprint,
        fact=contradiction.fact,
        mention=mention,
        counterpart=counterpart,
        relation=compare(first, second).relation,
        slip=slip,
        difference=difference,
        same_fact=contradiction.evidence.same_fact,
        probability=probability,
        severity=severity_of(probability, share, config, remark),
        reasons=reasons_for(
            grid,
            pair,
            (evidence.agreeing, evidence.differing),
            evidence.footing,
            members,
            statements=evidence.statements,
        ),
        right=right,
        explanation=stated_elsewhere(grid, pair, slip, right=right, fact=members),
        share=share,
        remark=remark,
    )


def _gravity(finding: Finding) -> tuple[int, float, Decimal, int]:
    """Order by severity, then probability, then size, then place."""
    size = abs(finding.difference) if finding.difference is not None else Decimal(0)
    return _SEVERITIES.index(finding.severity), -finding.probability, -size, finding.mention


def _likeliest(left: LeftOpen) -> tuple[bool, float, int]:
    """Order by how likely an error is; last are those whose numbers both fit where they stand."""
    return left.two_facts, -left.probability, left.mention
