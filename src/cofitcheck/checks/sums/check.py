"""The sums of a document: which numbers they check, and which of them they contradict."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

import numpy as np

from cofitcheck.checks.bookkeeping import Confirmed
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.fingerprint import place_name
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.model import Calculation, Finding, FindingKind, Severity
from cofitcheck.checks.protocol import CheckResult, Known
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.sums.features import SumModel, changes, features
from cofitcheck.checks.sums.findings import Group, grouped, kind_of, most_likely_wrong, reasons
from cofitcheck.checks.sums.instance import Instance, ReadMatrix, is_a_digit_off, stale_cells
from cofitcheck.checks.sums.table import TableSums, sums_of
from cofitcheck.document import Cell, Document, Table
from cofitcheck.language.lexicon import ROUNDING_REMARKS
from cofitcheck.numbers import Kind, Relation, Slip
from cofitcheck.numbers.printed import read_printed

_STALE = 0.9
"""A column that states what the one beside it states, row after row, and breaks a sum that that one keeps."""
_STATED = 0.97
"""What breaks a sum that formulas of the same line state: its number was typed, or adds up other cells."""

_NOUGHT = (Kind.DASH, Kind.NIL)

_REMARK = re.compile(ROUNDING_REMARKS, re.IGNORECASE)
_SHORTEST = 4
"""A cell of fewer characters holds no remark."""

_NUMBER_ENDS = "0123456789)%"
"""What a cell that holds a number ends with: most cells, which need not be searched."""


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


@dataclass(frozen=True)
class SumsCheck:
    """Adds up the tables of a document."""

    model: SumModel
    stage: ClassVar[str] = "sums"

    def run(self, known: Known) -> CheckResult:
        """Return the sums that break, those that hold, and the mentions in them."""
        checked = check_sums(known.grid, self.model, known.settings, known.tied)
        return CheckResult(
            findings=checked.findings,
            holding=(*confirmed(known.grid, checked.holding), *checked.cancelling),
            footed=frozenset(checked.footed),
            totals=frozenset(checked.totals),
        )


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
        sums = sums_of(grid, table.index)
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
    probabilities = np.maximum(judged, [_known(each) for each in sums.breaks])
    for group in grouped(sums.breaks, probabilities):
        if group.probability >= settings.threshold:
            yield group.head, _finding(grid, sums, group, settings, tied)


def _known(broken: Instance) -> float:
    """Return how probably a sum that breaks is an error by what trees cannot see; 0 where nothing tells."""
    if broken.relation.formulas:
        return _STATED
    return _STALE if stale_cells(broken) or is_a_digit_off(broken) else 0.0


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


def says_rounded(document: Document) -> bool:
    """Tell whether words in a table or in the text say that rounded parts need not add up to their total."""
    return any(map(_REMARK.search, _texts(document)))


def _texts(document: Document) -> Iterator[str]:
    for table in document.tables:
        yield table.caption
        yield from (cell.text for cell in table.cells if _may_be_remark(cell))
    yield from (passage.text for passage in document.passages)


def _may_be_remark(cell: Cell) -> bool:
    return len(cell.text) >= _SHORTEST and cell.text[-1] not in _NUMBER_ENDS
