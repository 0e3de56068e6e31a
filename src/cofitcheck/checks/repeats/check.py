"""The facts that a document states several times, as one check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from cofitcheck.checks.bookkeeping import repeated
from cofitcheck.checks.model import Gap, NotChecked
from cofitcheck.checks.protocol import CheckResult, Known, not_reached
from cofitcheck.checks.repeats.compare import Checked, find_contradictions
from cofitcheck.checks.repeats.facets import explained
from cofitcheck.checks.repeats.pairs import compare_pairs
from cofitcheck.document import UncheckedCode, UncheckedReason
from cofitcheck.facts import FactSet, ScoredPairs


@dataclass(frozen=True)
class RepeatsCheck:
    """Compares the mentions of each fact. `scored` and `lines` are the pairs that the facts were made of;
    `by_rule` compares as the paper does."""

    facts: Sequence[FactSet]
    scored: ScoredPairs
    lines: Sequence[tuple[int, int, float]] = ()
    by_rule: bool = False
    stage: ClassVar[str] = "compare"

    def run(self, known: Known) -> CheckResult:
        """Return the contradictions, the facts that agree, and those that are left open."""
        document, settings = known.grid.document, known.settings
        checked = (
            compare_pairs(document, self.facts, settings)
            if self.by_rule
            else find_contradictions(document, self.facts, settings, known.deadline)
        )
        return CheckResult(
            findings=explained(checked.findings, self.scored, self.lines),
            holding=tuple(repeated(checked.agreeing)),
            passed=checked.passed,
            left_open=checked.left_open,
            not_checked=(
                *_undecided(checked),
                *not_reached("facts not reached", checked.left, known.deadline),
            ),
        )


def _undecided(checked: Checked) -> Iterator[NotChecked]:
    if checked.left_open:
        reason, count = UncheckedReason(UncheckedCode.PROBABLY_TWO_FACTS), len(checked.left_open)
        yield NotChecked("facts left open", reason, count, gap=Gap.LEFT_OPEN)
    if checked.not_comparable:
        reason, count = UncheckedReason(UncheckedCode.UNITS_DIFFER), checked.not_comparable
        yield NotChecked("facts that cannot be compared", reason, count, gap=Gap.NOT_COMPARED)
