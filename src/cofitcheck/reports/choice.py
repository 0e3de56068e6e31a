"""Which findings a report tells, and which it sets aside: those are counted and listed, and never dropped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cofitcheck.checks.model import Aside, FindingKind
from cofitcheck.reports.baseline import Baseline, set_aside
from cofitcheck.reports.materiality import Materiality, below
from cofitcheck.reports.report import Report, SetAside

REFERENCE = "reference"
"""The kind of a note or of years that are named wrongly, beside those of findings."""
KINDS = (*(kind.value for kind in FindingKind), REFERENCE)


@dataclass(frozen=True, slots=True)
class Choice:
    """What the user wants to be told: findings of these `kinds` (of `KINDS`), that no `baseline` sets aside
    and that are of `materiality`."""

    kinds: frozenset[str] = frozenset(KINDS)
    baseline: Baseline | None = None
    materiality: Materiality | None = None

    @classmethod
    def of(
        cls,
        select: Iterable[str] = (),
        ignore: Iterable[str] = (),
        baseline: Baseline | None = None,
        materiality: Materiality | None = None,
    ) -> Choice:
        """Return the choice of the kinds in `select` (none: all) that are not in `ignore`."""
        return cls(frozenset(select or KINDS) - frozenset(ignore), baseline, materiality)

    def __str__(self) -> str:
        kinds = ", ".join(kind for kind in KINDS if kind in self.kinds) or "none"
        aside = f"; {len(self.baseline.findings)} in a baseline" if self.baseline else ""
        return f"{kinds}{aside}" + (f"; material from {self.materiality}" if self.materiality else "")


def choose(report: Report, choice: Choice) -> Report:
    """Return the report with what is not chosen set aside."""
    report = report.without(_not_selected(report, choice.kinds))
    if choice.baseline:
        report = set_aside(report, choice.baseline)
    return below(report, choice.materiality) if choice.materiality else report


def _not_selected(report: Report, kinds: frozenset[str]) -> list[SetAside]:
    findings = [SetAside(each, Aside.NOT_SELECTED) for each in report.found if each.kind not in kinds]
    if REFERENCE in kinds:
        return findings
    return findings + [SetAside(each, Aside.NOT_SELECTED) for each in report.references]
