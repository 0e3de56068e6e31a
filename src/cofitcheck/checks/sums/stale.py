"""A column that was not rolled forward: it states the numbers of the column beside it, row after row."""

from __future__ import annotations

import numpy as np

from cofitcheck.checks.sums.instance import Instance
from cofitcheck.periods.headed import period_of

_FEWEST = 3
"""So many rows that follow each other must state the same in both columns."""
_SHORTEST = 100
"""Smaller numbers, in units of the last digit, are the same in two years by chance."""
_ROUND = 10
"""Bonds of 1,250 stay what they are for years: of the numbers two must not be round."""


def stale_cells(instance: Instance) -> tuple[int, ...]:
    """Return the mentions of a broken sum down a column that are the numbers of the column beside it, where
    that column is of another period and keeps the sum; none where fewer than three follow each other."""
    matrix, relation, at = instance.sheet.matrix, instance.relation, instance.column
    stated = np.abs(matrix.values[[line for line, _ in relation.addends], at])
    # A miss by a part, or by twice one, is of its sign, or of a part of a part.
    if not instance.sheet.down or np.isin(abs(instance.residual), [stated, 2 * stated]):
        return ()
    keeps = relation.applies(matrix) & (
        2 * np.abs(relation.residual(matrix.values)) <= relation.tolerance(matrix.units)
    )
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
