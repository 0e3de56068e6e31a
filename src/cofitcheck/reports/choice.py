"""Which findings a report tells, and which it sets aside: those are counted and listed, and never dropped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cofitcheck.checks.model import Aside, FindingKind
from cofitcheck.reports.report import Report, SetAside

REFERENCE = "reference"
"""The kind of a note or of years that are named wrongly, beside those of findings."""
KINDS = (*(kind.value for kind in FindingKind), REFERENCE)


@dataclass(frozen=True, slots=True)
class Choice:
    """What the user wants to be told: `kinds` are those of findings, of `KINDS`."""

    kinds: frozenset[str] = frozenset(KINDS)

    @classmethod
    def of(cls, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> Choice:
        """Return the choice of the kinds in `select` (none: all) that are not in `ignore`."""
        return cls(frozenset(select or KINDS) - frozenset(ignore))

    def __str__(self) -> str:
        return ", ".join(kind for kind in KINDS if kind in self.kinds) or "none"


def choose(report: Report, choice: Choice) -> Report:
    """Return the report with what is not chosen set aside."""
    aside = [SetAside(each, Aside.NOT_SELECTED) for each in report.found if each.kind not in choice.kinds]
    if REFERENCE not in choice.kinds:
        aside += [SetAside(each, Aside.NOT_SELECTED) for each in report.references]
    if not aside:
        return report
    gone = {id(each.finding) for each in aside}
    return replace(
        report,
        found=tuple(each for each in report.found if id(each) not in gone),
        references=tuple(each for each in report.references if id(each) not in gone),
        set_aside=(*report.set_aside, *aside),
    )
