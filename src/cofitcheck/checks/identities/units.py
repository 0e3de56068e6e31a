"""Exactness outranks tolerance: where all else in a document comes out to the unit, a unit is a miss."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from cofitcheck.checks.bookkeeping import Confirmed
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.rounding import are_no_chance, says_rounded
from cofitcheck.checks.evidence.statement_lines import compared
from cofitcheck.checks.identities.equations import Equation, Term, value
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.numbers import Measure

_SUMS = (CheckKind.SUM, CheckKind.ROLL_FORWARD)
_BY_CHANCE = 0.2
"""Rounded numbers must come out to the unit in so few documents as often as in this one."""
_PARTS = frozenset({Measure.PERCENT, Measure.BASIS_POINTS, Measure.RATIO, Measure.PER_SHARE})
_FEWEST = 2
"""Two numbers that are one amount are rounded alike; of more, each is rounded by itself."""

Held = tuple[Equation, tuple[Term, ...]]
"""An equation of a statement, and the way in which it comes out."""


def missed_units(grid: Grid, held: Sequence[Held], sums: Iterable[Confirmed]) -> tuple[Sequence[Held], bool]:
    """Return the equations that miss by what rounding would allow, though nothing else in the document is
    off, and whether that is no chance. All of them hold one number, which may be wrong; without one there is
    none."""
    off = [each for each in held if len(each[1]) >= _FEWEST and _misses(*each)]
    shared = set.intersection(*map(_cells, off)) if off else set()
    if not shared or says_rounded(grid.document) or _is_explained(grid, off) or _are_rounded(grid, off):
        return (), False
    others = [*_others([each for each in held if each not in off], sums, shared)]
    if not all(exact for _, exact in others):
        return (), False
    totals = {cells[-1]: len(cells) - 1 for cells, _ in others}
    # Several that one and the same number puts right are as good as sums that come out.
    agreeing = [len(way) for _, way in off[1:]] if len({abs(each.off(way)) for each, way in off}) == 1 else []
    return off, are_no_chance([*totals.values(), *agreeing], _BY_CHANCE)


def _misses(equation: Equation, way: tuple[Term, ...]) -> bool:
    return all(equation.off(each) for each in (way, *equation.ways))


def _cells(held: Held) -> set[int]:
    equation, way = held
    return {equation.total.index, *(each.index for each, _ in way)}


def _others(
    held: Iterable[Held], sums: Iterable[Confirmed], shared: AbstractSet[int]
) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield the mentions of the other sums and equations, the total last, and whether they come out to the
    unit; not those that are off with all numbers that may be wrong."""
    stated = [(each.mentions, each.exact) for each in sums if each.kind in _SUMS]
    stated += [((*(each.index for each, _ in way), end.total.index), not end.off(way)) for end, way in held]
    for mentions, exact in stated:
        if len(mentions) > _FEWEST and (exact or not shared <= set(mentions)):
            yield mentions, exact


def _are_rounded(grid: Grid, off: Iterable[Held]) -> bool:
    """Tell whether the document states a line of an equation by more digits elsewhere: these are rounded."""
    coarse: dict[str, int] = {}
    for equation, way in off:
        for each in (equation.total, *(term for term, _ in way)):
            coarse[compared(each.row_path)] = each.number.precision
    return any(
        each.number.precision < coarse.get(compared(each.row_path), each.number.precision)
        for each in grid.document.mentions
        if each.number.measure not in _PARTS and each.number.value
    )


def _is_explained(grid: Grid, off: Iterable[Held]) -> bool:
    """Tell whether a line of the table is as much as a miss."""
    return any(
        value(each) and abs(value(each)) == abs(equation.off(way))
        for equation, way in off
        for each in grid.column(equation.total.index)
    )
