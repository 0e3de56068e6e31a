"""Add up the tables of a document: the numbers that its sums confirm, and the sums that do not come out.

A sum that is off by a few units counts where the other sums of the document come out to the unit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import ClassVar

import numpy as np

from cofitcheck.checks.evidence.addends import names_closing, names_result
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.rounding import log_exact, says_rounded
from cofitcheck.checks.evidence.statement_lines import compared, lines_by_table, names_sum, rows_of_sums
from cofitcheck.checks.ledger import CheckKind, Confirmed
from cofitcheck.checks.model import Finding, FindingKind, Gap, LeftOpen, NotChecked
from cofitcheck.checks.protocol import CheckResult, Known, not_reached
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.sums.features import SumModel
from cofitcheck.checks.sums.findings import kind_of
from cofitcheck.checks.sums.instance import Instance, ReadMatrix
from cofitcheck.checks.sums.judged import judged
from cofitcheck.checks.sums.proven import AMOUNTS_AND_COUNTS, is_added_as_printed, is_contiguous
from cofitcheck.checks.sums.table import TableSums, sums_of
from cofitcheck.checks.sums.unexplained_breaks import unexplained_breaks
from cofitcheck.deadline import NEVER, Deadline
from cofitcheck.document import Mention, Table, UncheckedCode, UncheckedReason
from cofitcheck.numbers import Kind
from cofitcheck.numbers.printed import read_printed

_NOUGHT = (Kind.DASH, Kind.NIL)

_FARTHEST = 3
"""The most units by which a sum is off by a few. A larger miss is an ordinary break."""
_EVIDENCE = 2.0
"""How many digits must speak against chance where no other column keeps the sum to the unit."""
_BY_CHANCE = 0.15
"""The share of documents, at most, in which rounded numbers come out to the unit as often as in this one."""
_SHARE = 10
"""How many sums must come out to the unit for each further one that is off. With fewer, numbers are
rounded."""
_LEAST = 100
"""How many units a total must be away from nought and from each of its parts. A nearer one is near by
chance."""
_LEAST_ALONE = 1000
"""The same where no other column keeps the sum to the unit."""
TOLD, OPEN = 0.6, 0.3
"""The probability that a sum that is off is an error: where it is the only one of the document that is off,
and where a few are."""
_CONFIRMED = {FindingKind.ROLL_FORWARD: CheckKind.ROLL_FORWARD, FindingKind.DERIVED: CheckKind.DERIVED}


@dataclass(frozen=True)
class SumsChecked:
    """What the sums of a document say.

    `findings` are the sums that break, `holding` those that hold. `cancelling` are the parts of totals that
    are printed as a dash. `left_open` are sums that break and are likelier no sum than an error.
    """

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
    """Yield what each sum that holds confirms: its kind, its numbers, and whether it comes out exactly."""
    for instance in holding:
        kind = _CONFIRMED.get(kind_of(grid, instance))
        parts = (mention for mention, _ in instance.addends)
        exact = not instance.residual
        yield Confirmed(kind or _plain_kind(instance.sheet), (*parts, instance.total), exact)


def _plain_kind(sheet: ReadMatrix) -> CheckKind:
    return CheckKind.SUM if sheet.down else CheckKind.CROSS_SUM


def cancelling(table: Table, sums: TableSums) -> Iterator[tuple[ReadMatrix, tuple[int, ...]]]:
    """Yield, for each total that is printed as a dash, its matrix and its parts (mentions) where these
    cancel.

    More lines of the table must keep the relation than break it. Where the parts do not cancel, nothing is
    yielded: the dash may say that the total means nothing there.
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


