"""A relation in one column, and the matrix that it is read from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cofitcheck.checks.sums.find import find_relations
from cofitcheck.checks.sums.formulas import Formulas
from cofitcheck.checks.sums.matrix import Matrix
from cofitcheck.checks.sums.relations import SumRelation


@dataclass(frozen=True)
class Instance:
    """A relation in one column (or, of a turned matrix, one row): the cells that it adds up there.

    `residual` is the stated total less the sum, in units of the matrix; `tolerance` is twice what rounding
    allows. `column` is a place in the matrix.
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
        unit = int(self.sheet.matrix.units[self.relation.total, self.column])
        return 2 * abs(self.residual) <= self.tolerance + 2 * unit

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
class ReadMatrix:
    """A matrix read in one direction, and its relations."""

    matrix: Matrix
    down: bool
    relations: tuple[SumRelation, ...]

    @classmethod
    def of(cls, matrix: Matrix, *, down: bool, formulas: Formulas) -> ReadMatrix:
        """Return a matrix with the relations of its rows."""
        return cls(matrix, down, tuple(find_relations(matrix, down=down, formulas=formulas)))

    def instances(self) -> Iterator[Instance]:
        """Yield every relation in every column that states its total and two addends."""
        for relation in self.relations:
            residual, tolerance = relation.residual(self.matrix.values), relation.tolerance(self.matrix.units)
            for column in np.nonzero(relation.applies(self.matrix))[0].tolist():
                yield Instance(self, relation, column, int(residual[column]), int(tolerance[column]))
