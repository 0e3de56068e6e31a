"""Sums that a workbook states outright: what the formulas of its totals add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import numpy as np

from cofitcheck.checks.sums.matrix import Matrix
from cofitcheck.checks.sums.relations import Form, SumRelation

Formulas = Mapping[int, tuple[tuple[int, int], ...]]
"""By a mention, the mentions that its formula adds up, each with its sign (`Document.formulas`)."""
_Addends = tuple[tuple[int, int], ...]

_EVIDENCE = 20.0
"""Digits against chance: more than any number of columns gives."""


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
        holds = 2 * np.abs(plain.residual(matrix.values)) <= plain.tolerance(matrix.units)
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
