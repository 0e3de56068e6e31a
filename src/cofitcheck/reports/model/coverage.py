"""What was checked and what was not, in all and table by table, for every kind of report."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from cofitcheck.caching import once_a_document
from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.ledger import Ledger, Outcome
from cofitcheck.checks.model import Finding, Gap, NotChecked, Severity
from cofitcheck.checks.repeats.witnesses import Witnesses
from cofitcheck.facts import FactSet, Usage
from cofitcheck.numbers import Relation
from cofitcheck.reports.model.report import Report

AGREEING = frozenset({Relation.EQUAL, Relation.CONSISTENT})


COUNTS = (
    "tables", "mentions", "compared_mentions", "checked", "unchecked", "unreached", "only_left_open",
    "missed", "not_checked_count", "facts", "passed", "contradicted", "undecided", "left_open",
    "not_comparable", "findings",
)  # fmt: skip
"""The names of the counts of a report, or of several reports together."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The counts of a report, which every kind of output takes from here.

    `mentions` are the numbers of tables: `checked` and `unchecked` ones. Of the unchecked ones `unreached`
    are in no check, and `only_left_open` are in no other check than a fact or a sum left open.
    `facts` are those that `passed`, those `contradicted` by a finding, those `left_open` (likelier two facts
    than one stated wrongly) and those `not_comparable`; the last two together are `undecided`.
    `references` counts notes and years that are named wrongly. `set_aside` counts findings that the user
    chose not to be told; a fact that one of these contradicts is among the contradicted ones.
    """

    tables: int
    mentions: int
    compared_mentions: int
    facts: int
    passed: int
    undecided: int
    severities: dict[Severity, int]
    left_open: int
    not_checked: tuple[NotChecked, ...]
    usage: Usage | None
    ledger: Ledger
    references: int = 0
    set_aside: int = 0

    @property
    def findings(self) -> int:
        """The number of findings of any severity."""
        return sum(self.severities.values())

    def at_least(self, least: Severity) -> int:
        """Return the number of findings of a severity or more; a wrong reference is of medium severity."""
        references = self.references if Severity.MEDIUM.reaches(least) else 0
        return references + sum(n for severity, n in self.severities.items() if severity.reaches(least))

    @property
    def weight(self) -> tuple[int, ...]:
        """How urgent the document is beside others: its findings, then what is left open, then what was not
        read.

        Compare two weights to order documents.
        """
        return (*(self.severities[severity] for severity in Severity), self.left_open, self.missed)

    @property
    def not_checked_count(self) -> int:
        """How many things were not checked, all reasons together."""
        return sum(item.count for item in self.not_checked)

    @property
    def checked(self) -> int:
        """How many numbers some check confirms or contradicts."""
        return self.ledger.checked

    @property
    def unchecked(self) -> int:
        """How many numbers no check confirms or contradicts."""
        return self.ledger.unchecked

    @property
    def unreached(self) -> int:
        """How many numbers are in no check."""
        return self.ledger.unreached

    @property
    def only_left_open(self) -> int:
        """How many numbers are in a fact left open, and in no other check."""
        return self.unchecked - self.unreached

    @property
    def contradicted(self) -> int:
        """How many facts a finding contradicts."""
        return self.facts - self.passed - self.undecided

    @property
    def not_comparable(self) -> int:
        """How many facts have numbers that cannot be compared."""
        return self.undecided - self.left_open

    @property
    def counts(self) -> dict[str, int]:
        """All counts by their names, findings by severity among them."""
        named = {name: getattr(self, name) for name in COUNTS}
        return named | {severity.value: count for severity, count in self.severities.items()}

    @property
    def missed(self) -> int:
        """How many numbers, tables, pages and facts could not be read or could not be compared."""
        gaps = (Gap.NOT_READ, Gap.NOT_COMPARED)
        return sum(item.count for item in self.not_checked if item.gap in gaps)


def coverage(report: Report) -> Coverage:
    """Return the counts of `report`. Nothing that was not checked counts as passed."""
    with_finding = facts_with_finding(report)
    found = Counter(finding.severity for finding in report.found)
    return Coverage(
        tables=len(report.document.tables),
        mentions=len(report.document.mentions),
        compared_mentions=len({index for fact in report.facts for index in fact.mentions}),
        facts=len(report.facts),
        passed=report.passed,
        undecided=max(0, len(report.facts) - report.passed - len(with_finding)),
        severities={severity: found[severity] for severity in Severity},
        left_open=sum(left.fact is not None for left in report.kept_open),
        not_checked=not_checked(report),
        usage=report.usage,
        ledger=report.ledger,
        references=len(report.references),
        set_aside=len(report.set_aside),
    )


def not_checked(report: Report) -> tuple[NotChecked, ...]:
    """Return what the checks listed as not checked, and every unread table that they did not list."""
    listed = {item.element for item in report.not_checked if item.element is not None}
    unread = (
        NotChecked.of_table(table) for table in report.document.unread if table.place.element not in listed
    )
    return (*report.not_checked, *unread)


def ordered(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings in order of importance: severity first, then how likely each is an error."""
    ranks = {severity: rank for rank, severity in enumerate(Severity)}
    return sorted(findings, key=lambda finding: (ranks[finding.severity], -finding.probability))


