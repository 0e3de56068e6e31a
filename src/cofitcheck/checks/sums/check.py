"""The sums of a document: which numbers they check, and which of them they contradict."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cofitcheck.checks.bookkeeping import Confirmed
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.rounding import says_rounded
from cofitcheck.checks.evidence.statement_lines import lines_by_table, rows_of_sums
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.model import Finding, FindingKind, Gap, LeftOpen, NotChecked
from cofitcheck.checks.protocol import CheckResult, Known, not_reached
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.sums.features import SumModel
from cofitcheck.checks.sums.findings import kind_of
from cofitcheck.checks.sums.instance import Instance, ReadMatrix
from cofitcheck.checks.sums.judged import judged
from cofitcheck.checks.sums.table import TableSums, sums_of
from cofitcheck.checks.sums.units import Exactness
from cofitcheck.deadline import NEVER, Deadline
from cofitcheck.document import Table, UncheckedCode, UncheckedReason
from cofitcheck.numbers import Kind
from cofitcheck.numbers.printed import read_printed

_NOUGHT = (Kind.DASH, Kind.NIL)


@dataclass(frozen=True)
class SumsChecked:
    """What the sums of a document say: the findings, every sum that holds, the parts of totals that are
    printed as a dash, and what breaks but is likelier no sum than an error."""

    findings: tuple[Finding, ...]
    holding: tuple[Instance, ...]
    cancelling: tuple[Confirmed, ...] = ()
    left_open: tuple[LeftOpen, ...] = ()
    left: int = 0
    """How many tables were not reached before the deadline."""

    @property
    def footed(self) -> set[int]:
        """The mentions that stand in a sum that holds."""
        stated = {mention for each in self.holding for mention in each.stated}
        return stated.union(*(each.mentions for each in self.cancelling))

    @property
    def totals(self) -> set[int]:
        """The mentions that are the sum of others of their column."""
        return {each.total for each in self.holding if each.sheet.down}


@dataclass(frozen=True)
class SumsCheck:
    """Adds up the tables of a document."""

    model: SumModel
    stage: ClassVar[str] = "sums"

    def run(self, known: Known) -> CheckResult:
        """Return the sums that break, those that hold, and the mentions in them."""
        checked = check_sums(known.grid, self.model, known.settings, known.tied, known.deadline)
        return CheckResult(
            findings=checked.findings,
            holding=(*confirmed(known.grid, checked.holding), *checked.cancelling),
            footed=frozenset(checked.footed),
            totals=frozenset(checked.totals),
            left_open=checked.left_open,
            not_checked=(
                *_undecided(len(checked.left_open)),
                *not_reached("tables not added up", checked.left, known.deadline),
            ),
        )


def _undecided(count: int) -> Iterator[NotChecked]:
    if count:
        yield NotChecked(
            "sums left open", UncheckedReason(UncheckedCode.PROBABLY_NO_SUM), count, gap=Gap.LEFT_OPEN
        )


def check_sums(
    grid: Grid,
    model: SumModel,
    settings: CheckSettings,
    tied: Collection[int] = (),
    deadline: Deadline = NEVER,
) -> SumsChecked:
    """Add up the tables of a document; `tied` are the mentions that another table repeats.

    A unit more than rounding allows is a notice, and nothing where the document says that its rounded
    numbers may not add up.
    """
    findings: list[Finding] = []
    left_open: list[LeftOpen] = []
    nought: list[Confirmed] = []
    rounded = says_rounded(grid.document)
    exactness, lines = Exactness(), lines_by_table(grid.document)
    added: list[TableSums] = []
    for table in deadline.until(grid.document.tables):
        sums = sums_of(grid, table.index)
        nought += (Confirmed(_plain_kind(sheet), parts) for sheet, parts in cancelling(table, sums))
        added.append(sums)
        if not rounded:
            exactness.add(sums, grid.table(table.index), rows_of_sums(lines[table.index]))
    off = exactness.probabilities()
    for table, sums in zip(grid.document.tables, added, strict=False):
        told, unsure = judged(grid, table.index, sums, model, settings, tied, off, rounded=rounded)
        findings += told
        left_open += unsure
    told_off = {(each.sheet, each.total) for each in off}
    holding = tuple(
        each
        for sums in added
        for each in (*sums.holding, *sums.of_one_part.holding)
        if (each.sheet, each.total) not in told_off
    )
    left = len(grid.document.tables) - len(added)
    return SumsChecked(tuple(findings), holding, tuple(nought), tuple(left_open), left)


def confirmed(grid: Grid, holding: Iterable[Instance]) -> Iterator[Confirmed]:
    """Yield the calculations that hold, of each total the plainest in each direction."""
    for instance in holding:
        kind = _CONFIRMED.get(kind_of(grid, instance))
        parts = (mention for mention, _ in instance.addends)
        exact = not instance.residual
        yield Confirmed(kind or _plain_kind(instance.sheet), (*parts, instance.total), exact)


def _plain_kind(sheet: ReadMatrix) -> CheckKind:
    return CheckKind.SUM if sheet.down else CheckKind.CROSS_SUM


_CONFIRMED = {FindingKind.ROLL_FORWARD: CheckKind.ROLL_FORWARD, FindingKind.DERIVED: CheckKind.DERIVED}


def cancelling(table: Table, sums: TableSums) -> Iterator[tuple[ReadMatrix, tuple[int, ...]]]:
    """Yield the parts (mentions) that come to nothing where their total is printed as a dash, and the matrix.

    The relation must be one that more lines of the table keep than break. Where the parts do not cancel,
    nothing is said: what the dash stands for may be that the total means nothing there.
    """
    nought = _printed_as_nought(table)
    if not nought:
        return
    for sheet in sums.sheets:
        matrix = sheet.matrix
        for relation in (each for each in sheet.relations if each.held > each.broken):
            lines = [line for line, _ in relation.addends]
            cancels = 2 * np.abs(relation.residual(matrix.values)) <= relation.tolerance(matrix)
            cancels &= ~matrix.stated[relation.total] & ((matrix.values[lines] != 0).sum(axis=0) >= 2)
            for column in np.nonzero(cancels)[0].tolist():
                place = matrix.rows[relation.total], matrix.columns[column]
                if (place if sheet.down else place[::-1]) in nought:
                    stated = (line for line in lines if matrix.stated[line, column])
                    yield sheet, tuple(int(matrix.mentions[line, column]) for line in stated)


def _printed_as_nought(table: Table) -> frozenset[tuple[int, int]]:
    """Return the rows and columns that cells with a dash, or with "nil", cover."""
    return frozenset(
        (cell.row, column)
        for cell in table.cells
        if (printed := read_printed(cell.text, decimal_comma=False)) and printed.kind in _NOUGHT
        for column in range(cell.column, cell.column + cell.columns)
    )
