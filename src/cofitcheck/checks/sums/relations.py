"""A relation: a line of a table that is the sum of others, as its numbers or a workbook's formulas say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

import numpy as np

from cofitcheck.checks.evidence.addends import deducts, names_closing
from cofitcheck.checks.sums.matrix import Ints, Mask, Matrix

Formulas = Mapping[int, tuple[tuple[int, int], ...]]
"""By a mention, the mentions that its formula adds up, each with its sign (`Document.formulas`)."""
_Addends = tuple[tuple[int, int], ...]
Whole = TypeVar("Whole", int, Ints)
"""Units of one column, or of every column."""

_EVIDENCE = 20.0
"""The evidence for a sum that formulas state, in digits against chance: more than any number of columns
gives."""


class Form(StrEnum):
    """How a relation adds its parts up."""

    ADDED = "added"
    LABELLED = "labelled"
    """Lines that are deducted by their labels have the other sign."""
    REST = "rest"
    """The farthest line less all others: a margin, or an income after costs that are printed without a
    sign."""
    SIGNED = "signed"
    """Signs that no label gives, as several columns keep them."""
    LEFT_OUT = "left out"
    """One of the rows between is no part of the sum."""
    TURNED = "turned"
    """One of the rows between has the other sign."""
    CHANGE = "change"
    """One line less another, wherever they stand."""
    NEAR = "near"
    """No column keeps it: the line is named a total, and a slip in one number would explain the miss."""


AS_PRINTED = (Form.ADDED, Form.LABELLED)


@dataclass(frozen=True, slots=True)
class SumRelation:
    """A line that is the sum of others: `addends` with their signs, `upwards` where they stand behind the
    total.

    `held` columns keep it, `broken` columns do not. `evidence` is how many digits speak against chance.
    `formulas` is how many formulas of a workbook state it, 0 elsewhere.
    """

    total: int
    addends: tuple[tuple[int, int], ...]
    form: Form
    upwards: bool
    held: int
    broken: int
    evidence: float
    formulas: int = 0

    @property
    def is_change(self) -> bool:
        """Whether it is one line less another."""
        return len(self.addends) == 2 and sum(sign for _, sign in self.addends) == 0

    def residual(self, values: Ints) -> Ints:
        """Return stated total less sum for each column, (columns,)."""
        lines, signs = (np.array(each, dtype=np.int64) for each in zip(*self.addends, strict=True))
        residual: Ints = values[self.total] - signs @ values[lines]
        return residual

    def tolerance(self, matrix: Matrix) -> Ints:
        """Return twice what rounding allows the sum to miss by, for each column."""
        addends: Ints = matrix.units[[line for line, _ in self.addends]].sum(axis=0)
        return allowed(addends, matrix.units[self.total], truncated=matrix.truncated)

    def applies(self, matrix: Matrix) -> Mask:
        """Return in which columns the total and two addends or more are stated."""
        lines = [line for line, _ in self.addends]
        applies: Mask = matrix.stated[self.total] & ((matrix.values[lines] != 0).sum(axis=0) >= 2)
        return applies

    def keeping(self, matrix: Matrix) -> Mask:
        """Return in which columns the sum is the stated total, within what rounding allows."""
        keeping: Mask = self.applies(matrix) & (
            2 * np.abs(self.residual(matrix.values)) <= self.tolerance(matrix)
        )
        return keeping


def with_lines_stated_here(relation: SumRelation, matrix: Matrix, column: int) -> SumRelation:
    """Return a relation with the lines right before its first part that only this column states.

    A line that is blank or a dash wherever the sum comes out does not show where the sum begins. It belongs
    to the sum where it stands in the same section and is no total.
    """
    if relation.form not in AS_PRINTED or relation.formulas:
        return relation
    keeping = relation.keeping(matrix)
    lines = [line for line, _ in relation.addends]
    step, at = (1, max(lines)) if relation.upwards else (-1, min(lines))
    section = matrix.row_labels[at][:-1]
    more: list[tuple[int, int]] = []
    at += step
    while (
        0 <= at < len(matrix.rows)
        and _may_begin(matrix, at, section)
        and not matrix.values[at, keeping].any()
    ):
        if matrix.units[at, column]:
            deducted = relation.form is Form.LABELLED and deducts("".join(matrix.row_labels[at][-1:]))
            more.append((at, -1 if deducted else 1))
        at += step
    return replace(relation, addends=tuple(sorted((*relation.addends, *more)))) if more else relation


def _may_begin(matrix: Matrix, line: int, section: tuple[str, ...]) -> bool:
    path = matrix.row_labels[line]
    return path[:-1] == section and not matrix.row_totals[line] and not names_closing(path)


def allowed(addends: Whole, total: Whole, *, truncated: bool) -> Whole:
    """Return twice what rounding allows a total to miss by, of the sum of the addends' units and its own.

    A rounded number is half a unit off at most. A number that was cut off may lack almost a unit. The total
    includes what its addends lack, except for what was cut off from itself.
    """
    rounded = addends + total
    return np.maximum(rounded, 2 * (addends - total)) if truncated else rounded


def standing(relation: SumRelation) -> tuple[float, int]:
    """Order relations, the likeliest first: by the digits that speak for them, less the columns that do not
    keep them, then the shortest."""
    return relation.broken - relation.evidence, len(relation.addends)


def stated_relations(matrix: Matrix, formulas: Formulas) -> Iterator[SumRelation]:
    """Yield for each line with formulas down its columns what most of them add up.

    A column whose formula adds up something else (a row that its range leaves out) or that has none (a total
    that was typed) is judged by the others.
    """
    for total in range(len(matrix.rows)):
        said = Counter(_said(matrix, total, formulas))
        if not said:
            continue
        (addends, most), *others = said.most_common()
        if others and others[0][1] == most:
            continue
        plain = SumRelation(total, addends, _form(addends), _is_above(total, addends), 0, 0, _EVIDENCE, most)
        applies = plain.applies(matrix)
        holds = 2 * np.abs(plain.residual(matrix.values)) <= plain.tolerance(matrix)
        held, broken = int((applies & holds).sum()), int((applies & ~holds).sum())
        yield SumRelation(total, addends, plain.form, plain.upwards, held, broken, _EVIDENCE, most)


def _said(matrix: Matrix, total: int, formulas: Formulas) -> Iterator[_Addends]:
    """Yield what the formula of each column of a line adds up, where that is in its own column."""
    for column, mention in enumerate(matrix.mentions[total].tolist()):
        signs = dict(formulas.get(mention, ()))
        lines = [line for line, held in enumerate(matrix.mentions[:, column].tolist()) if held in signs]
        if signs and len(lines) == len(signs):
            yield tuple((line, signs[int(matrix.mentions[line, column])]) for line in lines)


def _form(addends: _Addends) -> Form:
    signs = [sign for _, sign in addends]
    if len(signs) == 2 and not sum(signs):
        return Form.CHANGE
    return Form.ADDED if all(sign > 0 for sign in signs) else Form.LABELLED


def _is_above(total: int, addends: _Addends) -> bool:
    return total < min(line for line, _ in addends)
