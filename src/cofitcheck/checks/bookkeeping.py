"""Enters what the checks of a document said into its ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cofitcheck.checks.ledger import Check, CheckKind, Ledger, Outcome
from cofitcheck.checks.model import Finding, FindingKind, LeftOpen
from cofitcheck.document import Document
from cofitcheck.facts import FactSet


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A calculation that comes out as stated: the mentions that take part, the total last, and its kind;
    `exact` tells whether it does to the unit."""

    kind: CheckKind
    mentions: tuple[int, ...]
    exact: bool = True


def repeated(agreeing: Iterable[FactSet]) -> Iterator[Confirmed]:
    """Yield facts whose mentions all agree as what they confirm."""
    return (Confirmed(CheckKind.REPEAT, fact.mentions) for fact in agreeing)


def make_ledger(
    document: Document,
    confirmed: Iterable[Confirmed],
    findings: Sequence[Finding],
    left_open: Iterable[LeftOpen],
) -> Ledger:
    """Enter all checks of a document, each mention's contradictions first and no check twice."""
    checks: dict[int, dict[Check, None]] = {}

    def enter(kind: CheckKind, outcome: Outcome, mentions: tuple[int, ...]) -> None:
        for mention in mentions:
            others = tuple(each for each in mentions if each != mention)
            checks.setdefault(mention, {})[Check(kind, outcome, others)] = None

    for finding in findings:
        enter(_KINDS[finding.kind], Outcome.CONTRADICTED, finding.mentions)
    for each in confirmed:
        enter(each.kind, Outcome.AGREES, each.mentions)
    for left in left_open:
        enter(_KINDS[left.kind], Outcome.LEFT_OPEN, left.mentions)
    return Ledger(len(document.mentions), {mention: tuple(each) for mention, each in sorted(checks.items())})


_KINDS = {
    FindingKind.REPEAT: CheckKind.REPEAT,
    FindingKind.SUM: CheckKind.SUM,
    FindingKind.ROLL_FORWARD: CheckKind.ROLL_FORWARD,
    FindingKind.IDENTITY: CheckKind.SUM,
    FindingKind.DERIVED: CheckKind.DERIVED,
    FindingKind.TEXT: CheckKind.TEXT,
}