@dataclass
class Exactness:
    """How often the sums of a document come out to the unit, by measure and unit.

    `exact` are the totals that do, each with the logarithm of how often it would by chance. `near` are the
    sums that come out only within what rounding allows. `off` are those that are off by a few units.
    """

    exact: dict[tuple[str, int], dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    near: dict[tuple[str, int], dict[int, Instance]] = field(default_factory=lambda: defaultdict(dict))
    off: dict[tuple[str, int], dict[int, Instance]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, sums: TableSums, mentions: Sequence[Mention], rows: Collection[int]) -> None:
        """Take in the sums of a table with these mentions.

        `rows` are its rows that others come to, if it is a statement.
        """
        plain = [each for each in sums.holding if _is_plain(each)]
        for each in plain:
            if not each.residual and (each.is_no_chance or _is_named(each, rows)):
                self.exact[_unit(each)][each.total] = log_exact(each.parts)
        known = {each.total for each in sums.breaks}
        known |= {each.total for each in sums.holding if each.sheet.down and not each.residual}
        near = [each for each in plain if each.total not in known and _is_named(each, rows)]
        for each in near:
            self.near[_unit(each)].setdefault(each.total, each)
        off = [replace(each, tolerance=0) for each in near if _is_off(each, rows)]
        told = [each for each in sums.breaks if _is_plain(each)]
        told = [each for each in told if _is_named(each, rows) and _is_off(each, rows)]
        for each in (*unexplained_breaks(off, (), (), mentions), *told):
            self.off[_unit(each)].setdefault(each.total, each)

    def probabilities(self) -> Mapping[Instance, float]:
        """Return how probably each sum that is off is an error, without those that are rounding."""
        found: dict[Instance, float] = {}
        for unit, off in self.off.items():
            exact, errors = self.exact[unit], _apart([*{**self.near[unit], **off}.values()])
            if (errors - 1) * _SHARE <= len(exact):
                sure = errors == 1 and sum(exact.values()) <= log(_BY_CHANCE)
                found |= dict.fromkeys(off.values(), TOLD if sure else OPEN)
        return found


def _apart(off: Sequence[Instance]) -> int:
    """Count the groups of sums that share a number. One wrong number may break all sums of a group."""
    groups: list[set[int]] = []
    for each in off:
        cells = set(each.stated)
        near = [group for group in groups if group & cells]
        groups = [group for group in groups if not group & cells] + [cells.union(*near)]
    return len(groups)


def _is_plain(each: Instance) -> bool:
    matrix = each.sheet.matrix
    amounts = each.sheet.down and matrix.measure in AMOUNTS_AND_COUNTS and not matrix.truncated
    return amounts and is_added_as_printed(each)


def _is_named(each: Instance, rows: Collection[int]) -> bool:
    matrix, total = each.sheet.matrix, each.relation.total
    return (_is_a_sum(each, rows) or names_result(matrix.row_labels[total])) and is_contiguous(each)


def _is_off(each: Instance, rows: Collection[int]) -> bool:
    """Tell whether a total below its lines misses them by a few units, and each line is larger than that.

    `rows` are the rows of the table that others come to.
    """
    values, relation = each.sheet.matrix.values[:, each.column], each.relation
    total = int(values[relation.total])
    parts = [sign * int(values[line]) for line, sign in relation.addends]
    apart = min(abs(total - part) for part in (0, *parts))
    least = min((abs(part) for part in parts if part), default=0)
    few = 0 < abs(each.residual) <= _FARTHEST * each.unit < least
    if not few or relation.upwards or _is_off_elsewhere(each):
        return False
    return apart >= each.unit * (_LEAST if each.kept_to_the_unit else _LEAST_ALONE) and (
        each.kept_to_the_unit > 0 or (relation.evidence >= _EVIDENCE and _is_a_sum(each, rows))
    )


def _is_off_elsewhere(each: Instance) -> bool:
    """Tell whether another column misses the sum too. Then a line is not printed, or numbers are rounded."""
    return int(each.relation.applies(each.sheet.matrix).sum()) > 1 + each.kept_to_the_unit


def _is_a_sum(each: Instance, rows: Collection[int]) -> bool:
    """Tell whether a line has the name of a sum, or is in one of `rows`."""
    matrix, relation = each.sheet.matrix, each.relation
    path = matrix.row_labels[relation.total]
    return (
        matrix.rows[relation.total] in rows
        or matrix.row_totals[relation.total]
        or names_closing(path)
        or names_sum(compared(path))
    )


def _unit(each: Instance) -> tuple[str, int]:
    return each.sheet.matrix.measure.value, each.sheet.matrix.exponent
