"""The derived numbers of a document: which come out as stated, and which do not."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

from cofitcheck.checks.bookkeeping import Confirmed
from cofitcheck.checks.derived.alternative_calculations import AlternativeCalculations
from cofitcheck.checks.derived.habits import Habits
from cofitcheck.checks.derived.operations import Worked, worked_out
from cofitcheck.checks.derived.ranges import Ranges
from cofitcheck.checks.derived.trials import Derivation
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.fingerprint import place_name
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.model import Calculation, Finding, FindingKind
from cofitcheck.checks.protocol import CheckResult, Known, not_reached
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.severity import remark_on_slip, severity_of, share_of_larger
from cofitcheck.deadline import NEVER, Deadline
from cofitcheck.numbers import Relation
from cofitcheck.numbers.relations import find_slip

_BESIDE = {
    Derivation.CHANGE: ReasonCode.CHANGES_BESIDE,
    Derivation.SHARE: ReasonCode.SHARES_BESIDE,
    Derivation.RATIO: ReasonCode.RATIOS_BESIDE,
    Derivation.DIFFERENCE: ReasonCode.DIFFERENCES_BESIDE,
}


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
    # As many cells of the line keep the way as keep it, and one more of either kind (Laplace's rule).
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
    """Return what a number comes to, to the digits that it is printed with; of either sign the nearer one."""
    middle = Decimal((worked.least + worked.most) / 2).quantize(Decimal(1).scaleb(precision))
    return min((middle, -middle), key=lambda each: abs(stated - each)) if stated < 0 else middle
