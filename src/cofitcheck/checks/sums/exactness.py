"""Exactness outranks tolerance: where all other sums of a table come out to the unit, a unit is a miss."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import erf, log, sqrt

from cofitcheck.checks.sums.instance import Instance

_BY_CHANCE = 0.05
"""Rounded numbers must come out to the unit in so few tables as often as this one does."""


def to_the_unit(holding: Sequence[Instance]) -> Mapping[Instance, Instance]:
    """Return the sums that hold only by what rounding allows, though every other sum of the table comes out
    to the unit, each with itself as a break.

    Another column must keep the same sum to the unit, and rounded numbers must hardly ever do so as often as
    those of the table. Sums that share a number with one that is off say nothing.
    """
    by_sheet: dict[int, list[Instance]] = defaultdict(list)
    for each in holding:
        if each.is_no_chance and not each.relation.is_change and not each.sheet.matrix.truncated:
            by_sheet[id(each.sheet)].append(each)
    return {
        off: replace(off, tolerance=0)
        for sums in by_sheet.values()
        for off in sums
        if off.residual and _is_alone(off, sums)
    }


def _is_alone(off: Instance, sums: Iterable[Instance]) -> bool:
    cells = set(off.stated)
    others = [each for each in sums if not cells & set(each.stated)]
    if any(each.residual for each in others):
        return False
    kept = any(each.relation is off.relation for each in others)
    # One total that several relations come to is one witness.
    totals = {each.total: each.parts for each in others}
    return kept and sum(map(_log_exact, totals.values())) <= log(_BY_CHANCE)


def _log_exact(parts: int) -> float:
    """Return the log of how often so many rounded parts and their rounded total come out to the unit."""
    spread = sqrt((parts + 1) / 12)
    return log(erf(0.5 / (spread * sqrt(2))))
