"""Other calculations of a derived number, which explain why it does not come out of its two columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import combinations

from cofitcheck.checks.derived.operations import Worked
from cofitcheck.checks.derived.trials import Derivation
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.numbers import Measure

_QUARTER = 0.25
_Line = tuple[Derivation, int, int, int]
"""A way, the column of the results and those of the two that it works them out from."""


class AlternativeCalculations:
    """What the other cells of a table say of a derived number that does not come out."""

    def __init__(self, grid: Grid, worked: Sequence[Worked]) -> None:
        self._grid = grid
        self._filled = _filled(grid, worked)

    def explain(self, worked: Worked) -> bool:
        """Tell whether a number was worked out from something else than its two columns.

        A change from one span of time to another that is as long compares with no longer one: half a year is
        held against the half-year before, which the table may not have. And where a row has a number in a
        column that is empty in every row that comes out, that number had a part in it: what was spent on a
        project, in per cent of its budget, is what is left only where nothing was taken out. What stands
        under the header of two percentages of its row, and is their difference, is in points. Two columns of
        one period are not compared because columns stand so in another table. Amounts that were read in two
        units say nothing; nor does the sign of a change in a row of amounts above and below nought; and
        where all changes of a row are printed to a half, they are rounded to one.
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
    """Return by line in which columns the rows whose number comes out to the digit have numbers."""
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
    """Return in which columns the row of a number has numbers of its measure: no other has a part in it."""
    here = grid[mention]
    line = grid.line(here.table, here.row)
    return frozenset(
        each.column for each in line if each.number.value and each.number.measure is here.number.measure
    )
