"""What every kind of check takes and gives, so that a check is one entry of a list."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from cofitcheck.checks.bookkeeping import Confirmed
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.model import (
    Finding,
    Gap,
    LeftOpen,
    NotChecked,
    ReferenceFinding,
    RightReference,
    TextAccount,
)
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.deadline import NEVER, Deadline
from cofitcheck.document import UncheckedCode, UncheckedReason


@dataclass(frozen=True)
class CheckResult:
    """What one check says of a document, or several checks together.

    `holding` has what comes out as stated. `footed` are the mentions in sums that hold, `totals` those that
    are the sum of others of their column. `passed` counts the facts whose mentions all agree. `text` says
    what became of the numbers in sentences, `references` has notes and years that are named wrongly,
    `right_references` those that are right, and `remarks` what else there is to say. A check leaves empty
    what it does not speak of.
    """

    findings: tuple[Finding, ...] = ()
    holding: tuple[Confirmed, ...] = ()
    footed: frozenset[int] = frozenset()
    totals: frozenset[int] = frozenset()
    passed: int = 0
    left_open: tuple[LeftOpen, ...] = ()
    not_checked: tuple[NotChecked, ...] = ()
    text: TextAccount = field(default_factory=TextAccount)
    references: tuple[ReferenceFinding, ...] = ()
    right_references: tuple[RightReference, ...] = ()
    remarks: tuple[UncheckedReason, ...] = ()

    @property
    def in_findings(self) -> frozenset[int]:
        """The mentions of the findings: those that may be wrong, and those they are compared with."""
        return frozenset(mention for each in self.findings for mention in (each.mention, each.counterpart))


@dataclass(frozen=True)
class Known:
    """What a check may know: the document, the mentions that another table repeats (`tied`), and what the
    checks before it say.

    When the `deadline` has passed a check ends, and lists what it has not reached.
    """

    grid: Grid
    settings: CheckSettings
    tied: frozenset[int] = frozenset()
    before: CheckResult = field(default_factory=CheckResult)
    deadline: Deadline = NEVER


def not_reached(
    what: str, count: int, deadline: Deadline, *, numbers: bool = False
) -> tuple[NotChecked, ...]:
    """Return the entry for so many things that were not reached before the deadline; of none, nothing.

    `what` has its words in `reports.gaps`.
    """
    if not count:
        return ()
    reason = UncheckedReason.of(UncheckedCode.OUT_OF_TIME, seconds=deadline.seconds)
    return (NotChecked(what, reason, count, gap=Gap.NOT_COMPARED, numbers=numbers),)


class DocumentCheck(Protocol):
    """One kind of check, with the models that it needs."""

    stage: ClassVar[str]
    """What progress, and the seconds of a report, call it."""

    def run(self, known: Known) -> CheckResult:
        """Return what this check adds to what is known."""
        ...
