"""The sums of a table: those that hold, and those that break where other columns or rows keep them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cofitcheck.checks.sums.find import find_relations
from cofitcheck.checks.sums.matrix import Matrix, matrices
from cofitcheck.checks.sums.relations import Relation
from cofitcheck.document import Mention


@dataclass(frozen=True)
class Instance:
    """A relation in one column (or, of a turned matrix, one row): the cells that it adds up there.

    `residual` is the stated total less the sum, in units of the matrix; `tolerance` is twice what rounding
    allows. `column` is a place in the matrix.
    """

    sheet: Sheet
    relation: Relation
    column: int
    residual: int
    tolerance: int

    @property
    def holds(self) -> bool:
        """Whether the sum is the stated total, within what rounding allows."""
        return 2 * abs(self.residual) <= self.tolerance

    @property
    def is_of_amounts(self) -> bool:
        """Whether it is a change between two negative numbers, and that of their amounts is what is stated.

        More cash used than last year is printed as an increase by many.
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


@dataclass(frozen=True, eq=False)
class Sheet:
    """A matrix read in one direction, and its relations."""

    matrix: Matrix
    down: bool
    relations: tuple[Relation, ...]

    @classmethod
    def of(cls, matrix: Matrix, *, down: bool) -> Sheet:
        """Return a matrix with the relations of its rows."""
        return cls(matrix, down, tuple(find_relations(matrix, down=down)))

    def instances(self) -> Iterator[Instance]:
        """Yield every relation in every column that states its total and two addends."""
        for relation in self.relations:
            residual, tolerance = relation.residual(self.matrix.values), relation.tolerance(self.matrix.units)
            for column in np.nonzero(relation.applies(self.matrix))[0].tolist():
                yield Instance(self, relation, column, int(residual[column]), int(tolerance[column]))


class TableSums:
    """All sums of one table, in both directions.

    `holding` are the instances that hold. `breaks` are those that do not, where nothing else explains the
    total in that column.
    """

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self.sheets = [sheet for matrix in matrices(mentions) for sheet in _both_ways(matrix)]
        self.holding: list[Instance] = []
        broken: list[Instance] = []
        for sheet in self.sheets:
            for instance in sheet.instances():
                (self.holding if instance.holds else broken).append(instance)
        plain = {
            id(each.relation)
            for each in self.holding
            if each.relation.is_change
            and each.sheet.matrix.values[each.relation.total, each.column]
            and each.is_below
        }
        # Where no change between negative numbers shows their sign, none is wrong for not showing it.
        self.holding += [each for each in broken if each.is_of_amounts and id(each.relation) not in plain]
        broken = [each for each in broken if not each.is_of_amounts or id(each.relation) in plain]
        explained = {(each.sheet.down, each.total) for each in self.holding}
        self.breaks = [each for each in broken if (each.sheet.down, each.total) not in explained]

    @cached_property
    def held_by(self) -> dict[int, list[Instance]]:
        """The instances that hold, by each mention that they add up or total."""
        held: dict[int, list[Instance]] = defaultdict(list)
        for instance in self.holding:
            for mention in instance.stated:
                held[mention].append(instance)
        return held

    @cached_property
    def broken_by(self) -> dict[int, list[Instance]]:
        """The breaks, by each mention that they add up or total."""
        broken: dict[int, list[Instance]] = defaultdict(list)
        for instance in self.breaks:
            for mention in instance.stated:
                broken[mention].append(instance)
        return broken

    @cached_property
    def lines(self) -> Counter[tuple[int, int, bool]]:
        """How many sums hold (True) and break in each column of each sheet: by sheet id and column."""
        counted: Counter[tuple[int, int, bool]] = Counter()
        for instance in self.holding:
            counted[id(instance.sheet), instance.column, True] += 1
        for instance in self.breaks:
            counted[id(instance.sheet), instance.column, False] += 1
        return counted


def _both_ways(matrix: Matrix) -> Iterator[Sheet]:
    yield Sheet.of(matrix, down=True)
    yield Sheet.of(matrix.turned, down=False)
