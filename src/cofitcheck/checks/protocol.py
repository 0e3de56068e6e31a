"""What every kind of check takes and gives, so that a check is one entry of a list."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from cofitcheck.checks.bookkeeping import Confirmed
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.model import Finding, LeftOpen, NotChecked, TextAccount
from cofitcheck.checks.settings import CheckSettings


@dataclass(frozen=True)
class CheckResult:
    """What one check says of a document, or several checks together.

    `holding` has what comes out as stated. `footed` are the mentions in sums that hold, `totals` those that
    are the sum of others of their column. `passed` counts the facts whose mentions all agree. `text` says
    what became of the numbers in sentences. A check leaves empty what it does not speak of.
    """

    findings: tuple[Finding, ...] = ()
    holding: tuple[Confirmed, ...] = ()
    footed: frozenset[int] = frozenset()
    totals: frozenset[int] = frozenset()
    passed: int = 0
    left_open: tuple[LeftOpen, ...] = ()
    not_checked: tuple[NotChecked, ...] = ()
    text: TextAccount = field(default_factory=TextAccount)

    @property
    def accused(self) -> frozenset[int]:
        """The mentions that findings hold to be wrong, or hold another against."""
        return frozenset(mention for each in self.findings for mention in (each.mention, each.counterpart))


@dataclass(frozen=True)
class Known:
    """What a check may know: the document, the mentions that another table repeats (`tied`), and what the
    checks before it say."""

    grid: Grid
    settings: CheckSettings
    tied: frozenset[int] = frozenset()
    before: CheckResult = field(default_factory=CheckResult)


class DocumentCheck(Protocol):
    """One kind of check, with the models that it needs."""

    stage: ClassVar[str]
    """What progress, and the seconds of a report, call it."""

    def run(self, known: Known) -> CheckResult:
        """Return what this check adds to what is known."""
        ...
