"""Check the derived numbers of a document: which come out as stated, and which do not.

A number that does not may come out by another calculation than that of its two columns. That explains it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from typing import ClassVar

from cofitcheck.checks.derived.habits import Habits
from cofitcheck.checks.derived.operations import Worked, worked_out
from cofitcheck.checks.derived.trials import Derivation, Ranges
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.fingerprint import place_name
from cofitcheck.checks.ledger import CheckKind, Confirmed
from cofitcheck.checks.model import Calculation, Finding, FindingKind
from cofitcheck.checks.protocol import CheckResult, Known, not_reached
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.severity import remark_on_slip, severity_of, share_of_larger
from cofitcheck.deadline import NEVER, Deadline
from cofitcheck.numbers import Measure, Relation
from cofitcheck.numbers.relations import find_slip

_BESIDE = {
    Derivation.CHANGE: ReasonCode.CHANGES_BESIDE,
    Derivation.SHARE: ReasonCode.SHARES_BESIDE,
    Derivation.RATIO: ReasonCode.RATIOS_BESIDE,
    Derivation.DIFFERENCE: ReasonCode.DIFFERENCES_BESIDE,
}

_QUARTER = 0.25
_Line = tuple[Derivation, int, int, int]
"""A way, the column of the results, and the two columns that they are worked out from."""


@dataclass(frozen=True)
class DerivedCheck:
    """Works out again the changes, shares and ratios of a document."""

    stage: ClassVar[str] = "derived"

    def run(self, known: Known) -> CheckResult:
        """Return the numbers that do not come out, and those that do."""
        return check_derived(
            known.grid, known.settings, known.before.footed, known.before.in_findings, known.deadline
        )


def check_derived(
    grid: Grid,
    settings: CheckSettings,
    footed: Collection[int],
    in_findings: Collection[int],
    deadline: Deadline = NEVER,
) -> CheckResult:
    """Work out again what the tables derive.

    A number that foots (`footed`) is confirmed by a sum. A number that is worked out from one of an earlier
    finding (`in_findings`) is not reported again.
    """
    findings: list[Finding] = []
    holding: list[Confirmed] = []
    tables = [ranges for each in grid.document.tables if (ranges := Ranges.of(grid.table(each.index)))]
    habits = Habits.of(tables)
    left = len(tables)
    for ranges in deadline.until(tables):
        left -= 1
        worked = worked_out(ranges, habits)
        alternatives = AlternativeCalculations(grid, worked)
        for each in worked:
            if each.holds or is_amount(grid, each):
                holding.append(Confirmed(CheckKind.DERIVED, (each.first, each.second, each.result)))
            elif _may_be_told(grid, each, footed, in_findings) and not alternatives.explain(each):
                findings += _findings(grid, each, settings)
    return CheckResult(
        tuple(findings),
        tuple(holding),
        not_checked=not_reached("tables not worked out", left, deadline),
    )


def _may_be_told(grid: Grid, worked: Worked, footed: Collection[int], in_findings: Collection[int]) -> bool:
    taking_part = {worked.first, worked.second, worked.result}
    return worked.result not in footed and taking_part.isdisjoint(in_findings) and _is_of_a_kind(grid, worked)


def _is_of_a_kind(grid: Grid, worked: Worked) -> bool:
    """Tell whether a number is worked out from two of one measure: people and an amount of money have no
    difference and no share of each other. Only a ratio is of two kinds."""
    if worked.way is Derivation.RATIO:
        return True
    first, second = grid[worked.first].number.measure, grid[worked.second].number.measure
    differs = worked.way is Derivation.DIFFERENCE and grid[worked.result].number.measure is not first
    return first is second and not differs


def is_amount(grid: Grid, worked: Worked) -> bool:
    """Tell whether a change among percentages is one in amounts: that of hospitals from 61 to 52 is (9)."""
    if worked.way is not Derivation.CHANGE:
        return False
    result, first, second = (
        grid[each].number.displayed or Decimal(0) for each in (worked.result, worked.first, worked.second)
    )
    return abs(result) == abs(first - second)


def _findings(grid: Grid, worked: Worked, settings: CheckSettings) -> Iterator[Finding]:
    # Laplace's rule over the other cells of the line: one more of either kind is counted.
    kept = worked.kept + worked.elsewhere
    probability = round((kept + 1) / (kept + worked.broken + 1), 6)
    if probability < settings.threshold:
        return
    result = grid[worked.result]
    number = result.number
    stated = number.value or Decimal(0)
    computed = _computed(worked, stated, number.precision)
    off, subtracts = stated - computed, worked.way is Derivation.DIFFERENCE
    slip = find_slip(stated, computed, (number.precision, number.precision))
    share, remark = share_of_larger(off, stated, computed), remark_on_slip(slip)
    yield Finding(
        fingerprint=place_name(result, grid.document.tables[result.table].title + f" / {worked.way}"),
        fact=None,
        mention=worked.result,
        counterpart=worked.first,
        relation=Relation.INCONSISTENT,
        slip=slip,
        difference=off,
        same_fact=None,
        probability=probability,
        severity=severity_of(probability, share, settings, remark),
        reasons=tuple(_reasons(worked)),
        kind=FindingKind.DERIVED,
        calculation=Calculation(
            total=worked.result,
            addends=((worked.first, 1), (worked.second, -1 if subtracts else 1)),
            stated=stated,
            computed=computed,
            tolerance=Decimal(1).scaleb(number.precision),
            across=grid[worked.first].row == result.row,
            kept=worked.kept,
            broken=worked.broken,
            way="sum" if subtracts else worked.way.value,
        ),
        mended=computed,
        share=share,
        remark=remark,
    )


def _reasons(worked: Worked) -> Iterator[Reason]:
    if worked.kept:
        yield Reason.of(_BESIDE[worked.way], n=worked.kept)
    if worked.elsewhere:
        yield Reason.of(ReasonCode.CHANGES_ELSEWHERE, n=worked.elsewhere)


def _computed(worked: Worked, stated: Decimal, precision: int) -> Decimal:
    """Return what a number comes to, to the digits that it is printed with, and with the sign that is nearer
    to it."""
    middle = Decimal((worked.least + worked.most) / 2).quantize(Decimal(1).scaleb(precision))
    return min((middle, -middle), key=lambda each: abs(stated - each)) if stated < 0 else middle


class AlternativeCalculations:
    """What the other cells of a table say of a derived number that does not come out."""

    def __init__(self, grid: Grid, worked: Sequence[Worked]) -> None:
        self._grid = grid
        self._filled = _filled(grid, worked)

    def explain(self, worked: Worked) -> bool:
        """Tell whether a number was worked out from something else than its two columns, or says nothing of
        them.

        Each of these cases explains a number. Its two columns are spans of different length: half a year is
        compared with the half-year before, which the table may not have. Its row has a number in a column
        that is empty in every row that comes out, so that this number had a part in it: what was spent on a
        project, in per cent of its budget, is what is left only where nothing was taken out. It is the
        difference of two percentages of its row under one header, and so in points. Its two columns are of
        one period, and are compared only because columns stand so in another table. Its amounts were read in
        two units. Its row has amounts above and below nought, so that the sign of a change says nothing. All
        changes of its row are printed to a half, and so rounded to one.
        """
        return (
            self._compares_spans(worked)
            or self._has_another_part(worked)
            or self._is_in_points(worked)
            or self._compares_one_period(worked)
            or self._is_of_two_units(worked)
            or self._is_of_either_sign(worked)
            or self._is_rounded_to_halves(worked)
        )

    def _compares_one_period(self, worked: Worked) -> bool:
        now, before = (self._grid.periods[each] for each in (worked.first, worked.second))
        return worked.elsewhere > worked.kept and bool(now.year) and now == before

    def _is_of_two_units(self, worked: Worked) -> bool:
        first, second = (self._grid[each].number for each in (worked.first, worked.second))
        return worked.way is not Derivation.RATIO and first.scale != second.scale

    def _is_of_either_sign(self, worked: Worked) -> bool:
        stated = float(self._grid[worked.result].number.value or 0)
        least, most = sorted((abs(worked.least), abs(worked.most)))
        signs = {
            (each.number.value or 0) > 0
            for each in self._grid.row(worked.result)
            if each.number.value and each.number.measure is self._grid[worked.first].number.measure
        }
        return worked.way is Derivation.CHANGE and len(signs) > 1 and least <= abs(stated) <= most

    def _is_rounded_to_halves(self, worked: Worked) -> bool:
        result = self._grid[worked.result]
        beside = [
            each.number
            for each in self._grid.row(worked.result)
            if says_change(each.column_path) and each.number.measure is Measure.PERCENT
        ]
        printed = [each.displayed for each in (result.number, *beside) if each.displayed and each.precision]
        near = abs(abs(float(result.number.value or 0)) - abs(worked.least + worked.most) / 2) <= _QUARTER
        halves = len(printed) > 1 and not any(2 * each % 1 for each in printed)
        return worked.way is Derivation.CHANGE and near and halves

    def _compares_spans(self, worked: Worked) -> bool:
        if worked.way not in (Derivation.CHANGE, Derivation.DIFFERENCE):
            return False
        first, second = (self._grid.periods[each].months for each in (worked.first, worked.second))
        return min(first, second) > 0 and first != second

    def _is_in_points(self, worked: Worked) -> bool:
        result = self._grid[worked.result]
        alike = [
            each.number.displayed
            for each in self._grid.row(worked.result)
            if each.number.measure is result.number.measure
            and each.number.displayed is not None
            and each.column_path[-1:] == result.column_path[-1:] != ()
        ]
        return result.number.measure is Measure.PERCENT and any(
            abs(one - other) == abs(result.number.displayed or 0) for one, other in combinations(alike, 2)
        )

    def _has_another_part(self, worked: Worked) -> bool:
        filled = self._filled.get(_line(self._grid, worked), frozenset())
        return bool(filled) and not _columns(self._grid, worked.first) <= filled


def _filled(grid: Grid, worked: Sequence[Worked]) -> Mapping[_Line, frozenset[int]]:
    """Return for each line the columns that have numbers in the rows that come out to the digit."""
    filled: dict[_Line, set[int]] = defaultdict(set)
    for each in worked:
        if _is_down(grid, each) and _comes_out(grid, each):
            filled[_line(grid, each)] |= _columns(grid, each.first)
    return {line: frozenset(columns) for line, columns in filled.items()}


def _is_down(grid: Grid, worked: Worked) -> bool:
    return len({grid[each].row for each in (worked.result, worked.first, worked.second)}) == 1


def _comes_out(grid: Grid, worked: Worked) -> bool:
    number = grid[worked.result].number
    half = float(Decimal(1).scaleb(number.precision)) / 2
    stated = abs(float(number.value or 0))
    bounds = sorted((abs(worked.least), abs(worked.most)))
    return worked.holds and bounds[0] - half <= stated <= bounds[1] + half


def _line(grid: Grid, worked: Worked) -> _Line:
    result, first, second = (grid[each].column for each in (worked.result, worked.first, worked.second))
    return worked.way, result, first, second


def _columns(grid: Grid, mention: int) -> frozenset[int]:
    """Return the columns in which the row of a number has numbers of its measure: numbers of other measures
    have no part in it."""
    here = grid[mention]
    line = grid.line(here.table, here.row)
    return frozenset(
        each.column for each in line if each.number.value and each.number.measure is here.number.measure
    )
