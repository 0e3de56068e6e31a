"""Find the sums of a table: read line by line, as differences of two lines, and such that nearly come out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from cofitcheck.checks.evidence.addends import deducted, names_closing, names_opening, names_result
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.sums.matrix import Matrix
from cofitcheck.checks.sums.reading import EVIDENCE, Reading
from cofitcheck.checks.sums.relations import Form, Formulas, SumRelation, standing, stated_relations

_KEPT = 3
"""The most relations that are kept of a total."""
_MOST = 12
"""The most lines among which differences are sought. Among more, any number is the difference of two
others."""
_FARTHEST = 15
"""The most addends that are tried."""
_LEAST = 1000
"""The least size, in units, of the largest number of a sum in which a slip is sought. Smaller numbers are a
slip apart by chance."""
_FORMS = list(Form)


def find_relations(matrix: Matrix, *, down: bool, formulas: Formulas) -> list[SumRelation]:
    """Return the sums that rows of a matrix make, top down and bottom up, the best of each total first.

    Where a workbook states what a line adds up (`formulas`), no other relation of that line is kept.
    """
    signs = list(deducted([path[-1:] for path in matrix.row_labels], down=down))
    stated = list(stated_relations(matrix, formulas))
    found = [
        *stated,
        *Reading(matrix, signs, upwards=False, sections=matrix.sections if down else {}).relations(),
        *Reading(matrix, signs, upwards=True).relations(),
    ]
    if not down:
        found += changes(matrix)
    said = {each.total for each in stated}
    found = [each for each in found if each.formulas or each.total not in said]
    best = _best(_once(found, matrix))
    known = {each.total for each in best if not _leaves_out_alone(each)}
    near = [each for each in near_sums(matrix, signs, best) if each.total not in known]
    # One column alone does not show that a line is no part of a total: a near sum with all lines replaces it.
    wanting = {each.total for each in near}
    return [each for each in best if each.total not in wanting or not _leaves_out_alone(each)] + near


def _leaves_out_alone(relation: SumRelation) -> bool:
    return relation.form is Form.LEFT_OUT and relation.held == 1 and not relation.broken


def _once(found: Sequence[SumRelation], matrix: Matrix) -> list[SumRelation]:
    """Return each equation once: 5 = 3 + 2 and 3 = 5 - 2 are one.

    Its total is the line that is named a total or a change, or else the line that the others plainly add up
    to.
    """

    def plainness(relation: SumRelation) -> tuple[bool, bool, bool, bool, int, int]:
        path = matrix.row_labels[relation.total]
        named = matrix.row_totals[relation.total] or names_closing(path) or says_change(path)
        form, upwards = _FORMS.index(relation.form), int(relation.upwards)
        # A remainder stands below the lines that it is left of, whatever its sign.
        last = (upwards, form) if named or names_result(path) else (form, upwards)
        below = relation.form is Form.ADDED and not relation.upwards and matrix.row_totals[relation.total]
        return not relation.formulas, not below, not named, not names_result(path), *last

    once: dict[frozenset[tuple[int, int]], SumRelation] = {}
    for each in sorted(found, key=plainness):
        equation = [(each.total, -1), *each.addends]
        turned = frozenset((line, -sign) for line, sign in equation)
        if turned not in once:
            once.setdefault(frozenset(equation), each)
    return list(once.values())


def _best(found: Sequence[SumRelation]) -> list[SumRelation]:
    of_total: dict[int, list[SumRelation]] = {}
    for each in sorted(found, key=standing):
        kept = of_total.setdefault(each.total, [])
        if len(kept) < _KEPT and all(set(each.addends) != set(other.addends) for other in kept):
            kept.append(each)
    return [relation for kept in of_total.values() for relation in kept]


def changes(matrix: Matrix) -> Iterator[SumRelation]:
    """Yield the lines that are one line less another: of columns, the change from one year to the next."""
    count = len(matrix.rows)
    if not 3 <= count <= _MOST:
        return
    values, stated = matrix.values, matrix.stated
    differences = values[:, None, :] - values[None, :, :]
    both = stated[:, None, :] & stated[None, :, :]
    units = matrix.units[:, None, :] + matrix.units[None, :, :]
    for total in range(count):
        applies = both & stated[total]
        holds = applies & (2 * np.abs(differences - values[total]) <= units + matrix.units[total])
        sizes = np.log10(np.maximum(np.abs(values[total]) / np.maximum(matrix.units[total], 1), 1.0))
        evidence = np.where(holds, np.maximum(sizes - np.log10(4.0 * count * count), 0.0), 0.0).sum(axis=-1)
        held, broken = holds.sum(axis=-1), (applies & ~holds).sum(axis=-1)
        for first, second in np.argwhere((evidence >= EVIDENCE) & (held >= 2) & (held >= broken)).tolist():
            if len({first, second, total}) == 3:
                addends = tuple(sorted(((first, 1), (second, -1))))
                yield SumRelation(
                    total,
                    addends,
                    Form.CHANGE,
                    total < min(first, second),
                    int(held[first, second]),
                    int(broken[first, second]),
                    float(evidence[first, second]),
                )


def near_sums(matrix: Matrix, signs: Sequence[int], known: Sequence[SumRelation]) -> Iterator[SumRelation]:
    """Yield sums that nearly come out, for the totals and closing balances that no known relation
    explains."""
    begins = {each.total: min(line for line, _ in each.addends) for each in known if not each.upwards}
    alone = {each.total for each in known if _leaves_out_alone(each)}
    for total in range(2, len(matrix.rows)):
        if (total not in begins or total in alone) and matrix.units[total].any():
            for lines in _tried(matrix, total, begins):
                yield from _near(matrix, total, lines, [signs[line] for line in lines])


def _tried(matrix: Matrix, total: int, begins: Mapping[int, int]) -> Iterator[list[int]]:
    """Yield the lines that a total may add up. For a closing balance they reach up to the opening one."""
    path = matrix.row_labels[total]
    closing = names_closing(path)
    if not closing and not matrix.row_totals[total]:
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


def _near(matrix: Matrix, total: int, lines: Sequence[int], signs: Sequence[int]) -> Iterator[SumRelation]:
    values = matrix.values
    residual = values[total] - np.array(signs, dtype=np.int64) @ values[list(lines)]
    applies = matrix.stated[total] & ((values[list(lines)] != 0).sum(axis=0) >= 2)
    if any(
        _may_be_slip(int(residual[column]), [int(values[line, column]) for line in (total, *lines)])
        for column in np.nonzero(applies)[0].tolist()
    ):
        addends = tuple(sorted(zip(lines, signs, strict=True)))
        yield SumRelation(total, addends, Form.NEAR, False, 0, int(applies.sum()), 0.0)


def _may_be_slip(residual: int, numbers: Sequence[int]) -> bool:
    """Tell whether a slip in one number could leave such a residual: a digit, two that changed places, one
    that was lost, a sign; or a line that was left out or added twice."""
    if not residual or max(map(abs, numbers)) < _LEAST:
        return False
    bare = int(str(abs(residual)).rstrip("0"))
    if bare < 10 or (bare % 9 == 0 and bare < 82):
        return True
    return any(
        abs(residual) in (abs(number), 2 * abs(number))
        or any(_lost_a_digit(abs(number), abs(number + way)) for way in (residual, -residual))
        for number in numbers
    )


def _lost_a_digit(one: int, other: int) -> bool:
    short, long = sorted((str(one), str(other)), key=len)
    return len(long) == len(short) + 1 and any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
