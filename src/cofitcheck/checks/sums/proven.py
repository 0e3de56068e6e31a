"""Which broken sums are proven wrong: their class of certain evidence, without a learnt probability."""

from __future__ import annotations

from math import gcd

import numpy as np

from cofitcheck.checks.evidence.certain import KEPT_ROLL_FORWARD, KEPT_SUM, SLIPPED_TOTAL, CertainClass
from cofitcheck.checks.evidence.changes import says_change, says_partial_change
from cofitcheck.checks.evidence.named_lines import names_closing, names_opening, names_result
from cofitcheck.checks.sums.features import mending_slips
from cofitcheck.checks.sums.instance import Instance
from cofitcheck.checks.sums.relations import Form
from cofitcheck.numbers import Measure, Slip

_EVIDENCE = 2.0
"""So many digits must speak against chance where another column keeps a sum."""
_ROWS = 3
"""Rows that add up to one column are many: so many must keep the sum."""
_FAR = 10
"""Where the other columns miss by a unit or two, a break misses by so many times as much."""
_DIGITS = 4
"""A total of fewer digits is its lines but for a slip by chance."""
_ADDED_AS_PRINTED = (Form.ADDED, Form.LABELLED)
_AMOUNTS = (Measure.MONEY, Measure.SHARES, Measure.UNKNOWN)


def proven(broken: Instance) -> CertainClass | None:
    """Return the class of certain evidence that proves a broken sum to be an error, None where none does."""
    relation, matrix = broken.relation, broken.sheet.matrix
    headers = matrix.column_labels[broken.column]
    if matrix.measure not in _AMOUNTS or says_change(headers) or says_partial_change(headers):
        return None
    if relation.form is Form.NEAR:
        # A number that is deducted is printed without a sign by many.
        slips = set(mending_slips(broken).values()) - {Slip.SIGN}
        return SLIPPED_TOTAL if broken.sheet.down and slips and _is_block(broken) else None
    if not (_is_added_as_printed(broken) and _others_keep(broken)):
        return None
    path = matrix.row_labels[relation.total]
    if names_closing(path) and any(names_opening(matrix.row_labels[line]) for line, _ in relation.addends):
        return KEPT_ROLL_FORWARD
    return KEPT_SUM if matrix.row_totals[relation.total] or names_result(path) else None


def nearly_proven(broken: Instance) -> bool:
    """Tell whether a line that is named a total, or a closing balance, breaks what another column keeps.

    So little does not prove an error. But a reader who adds up the column would ask.
    """
    relation, matrix = broken.relation, broken.sheet.matrix
    path = matrix.row_labels[relation.total]
    named = matrix.row_totals[relation.total] or names_result(path) or names_closing(path)
    if matrix.measure not in _AMOUNTS or not named or not broken.sheet.down:
        return False
    exact = (relation.residual(matrix.values) == 0) & relation.applies(matrix)
    return _is_added_as_printed(broken) and bool(exact.any()) and relation.broken <= relation.held


def _is_added_as_printed(broken: Instance) -> bool:
    """Tell whether signs are as printed or as labels say, or a cost is deducted from the line above it."""
    relation = broken.relation
    if relation.form in _ADDED_AS_PRINTED:
        return True
    path = broken.sheet.matrix.row_labels[relation.total]
    below = relation.total > max(line for line, _ in relation.addends)
    return relation.form is Form.REST and len(relation.addends) == 2 and below and names_result(path)


def _others_keep(broken: Instance) -> bool:
    """Tell whether other columns keep the sum, to the unit or nearly, and this one alone does not."""
    relation, matrix = broken.relation, broken.sheet.matrix
    keeping = relation.keeping(matrix)
    keeping[broken.column] = False
    least = 1 if broken.sheet.down else _ROWS
    if keeping.sum() < least or relation.evidence < _EVIDENCE:
        return False
    others = int((relation.applies(matrix) & ~keeping).sum()) - 1
    if others * _ROWS > keeping.sum():
        return False
    rounding = int(np.abs(relation.residual(matrix.values)[keeping]).max())
    return abs(broken.residual) > max(broken.unit, _FAR * rounding)


def _is_block(broken: Instance) -> bool:
    """Tell whether a total and its lines are a block of one column: nothing is left out at its beginning, and
    no other column says otherwise."""
    relation, matrix = broken.relation, broken.sheet.matrix
    named = matrix.row_totals[relation.total] and bool(matrix.row_labels[relation.total])
    if relation.broken > 1 or not named or _digits(broken) < _DIGITS:
        return False
    first = min(line for line, _ in relation.addends)
    section = matrix.row_labels[first][:-1]
    above = first - 1
    begins = above < 0 or matrix.row_totals[above] or matrix.row_labels[above][:-1] != section
    return begins or matrix.row_totals[first]


def _digits(broken: Instance) -> int:
    """Return the digits of a total less the noughts that all numbers of the sum end with."""
    matrix, relation = broken.sheet.matrix, broken.relation
    lines = [relation.total, *(line for line, _ in relation.addends)]
    numbers = [int(matrix.values[line, broken.column]) for line in lines]
    shared = gcd(*numbers)
    noughts = len(str(shared)) - len(str(shared).rstrip("0"))
    return len(str(abs(numbers[0]))) - noughts