def facts_with_finding(report: Report) -> set[int]:
    """Return the indices of the facts that a finding contradicts, also one that is set aside."""
    aside = (each.finding for each in report.set_aside if isinstance(each.finding, Finding))
    return {finding.fact.index for finding in (*report.found, *aside) if finding.fact is not None}


def without_finding(report: Report) -> list[FactSet]:
    """Return the facts without a finding, in document order of their first mention."""
    with_finding = facts_with_finding(report)
    facts = (fact for fact in report.facts if fact.index not in with_finding)
    return sorted(facts, key=lambda fact: fact.mentions)


@once_a_document
def facts_agreeing(report: Report) -> frozenset[int]:
    """Return the indices of the facts that passed.

    The comparison is that of the check: numbers that differ by a convention of signs pass.
    """
    grid = Grid(report.document)
    return frozenset(fact.index for fact in report.facts if Witnesses(grid, fact, CheckSettings()).all_agree)


@dataclass(frozen=True, slots=True)
class TableAccount:
    """How many numbers of a table have which outcome.

    `table` is its index. Each number counts once. It counts as `found` where it is in a finding, otherwise as
    `agree` where a check confirms it, otherwise as `undecided` where it is left open; `unchecked` are in no
    check. The numbers that are checked are those of `found` and `agree`. `anchor` is the first mention that a
    check reaches, None where no check reaches any.
    """

    table: int
    agree: int
    found: int
    undecided: int
    unchecked: int
    anchor: int | None

    @property
    def numbers(self) -> int:
        """How many numbers the table has."""
        return self.agree + self.found + self.undecided + self.unchecked


def by_table(report: Report) -> list[TableAccount]:
    """Return the account of every table, in document order."""
    fared: dict[int, Counter[Outcome | None]] = defaultdict(Counter)
    anchors: dict[int, int] = {}
    for mention in report.document.mentions:
        checks = report.ledger.of(mention.index)
        fared[mention.table][_weightiest({check.outcome for check in checks})] += 1
        if checks:
            anchors.setdefault(mention.table, mention.index)
    return [
        TableAccount(
            table.index,
            agree=fared[table.index][Outcome.AGREES],
            found=fared[table.index][Outcome.CONTRADICTED],
            undecided=fared[table.index][Outcome.LEFT_OPEN],
            unchecked=fared[table.index][None],
            anchor=anchors.get(table.index),
        )
        for table in report.document.tables
    ]


def _weightiest(outcomes: Collection[Outcome]) -> Outcome | None:
    ordered = (Outcome.CONTRADICTED, Outcome.AGREES, Outcome.LEFT_OPEN)
    return next((outcome for outcome in ordered if outcome in outcomes), None)
