"""A relation in one column, the matrix that it is read from, and the cells that repeat the column beside."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cofitcheck.checks.sums.find import find_relations
from cofitcheck.checks.sums.matrix import Matrix
from cofitcheck.checks.sums.relations import Form, Formulas, SumRelation, with_lines_stated_here
from cofitcheck.periods.header_periods import period_of

_CONFIRMED_BY = 2
"""How many columns must keep a sum, so that it is not there by chance."""
_TURNED = (Form.REST, Form.SIGNED, Form.TURNED)
_PRINTED = (Form.ADDED, Form.LABELLED)
_PARTS_ALONE = 3
"""How many parts a sum must have that comes out to the unit in a single column, so that it is no chance."""
_FEWEST = 3
"""How many rows that follow each other must state the same number in both columns."""
_SHORTEST = 100
"""Smaller numbers, in units of the last digit, are the same in two years by chance."""
_ALONE = 3
"""How many different totals must equal their one part before another is held to be wrong."""
_MOST_ODD = 2
"""The most sums of one part that may miss. More are no slips."""
_FOR_ONE = 4
"""How many sums must come out for each sum of one part that misses."""
_ROUND = 10
"""A number is round where it is a multiple of so many units. Two of the repeated numbers must not be round:
bonds of 1,250 stay the same for years."""


@dataclass(frozen=True)
class Instance:
    """A relation in one column (or, of a turned matrix, one row): the cells that it adds up there.

    `residual` is the stated total less the sum, in units of the matrix; `tolerance` is twice what rounding
    allows, and 0 where the other sums of the table come out to the unit. `column` is a place in the matrix.
    """

    sheet: ReadMatrix
    relation: SumRelation
    column: int
    residual: int
    tolerance: int

    @property
    def holds(self) -> bool:
        """Whether the sum is the stated total, within what rounding allows."""
        return 2 * abs(self.residual) <= self.tolerance

    @property
    def nearly_holds(self) -> bool:
        """Whether the sum misses by at most a unit of the total's last digit more than rounding allows."""
        return 2 * abs(self.residual) <= self.tolerance + 2 * self.unit

    @property
    def is_to_the_unit(self) -> bool:
        """Whether it has no tolerance, because the other sums of the table come out to the unit."""
        return not self.tolerance

    @property
    def kept_to_the_unit(self) -> int:
        """How many columns keep the sum to the unit."""
        matrix, relation = self.sheet.matrix, self.relation
        return int((relation.applies(matrix) & (relation.residual(matrix.values) == 0)).sum())

    @property
    def unit(self) -> int:
        """What one unit of the total's last digit is worth, in units of the matrix."""
        return int(self.sheet.matrix.units[self.relation.total, self.column])

    @property
    def parts(self) -> int:
        """How many of the numbers that it adds up are not nought."""
        values = self.sheet.matrix.values[:, self.column]
        return sum(bool(values[line]) for line, _ in self.relation.addends)

    @property
    def is_no_chance(self) -> bool:
        """Whether the sum can confirm its numbers.

        It can where two columns keep it or formulas state it. One column alone is enough where the sum comes
        out exactly and has a named total or three parts. One column alone does not show signs other than the
        printed ones, nor that a line is left out, nor a sum that more columns break than keep. No sum
        confirms its numbers where more columns keep the same lines with the printed signs.
        """
        relation = self.relation
        if self.sheet.has_plainer(relation) or self.turns_its_own_sign:
            return False
        if relation.held >= _CONFIRMED_BY or relation.formulas:
            return True
        plain = relation.form not in (Form.LEFT_OUT, Form.TURNED, Form.SIGNED)
        plain = plain and relation.broken <= relation.held
        named = self.sheet.matrix.row_totals[relation.total]
        return plain and not self.residual and (named or self.parts >= _PARTS_ALONE)

    @cached_property
    def turns_its_own_sign(self) -> bool:
        """Whether this column alone turns the sign of one line, while other columns keep the lines as
        printed.

        All of those columns must print that line with the other sign. It should have that sign here too.
        """
        relation, matrix = self.relation, self.sheet.matrix
        if relation.held != 1 or relation.form not in _TURNED:
            return False
        turned = [line for line, sign in relation.addends if sign < 0 and matrix.values[line, self.column]]
        lines = {line for line, _ in relation.addends}
        for each in self.sheet.relations:
            same = each.total == relation.total and {line for line, _ in each.addends} == lines
            if len(turned) == 1 and each.form is Form.ADDED and same and each.held >= each.broken:
                others = matrix.values[turned[0], each.keeping(matrix)]
                own = int(matrix.values[turned[0], self.column])
                return bool(others.any()) and bool((others * own <= 0).all())
        return False

    @property
    def is_of_amounts(self) -> bool:
        """Whether it is a change between two negative numbers that is stated as the change of their amounts.

        Many reports print more cash used than last year as an increase.
        """
        if not self.relation.is_change:
            return False
        values = self.sheet.matrix.values[:, self.column]
        total = int(values[self.relation.total])
        return (
            all(values[line] <= 0 for line, _ in self.relation.addends)
            and 2 * abs(self.residual - 2 * total) <= self.tolerance
        )

    @property
    def is_below(self) -> bool:
        """Whether all that it adds up is below zero."""
        values = self.sheet.matrix.values[:, self.column]
        return all(values[line] < 0 for line, _ in self.relation.addends)

    def swapped_with(self, other: Instance) -> tuple[int, ...]:
        """Return the mentions of which each makes both sums come out if it changes places with the number of
        the same line in another column (or row)."""
        values, relation = self.sheet.matrix.values, self.relation
        return tuple(
            int(self.sheet.matrix.mentions[line, self.column])
            for line, sign in ((relation.total, -1), *relation.addends)
            if sign * int(values[line, other.column] - values[line, self.column]) == self.residual
        )

    def encloses(self, places: Collection[tuple[int, int]]) -> bool:
        """Tell whether one of these places (row, column) lies in its line, between its numbers."""
        matrix, down = self.sheet.matrix, self.sheet.down
        lines = [self.relation.total, *(line for line, _ in self.relation.addends)]
        first, last, own = matrix.rows[min(lines)], matrix.rows[max(lines)], matrix.columns[self.column]
        turned = places if down else [place[::-1] for place in places]
        return any(first <= along <= last and across == own for along, across in turned)

    @cached_property
    def total(self) -> int:
        """The mention that is the total."""
        return int(self.sheet.matrix.mentions[self.relation.total, self.column])

    @cached_property
    def addends(self) -> tuple[tuple[int, int], ...]:
        """The mentions that are added up, dashes too, each with its sign."""
        cells = (
            (int(self.sheet.matrix.mentions[line, self.column]), sign) for line, sign in self.relation.addends
        )
        return tuple((mention, sign) for mention, sign in cells if mention >= 0)

    @cached_property
    def stated(self) -> tuple[int, ...]:
        """The mentions that it adds up and its total, dashes apart."""
        lines = [self.relation.total, *(line for line, _ in self.relation.addends)]
        matrix = self.sheet.matrix
        return tuple(
            int(matrix.mentions[line, self.column]) for line in lines if matrix.units[line, self.column]
        )


