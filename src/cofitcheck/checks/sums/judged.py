"""Turn the breaks of a table into findings or leave them open: by certain evidence first, by trees second."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal

import numpy as np

from cofitcheck.checks.evidence.certain import ONE_PART, ONLY_BREAK, SLIPPED_TOTAL, SWAPPED_ROWS, CertainClass
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.reconciling import ANOTHER_LINE, reconciling_item
from cofitcheck.checks.evidence.statement_lines import lines_by_table, rows_of_sums
from cofitcheck.checks.fingerprint import calculation_name
from cofitcheck.checks.model import Calculation, Finding, LeftOpen, Remark
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.severity import severity_of, share_of_larger
from cofitcheck.checks.sums.features import SumModel, changes, features, mending_slips
from cofitcheck.checks.sums.findings import Group, grouped, kind_of, most_likely_wrong, reasons
from cofitcheck.checks.sums.instance import Instance, stale_cells
from cofitcheck.checks.sums.only_breaks import only_breaks
from cofitcheck.checks.sums.proven import (
    AMOUNTS_AND_COUNTS,
    is_a_digit_off,
    left_out_alike,
    nearly_proven,
    proven,
)
from cofitcheck.checks.sums.table import TableSums
from cofitcheck.document import Mention
from cofitcheck.numbers import Relation, Slip

_STALE = 0.9
"""The probability of an error where a column repeats the one beside it, row after row, and breaks a sum which
that one keeps; also where a named total is a digit off."""
_STATED = 0.97
"""The probability of an error where a number breaks a sum that formulas of the same line state. The number
was typed, or its formula adds up other cells."""
_TO_THE_UNIT = 0.4
"""The probability of an error where a sum is off and all other sums of the table come out to the unit. It may
be the only rounding."""
_LEAST = 0.1
"""The least probability at which a break that nothing nearly proves is left open. Below, it is hardly ever a
sum."""


def judged(
    grid: Grid,
    table: int,
    sums: TableSums,
    model: SumModel,
    settings: CheckSettings,
    tied: Collection[int],
    off: Mapping[Instance, float],
    *,
    rounded: bool,
) -> tuple[list[Finding], list[LeftOpen]]:
    """Return the findings of a table, each with the sum that breaks plainest, and what is left open.

    `off` are the sums of the document that are off by a few units, with how probably each is an error. Where
    the document says that it is `rounded`, a unit more than rounding allows is neither told nor left open.
    """
    learnt = model.probabilities(features(sums, grid.document.mentions, tied))
    # The trees were not trained on tables in which one unit counts as a miss.
    learnt[[each.is_to_the_unit for each in sums.breaks]] = 0.0
    rows = rows_of_sums(lines_by_table(grid.document)[table])
    classed: list[tuple[Instance, CertainClass | None]] = [
        *((each, proven(each)) for each in sums.breaks),
        *((each, kind) for each in sums.breaks_on_one_side if (kind := proven(each))),
        *((each, ONLY_BREAK) for each in only_breaks(sums, grid.table(table), rows)),
        *((each, ONE_PART) for each in sums.of_one_part.broken if _is_of_amounts(each)),
        *((each, SWAPPED_ROWS) for each in sums.swapped if _is_of_amounts(each)),
        *((each, None) for each in off if each.sheet in sums.sheets and each not in sums.breaks),
    ]
    learnt = np.pad(learnt, (0, len(classed) - len(learnt)))
    doubtful = set(_doubtful(grid, table, dict(classed)))
    # Two rows that have each other's number make one finding, that of the first.
    told = {(id(each.sheet), each.column) for each in sums.swapped.values()}
    kept = [at for at, (each, _) in enumerate(classed) if (id(each.sheet), each.column) not in told]
    breaks = [classed[at][0] for at in kept]
    certain = [None if each in doubtful else kind for each, kind in (classed[at] for at in kept)]
    known = [max(_known(each, kind), off.get(each, 0.0)) for each, kind in zip(breaks, certain, strict=True)]
    classes = dict(zip(map(id, breaks), certain, strict=True))
    findings, left_open = [], []
    for group in grouped(breaks, np.maximum(learnt[kept], known)):
        head = group.head
        if rounded and (head.nearly_holds or head.is_to_the_unit):
            continue
        line = None if classes[id(head)] not in (None, ONLY_BREAK) else _explaining_line(grid, head)
        if group.probability >= settings.threshold and line is None:
            findings.append(_finding(grid, sums, group, settings, tied, classes[id(head)]))
        elif group.probability >= _LEAST or any(map(nearly_proven, group.breaks)):
            left_open.append(_left_open(grid, sums, group, tied, line))
    return findings, left_open


def _doubtful(grid: Grid, table: int, certain: Mapping[Instance, CertainClass | None]) -> Iterator[Instance]:
    """Yield the sums that are not proven wrong after all.

    A number between their lines was not read. Or no other column keeps the sum, and a number between its
    lines was taken for another measure. Or a line is left out on purpose.
    """
    unread = grid.unread(table)
    yield from left_out_alike([each for each, kind in certain.items() if kind is SLIPPED_TOTAL])
    for each, kind in certain.items():
        apart = () if kind is None or each.relation.held else grid.table(table)
        others = AMOUNTS_AND_COUNTS - {each.sheet.matrix.measure}
        places = [(one.row, one.column) for one in apart if one.number.measure in others]
        if kind and each.encloses([*unread, *places]):
            yield each


def _is_of_amounts(broken: Instance) -> bool:
    return broken.sheet.matrix.measure in AMOUNTS_AND_COUNTS


def _known(broken: Instance, certain: CertainClass | None) -> float:
    """Return how probably a broken sum is an error by evidence that the trees do not see; 0 without any."""
    if certain is not None:
        return certain.probability
    if broken.relation.formulas:
        return _STATED
    if stale_cells(broken) or is_a_digit_off(broken):
        return _STALE
    return _TO_THE_UNIT if broken.is_to_the_unit else 0.0


def _explaining_line(grid: Grid, broken: Instance) -> Mention | None:
    """Return the reconciling item of the amount that a sum down a column misses by, if no slip explains
    it."""
    if not broken.sheet.down or broken.relation.formulas or mending_slips(broken):
        return None
    ends = [grid[mention] for mention in broken.stated]
    return reconciling_item(grid, in_base_units(broken, broken.residual), ends)


def _left_open(
    grid: Grid, sums: TableSums, group: Group, tied: Collection[int], line: Mention | None
) -> LeftOpen:
    head = group.head
    wrong, _ = most_likely_wrong(sums, group, tied)
    return LeftOpen(
        fact=None,
        mention=wrong,
        counterpart=_counterpart(head, wrong),
        relation=Relation.INCONSISTENT,
        difference=-in_base_units(head, changes(head)[wrong]),
        same_fact=None,
        probability=group.probability,
        rule=ANOTHER_LINE if line else "",
        kind=kind_of(grid, head),
        calculation=calculation_of(head),
        line=line.index if line else None,
    )


def _counterpart(head: Instance, wrong: int) -> int:
    """Return the total, or the last of its parts where the total is likeliest wrong."""
    if wrong != head.total:
        return head.total
    return next((mention for mention, _ in reversed(head.addends) if mention != wrong), head.total)


def _finding(
    grid: Grid,
    sums: TableSums,
    group: Group,
    settings: CheckSettings,
    tied: Collection[int],
    certain: CertainClass | None,
) -> Finding:
    head = group.head
    wrong, slip = most_likely_wrong(sums, group, tied)
    # Where one slip explains the miss, numbers that repeat the column beside are no error.
    stale = stale_cells(head) if slip is Slip.OTHER else ()
    wrong = stale[0] if stale else wrong
    calculation = calculation_of(head)
    off = in_base_units(head, changes(head)[wrong])
    mended = (grid[wrong].number.value or Decimal(0)) + off
    share = share_of_larger(off, calculation.stated, calculation.computed)
    remark = Remark.ROUNDING if head.nearly_holds else None
    return Finding(
        fingerprint=calculation_name(grid.document, calculation),
        fact=None,
        mention=wrong,
        counterpart=_counterpart(head, wrong),
        relation=Relation.INCONSISTENT,
        slip=slip,
        difference=-off,
        same_fact=None,
        probability=group.probability,
        severity=severity_of(group.probability, share, settings, remark),
        reasons=reasons(grid, sums, group, wrong, len(stale)),
        kind=kind_of(grid, head),
        calculation=calculation,
        # One number alone does not mend a column that repeats another year.
        mended=None if stale else mended,
        share=share,
        remark=remark,
        certain=certain,
    )


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
    """Return an amount in units of an instance's matrix in base units."""
    return Decimal(units).scaleb(instance.sheet.matrix.exponent)
