"""The ledger: for every number of a document what checked it, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cofitcheck.document import Mention


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
"""Tied to another statement, footed, cross-footed, rolled forward, recalculated, said in a sentence."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check of one number: the other mentions that take part, and what came of it."""

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