class OnePart(NamedTuple):
    """The sums of which only one part is stated: those that hold, and those that do not.

    A row of an equity statement in which one component alone moves is an example.
    """

    holding: tuple[Instance, ...] = ()
    broken: tuple[Instance, ...] = ()

    @property
    def slips(self) -> tuple[Instance, ...]:
        """The sums that do not hold, where nearly all others do; none where too many do not to be slips."""
        if not self.broken:
            return ()
        relation = self.broken[0].relation
        odd, come_out = len(self.broken) + relation.broken, len(self.holding) + relation.held
        return self.broken if odd <= min(_MOST_ODD, come_out / _FOR_ONE) else ()


@dataclass(frozen=True, eq=False)
class ReadMatrix:
    """A matrix read in one direction, and its relations."""

    matrix: Matrix
    down: bool
    relations: tuple[SumRelation, ...]

    @classmethod
    def of(cls, matrix: Matrix, *, down: bool, formulas: Formulas) -> ReadMatrix:
        """Return a matrix with the relations of its rows."""
        return cls(matrix, down, tuple(find_relations(matrix, down=down, formulas=formulas)))

    def has_plainer(self, relation: SumRelation) -> bool:
        """Tell whether more columns keep the sum of a relation's lines with signs as printed or as labels
        say.

        Where one column has another sign, that sign is wrong.
        """
        return id(relation) in self._with_plainer

    @cached_property
    def _with_plainer(self) -> frozenset[int]:
        kept: dict[tuple[int, frozenset[int]], int] = {}
        for each in (one for one in self.relations if one.form in _PRINTED):
            lines = each.total, frozenset(line for line, _ in each.addends)
            kept[lines] = max(each.held - each.broken, kept.get(lines, each.held - each.broken))
        return frozenset(
            id(each)
            for each in self.relations
            if each.form in _TURNED
            and kept.get((each.total, frozenset(line for line, _ in each.addends)), each.held - each.broken)
            > each.held - each.broken
        )

    def instances(self) -> Iterator[Instance]:
        """Yield every relation in every column that states its total and two addends."""
        for relation in self.relations:
            residual, tolerance = relation.residual(self.matrix.values), relation.tolerance(self.matrix)
            for column in np.nonzero(relation.applies(self.matrix))[0].tolist():
                instance = Instance(self, relation, column, int(residual[column]), int(tolerance[column]))
                yield instance if instance.holds else self._completed(instance)

    def of_one_part(self) -> Iterator[OnePart]:
        """Yield, for each plain sum that several columns keep, its columns where one part alone is stated.

        There the total should equal that part. Where few totals do, nothing is yielded.
        """
        matrix = self.matrix
        for relation in self.relations:
            if relation.form is not Form.ADDED or relation.held < _CONFIRMED_BY:
                continue
            lines = [line for line, _ in relation.addends]
            alone = matrix.stated[relation.total] & ((matrix.values[lines] != 0).sum(axis=0) == 1)
            residual, tolerance = relation.residual(matrix.values), relation.tolerance(matrix)
            found = [
                Instance(self, relation, column, int(residual[column]), int(tolerance[column]))
                for column in np.nonzero(alone)[0].tolist()
            ]
            holding = tuple(each for each in found if not each.residual)
            totals = {abs(int(matrix.values[relation.total, each.column])) for each in holding}
            if len(totals) >= _ALONE:
                yield OnePart(holding, tuple(each for each in found if not each.nearly_holds))

    def _completed(self, broken: Instance) -> Instance:
        """Return a broken sum with the lines that only its column states."""
        relation = with_lines_stated_here(broken.relation, self.matrix, broken.column)
        if relation is broken.relation:
            return broken
        residual, tolerance = relation.residual(self.matrix.values), relation.tolerance(self.matrix)
        at = broken.column
        return Instance(self, relation, at, int(residual[at]), int(tolerance[at]))


