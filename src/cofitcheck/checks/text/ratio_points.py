"""Changes of ratios in points: "gross margin increased 190 basis points to 65.1%"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.text.counterparts import Counterpart, Way
from cofitcheck.checks.text.words import Row
from cofitcheck.numbers.relations import EXACT
from cofitcheck.prose import Operation, ProseMention, Role

POINTS = {Role.POINTS: Decimal(1), Role.BASIS_POINTS: Decimal(100)}
"""How much of what a number counts a point of percentage is."""
_CHANGES = frozenset({Operation.CHANGE, Operation.LEVEL})
_SLACK = Decimal("0.2")
"""A change may have been taken between two ratios that were rounded to a tenth of a point."""

_Rows = tuple[Row, Row]


def states_points(said: ProseMention) -> bool:
    """Tell whether a number states by how many points something changed."""
    return said.role in POINTS and said.operation in _CHANGES and bool(said.number.value)


def wrong_change(
    grid: Grid,
    said: ProseMention,
    readings: Sequence[tuple[_Rows, Counterpart]],
    kept: Mapping[_Rows, set[ProseMention]],
) -> tuple[Counterpart, int] | None:
    """Return what a change in points comes to between the ratio of the year that another number of its
    sentence states and that of the year before, and how many numbers come out of its rows; None where it is
    right between any two columns, or no other number shows the rows."""
    columns: dict[_Rows, list[Counterpart]] = defaultdict(list)
    for rows, held in readings:
        columns[rows].append(held)
    changes = [(rows, *each) for rows, line in columns.items() for each in _changes(said, line)]
    if any(_agrees(held, said) for _, _, held in changes):
        return None
    for rows, later, held in changes:
        others = kept.get(rows, set())
        now, before = (grid.periods[cell] for cell in (held.cells[0], held.cells[2]))
        beside = [
            each
            for each in others
            if (each.passage, each.sentence) == (said.passage, said.sentence)
            and each.period.year == now.year
            and later.agrees(each)
        ]
        if beside and before.year == now.year - 1 and before.months == now.months:
            return held, len(others)
    return None


def _changes(said: ProseMention, line: Sequence[Counterpart]) -> Iterator[tuple[Counterpart, Counterpart]]:
    by = POINTS[said.role]
    for later in line:
        for earlier in line:
            if later is not earlier and later.way is earlier.way:
                bounds = EXACT.subtract(later.least, earlier.most), EXACT.subtract(later.most, earlier.least)
                least, most = sorted(abs(each) * by for each in bounds)
                crosses = min(bounds) < 0 < max(bounds)
                cells = (*later.cells, *earlier.cells)
                finest = max(later.finest, earlier.finest)
                yield later, Counterpart(Way.POINTS, cells, Decimal(0) if crosses else least, most, finest)


def _agrees(held: Counterpart, said: ProseMention) -> bool:
    off = _SLACK * POINTS[said.role] + Decimal(1).scaleb(said.number.precision)
    stated = abs(said.number.value or Decimal(0))
    return held.least - off <= stated <= held.most + off
