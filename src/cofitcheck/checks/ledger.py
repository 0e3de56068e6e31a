"""The ledger: for every number of a document, what checked it and with what outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from cofitcheck.checks.model import Finding, FindingKind, LeftOpen
from cofitcheck.document import Document, Mention
from cofitcheck.facts import FactSet


class Outcome(StrEnum):
    """What a check says of a number."""

    AGREES = "agrees"
    CONTRADICTED = "contradicted"
    LEFT_OPEN = "left open"


class CheckKind(StrEnum):
    """What checked a number; its letter is an auditor's tick mark."""

    REPEAT = "repeat"
    SUM = "sum"
    CROSS_SUM = "cross_sum"
    ROLL_FORWARD = "roll_forward"
    DERIVED = "derived"
    TEXT = "text"


TICKS = {
    CheckKind.REPEAT: "T",
    CheckKind.SUM: "F",
    CheckKind.CROSS_SUM: "CF",
    CheckKind.ROLL_FORWARD: "RF",
    CheckKind.DERIVED: "R",
    CheckKind.TEXT: "S",
}
"""The tick of each kind: tied to another statement, footed, cross-footed, rolled forward, recalculated, said
in a sentence."""
_KINDS = {
    FindingKind.REPEAT: CheckKind.REPEAT,
    FindingKind.SUM: CheckKind.SUM,
    FindingKind.ROLL_FORWARD: CheckKind.ROLL_FORWARD,
    FindingKind.IDENTITY: CheckKind.SUM,
    FindingKind.DERIVED: CheckKind.DERIVED,
    FindingKind.TEXT: CheckKind.TEXT,
}


@dataclass(frozen=True, slots=True)
class Check:
    """One check of one number: the other mentions that take part, and its outcome."""

    kind: CheckKind
    outcome: Outcome
    others: tuple[int, ...]


@dataclass(frozen=True)
class Ledger:
    """The checks of each mention by its index; a mention that nothing checked has none."""

    mentions: int = 0
    checks: Mapping[int, tuple[Check, ...]] = field(default_factory=dict)

    def of(self, mention: Mention | int) -> tuple[Check, ...]:
        """Return the checks of a mention, or of the one with that index."""
        return self.checks.get(mention if isinstance(mention, int) else mention.index, ())

    @property
    def checked(self) -> int:
        """How many numbers some check confirms or contradicts."""
        decided = (Outcome.AGREES, Outcome.CONTRADICTED)
        return sum(any(check.outcome in decided for check in each) for each in self.checks.values())

    @property
    def by_kind(self) -> dict[CheckKind, int]:
        """How many numbers each kind of check confirms or contradicts; a number may be under several."""
        counted: Counter[CheckKind] = Counter()
        for each in self.checks.values():
            counted.update({check.kind for check in each if check.outcome is not Outcome.LEFT_OPEN})
        return {kind: counted[kind] for kind in CheckKind}

    @property
    def unchecked(self) -> int:
        """How many numbers nothing confirms or contradicts."""
        return self.mentions - self.checked

    @property
    def unreached(self) -> int:
        """How many numbers are in no check at all, not even left open."""
        return self.mentions - len(self.checks)


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A calculation that comes out as stated: the mentions that take part, the total last, and its kind;
    `exact` tells whether it comes out to the unit."""

    kind: CheckKind
    mentions: tuple[int, ...]
    exact: bool = True


def repeated(agreeing: Iterable[FactSet]) -> Iterator[Confirmed]:
    """Yield the facts whose mentions all agree, as confirmed."""
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
