"""How the numbers of each table fared: which agree, which are in a finding, and which no check reaches."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from cofitcheck.checks.ledger import Outcome
from cofitcheck.reports.report import Report


@dataclass(frozen=True, slots=True)
class TableAccount:
    """The numbers of a table by what came of their checks.

    `table` is its index. Each number counts once: as in a finding (`found`) before left open (`undecided`)
    before confirmed (`agree`); `unchecked` are in no check. `anchor` is the first mention that a check
    reaches, None where none does.
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
    ordered = (Outcome.CONTRADICTED, Outcome.LEFT_OPEN, Outcome.AGREES)
    return next((outcome for outcome in ordered if outcome in outcomes), None)