def stale_cells(instance: Instance) -> tuple[int, ...]:
    """Return the mentions of a broken sum down a column that repeat the numbers of the column beside it.

    That column must be of another period and keep the sum. Three repeated numbers must follow each other.
    """
    matrix, relation, at = instance.sheet.matrix, instance.relation, instance.column
    stated = np.abs(matrix.values[[line for line, _ in relation.addends], at])
    # A miss by a part, or by twice a part, comes from its sign or from a part of a part.
    if not instance.sheet.down or np.isin(abs(instance.residual), [stated, 2 * stated]):
        return ()
    keeps = relation.keeping(matrix)
    periods = [period_of(labels) for labels in matrix.column_labels]
    lines = {relation.total, *(line for line, _ in relation.addends)}
    for beside in (each for each in (at - 1, at + 1) if 0 <= each < len(matrix.columns) and keeps[each]):
        if not (periods[at].year and periods[beside].year) or periods[at] == periods[beside]:
            continue
        same = (matrix.values[:, at] == matrix.values[:, beside]) & (matrix.units[:, at] > 0)
        same &= np.abs(matrix.values[:, at]) >= _SHORTEST * np.maximum(matrix.units[:, at], 1)
        run = _longest_run(same)
        odd = sum(bool(matrix.values[row, at] % (_ROUND * matrix.units[row, at])) for row in run)
        cells = tuple(int(matrix.mentions[row, at]) for row in run if row in lines)
        if len(run) >= _FEWEST and min(len(cells), odd) >= 2:
            return cells
    return ()


def _longest_run(same: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> range:
    """Return the rows of the longest stretch that is all true."""
    best, begin = range(0), 0
    for row, each in enumerate([*same.tolist(), False]):
        if not each:
            best = max(best, range(begin, row), key=len)
            begin = row + 1
    return best
