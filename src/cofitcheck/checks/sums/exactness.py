"""Exactness outranks tolerance: where all other sums of a table come out to the unit, a unit is a miss."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cofitcheck.checks.evidence.rounding import are_no_chance
from cofitcheck.checks.sums.instance import Instance

_BY_CHANCE = 0.1
"""Rounded numbers must come out to the unit in so few tables as often as this one does."""


def to_the_unit(holding: Sequence[Instance], broken: Sequence[Instance]) -> Mapping[Instance, Instance]:
    """Return the sums that miss by what rounding allows, or a unit more, though every other sum of the table
    comes out to the unit; each with itself as a break that rounding allows nothing.

    Another column must keep the same sum to the unit, and rounded numbers must hardly ever do so as often as
    those of the table. Sums that share a number with one that is off say nothing. Nor do those of a total
    that other lines come to exactly: rounding allows many lines to add up by chance.
    """
    by_sheet: dict[int, list[Instance]] = defaultdict(list)
    exact = {(each.sheet.down, each.total) for each in holding if not each.residual}
    for each in holding:
        plain = each.is_no_chance and not each.relation.is_change and not each.sheet.matrix.truncated
        if plain and (not each.residual or (each.sheet.down, each.total) not in exact):
            by_sheet[id(each.sheet)].append(each)
    off = [each for sums in by_sheet.values() for each in sums if each.residual]
    off += [each for each in broken if each.nearly_holds and each.relation.held]
    return {each: replace(each, tolerance=0) for each in off if _is_alone(each, by_sheet[id(each.sheet)])}


def _is_alone(off: Instance, sums: Iterable[Instance]) -> bool:
    cells = set(off.stated)
    others = [each for each in sums if not cells & set(each.stated)]
    if any(each.residual for each in others):
        return False
    kept = any(each.relation is off.relation for each in others)
    # One total that several relations come to is one witness.
    totals = {each.total: each.parts for each in others}
    return kept and are_no_chance(totals.values(), _BY_CHANCE)
