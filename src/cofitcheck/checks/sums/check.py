"""The sums of a document: which numbers they check, and which of them they contradict."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from cofitcheck.checks.bookkeeping import Confirmed
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.rounding import says_rounded
from cofitcheck.checks.fingerprint import place_name
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.model import Calculation, Finding, FindingKind, Severity
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.sums.features import changes, features
from cofitcheck.checks.sums.findings import Group, grouped, most_likely_wrong
from cofitcheck.checks.sums.instance import Instance, ReadMatrix
from cofitcheck.checks.sums.model import SumModel
from cofitcheck.checks.sums.nil_totals import cancelling
from cofitcheck.checks.sums.stale import stale_cells
from cofitcheck.checks.sums.table import TableSums
from cofitcheck.checks.sums.telling import kind_of, reasons
from cofitcheck.numbers import Relation, Slip

_STALE = 0.9
"""A column that states what the one beside it states, row after row, and breaks a sum that that one keeps."""
_STATED = 0.97
"""What breaks a sum that formulas of the same line state: its number was typed, or adds up other cells."""


@dataclass(frozen=True)
class SumsChecked:
    """What the sums of a document say: the findings, every sum that holds, and the parts of totals that are
    printed as a dash."""

    findings: tuple[Finding, ...]
    holding: tuple[Instance, ...]
    cancelling: tuple[Confirmed, ...] = ()

    @property
    def footed(self) -> set[int]:
        """The mentions that stand in a sum that holds."""
        stated = {mention for each in self.holding for mention in each.stated}
        return stated.union(*(each.mentions for each in self.cancelling))

    @property
    def totals(self) -> set[int]:
        """The mentions that are the sum of others of their column."""
        return {each.total for each in self.holding if each.sheet.down}


def check_sums(
    grid: Grid, model: SumModel, settings: CheckSettings, tied: Collection[int] = ()
) -> SumsChecked:
    """Add up the tables of a document; `tied` are the mentions that another table repeats.

    A unit more than rounding allows is a notice, and nothing where the document says that its rounded
    numbers may not add up.
    """
    findings: list[Finding] = []
    holding: list[Instance] = []
    nought: list[Confirmed] = []
    rounded = says_rounded(grid.document)
    for table in grid.document.tables:
        sums = TableSums(grid.table(table.index), grid.document.formulas)
        holding += sums.holding
        nought += (Confirmed(_plain_kind(sheet), parts) for sheet, parts in cancelling(table, sums))
        if sums.breaks:
            told = _findings(grid, sums, model, settings, tied)
            findings += (each for head, each in told if not (rounded and head.nearly_holds))
    return SumsChecked(tuple(findings), tuple(holding), tuple(nought))


def _findings(
    grid: Grid, sums: TableSums, model: SumModel, settings: CheckSettings, tied: Collection[int]
) -> Iterator[tuple[Instance, Finding]]:
    """Yield the findings of a table, each with the sum that breaks plainest."""
    judged = model.probabilities(features(sums, grid.document.mentions, tied))
    known = [
        _STATED if each.relation.formulas else _STALE if stale_cells(each) else 0.0 for each in sums.breaks
    ]
    probabilities = np.maximum(judged, known)
    for group in grouped(sums.breaks, probabilities):
        if group.probability >= settings.threshold:
            yield group.head, _finding(grid, sums, group, settings, tied)


def _finding(
    grid: Grid, sums: TableSums, group: Group, settings: CheckSettings, tied: Collection[int]
) -> Finding:
    head = group.head
    wrong, slip = most_likely_wrong(sums, group, tied)
    # Where one slip explains the miss, numbers that stayed what they were are none.
    stale = stale_cells(head) if slip is Slip.OTHER else ()
    wrong = stale[0] if stale else wrong
    calculation = calculation_of(head)
    last = next((mention for mention, _ in reversed(head.addends) if mention != wrong), head.total)
    off = in_base_units(head, changes(head)[wrong])
    mended = (grid[wrong].number.value or Decimal(0)) + off
    largest = max(abs(calculation.stated), abs(calculation.computed))
    return Finding(
        fingerprint=_name(grid, head),
        fact=None,
        mention=wrong,
        counterpart=last if wrong == head.total else head.total,
        relation=Relation.INCONSISTENT,
        slip=slip,
        difference=-off,
        same_fact=None,
        probability=group.probability,
        severity=_severity(head, abs(off) / largest if largest else Decimal(1), group.probability, settings),
        reasons=reasons(grid, group, wrong, len(stale)),
        kind=kind_of(grid, head),
        calculation=calculation,
        # One number alone does not mend a column of another year.
        mended=None if stale else mended,
    )


def confirmed(grid: Grid, holding: Iterable[Instance]) -> Iterator[Confirmed]:
    """Yield the calculations that hold, of each total the plainest in each direction."""
    for instance in holding:
        kind = _CONFIRMED.get(kind_of(grid, instance))
        parts = (mention for mention, _ in instance.addends)
        yield Confirmed(kind or _plain_kind(instance.sheet), (*parts, instance.total))


def _plain_kind(sheet: ReadMatrix) -> CheckKind:
    return CheckKind.SUM if sheet.down else CheckKind.CROSS_SUM


_CONFIRMED = {FindingKind.ROLL_FORWARD: CheckKind.ROLL_FORWARD, FindingKind.DERIVED: CheckKind.DERIVED}


def calculation_of(instance: Instance) -> Calculation:
    """Return what an instance adds up, in base units."""
    matrix, relation = instance.sheet.matrix, instance.relation
    stated = in_base_units(instance, int(matrix.values[relation.total, instance.column]))
    return Calculation(
        total=instance.total,
        addends=instance.addends,
        stated=stated,
        computed=stated - in_base_units(instance, instance.residual),
        tolerance=in_base_units(instance, instance.tolerance) / 2,
        across=not instance.sheet.down,
        kept=relation.held,
        broken=relation.broken,
    )


def in_base_units(instance: Instance, units: int) -> Decimal:
    """Return so many units of an instance's matrix in base units."""
    return Decimal(units).scaleb(instance.sheet.matrix.exponent)


def _severity(head: Instance, share: Decimal, probability: float, settings: CheckSettings) -> Severity:
    if head.nearly_holds:
        return Severity.NOTICE
    return Severity.HIGH if probability >= settings.high and share >= settings.tiny else Severity.MEDIUM


def _name(grid: Grid, head: Instance) -> str:
    total = grid[head.total]
    return place_name(total, grid.document.tables[total.table].title + " / " + str(len(head.addends)))
