"""Sums that no column keeps: of lines that are named totals, where a slip in one number explains the miss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from cofitcheck.checks.sums.matrix import Matrix
from cofitcheck.checks.sums.relations import Form, Relation
from cofitcheck.checks.sums.words import names_closing, names_opening, names_total

_FARTHEST = 15
"""The most addends that are tried."""
_LEAST = 1000
"""Smaller numbers are a slip apart by chance."""


def near_sums(matrix: Matrix, signs: Sequence[int], known: Sequence[Relation]) -> Iterator[Relation]:
    """Yield them for the totals and closing balances that no known relation explains."""
    begins = {each.total: min(line for line, _ in each.addends) for each in known if not each.upwards}
    for total in range(2, len(matrix.rows)):
        if total not in begins and matrix.units[total].any():
            for lines in _tried(matrix, total, begins):
                yield from _near(matrix, total, lines, [signs[line] for line in lines])


def _tried(matrix: Matrix, total: int, begins: Mapping[int, int]) -> Iterator[list[int]]:
    """Yield the lines that a total may add up: of a balance those since the opening one, and that one."""
    path = matrix.row_labels[total]
    closing = names_closing(path)
    if not closing and not names_total(path):
        return
    lines: list[int] = []
    at = total - 1
    while at >= 0 and len(lines) < _FARTHEST:
        lines.append(at)
        opening = closing and names_opening(matrix.row_labels[at])
        if len(lines) > 1 and (opening or not closing):
            yield list(lines)
        if opening:
            return
        at = begins.get(at, at) - 1


def _near(matrix: Matrix, total: int, lines: Sequence[int], signs: Sequence[int]) -> Iterator[Relation]:
    values = matrix.values
    residual = values[total] - np.array(signs, dtype=np.int64) @ values[list(lines)]
    applies = matrix.stated[total] & ((values[list(lines)] != 0).sum(axis=0) >= 2)
    if any(
        _may_be_slip(int(residual[column]), [int(values[line, column]) for line in (total, *lines)])
        for column in np.nonzero(applies)[0].tolist()
    ):
        addends = tuple(sorted(zip(lines, signs, strict=True)))
        yield Relation(total, addends, Form.NEAR, False, 0, int(applies.sum()), 0.0)


def _may_be_slip(residual: int, numbers: Sequence[int]) -> bool:
    """Tell whether a slip in one number could leave such a residual: a digit, two that changed places, a
    sign."""
    if not residual or max(map(abs, numbers)) < _LEAST:
        return False
    bare = int(str(abs(residual)).rstrip("0"))
    if bare < 10 or (bare % 9 == 0 and bare < 82):
        return True
    return any(abs(residual) == 2 * abs(number) for number in numbers)
