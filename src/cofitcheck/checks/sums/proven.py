"""Decide which broken sums are proven wrong, by classes of certain evidence and not by a learnt
probability."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import accumulate, islice, pairwise
from math import gcd, log10

import numpy as np

from cofitcheck.checks.evidence.addends import names_closing, names_opening, names_part, names_result
from cofitcheck.checks.evidence.certain import (
    KEPT_CHANGE,
    KEPT_ROLL_FORWARD,
    KEPT_SUM,
    SLIPPED_TOTAL,
    CertainClass,
)
from cofitcheck.checks.evidence.changes import says_change, says_partial_change
from cofitcheck.checks.evidence.statement_lines import compared, names_sum
from cofitcheck.checks.sums.features import mending_slips
from cofitcheck.checks.sums.instance import Instance
from cofitcheck.checks.sums.matrix import Mask, Matrix
from cofitcheck.checks.sums.relations import AS_PRINTED, Form, SumRelation
from cofitcheck.numbers import Measure, Slip
from cofitcheck.numbers.relations import find_slip

_EVIDENCE = 2.0
"""How many digits must speak against chance where another column keeps a sum."""
_ROWS = 3
"""How many rows must keep a sum across, and how many columns, or rows, for each that breaks it."""
_KEPT_FOR_ONE = 5
"""How many columns, or rows, must keep a sum of no named total for each that breaks it, before a reader
asks."""
_CHANGES = 4
"""How many rows must print their change to the unit, and how many for each further row that does not."""
_FAR = 10
"""How many times as much a break must miss by as the columns that keep the sum within rounding."""
_DIGITS = 4
"""The fewest digits of a total that is a slip away from the sum of its lines. Shorter ones are so by
chance."""
_LONG = 6
"""The fewest digits that show a sum by themselves where all but one of them agree."""
AMOUNTS_AND_COUNTS = frozenset({Measure.MONEY, Measure.SHARES, Measure.UNKNOWN})


def proven(broken: Instance) -> CertainClass | None:
    """Return the class of certain evidence that proves a broken sum to be an error, None where none does."""
    relation, matrix = broken.relation, broken.sheet.matrix
    headers = matrix.column_labels[broken.column]
    if matrix.measure in AMOUNTS_AND_COUNTS and is_wrong_change(broken):
        return KEPT_CHANGE
    if matrix.measure not in AMOUNTS_AND_COUNTS or says_change(headers) or says_partial_change(headers):
        return None
    if relation.form is Form.NEAR:
        # Many print a number that is deducted without a sign.
        slips = set(mending_slips(broken).values()) - {Slip.SIGN}
        lines = [line for line, _ in relation.addends]
        by_a_line = bool((np.abs(matrix.values[lines, broken.column]) == abs(broken.residual)).any())
        explained = _is_counted_within(broken) if by_a_line else slips
        return SLIPPED_TOTAL if broken.sheet.down and explained and _is_block(broken) else None
    if not (is_added_as_printed(broken) and _others_keep(broken) and is_contiguous(broken)):
        return None
    path = matrix.row_labels[relation.total]
    if names_closing(path) and any(names_opening(matrix.row_labels[line]) for line, _ in relation.addends):
        return KEPT_ROLL_FORWARD
    return KEPT_SUM if matrix.row_totals[relation.total] or names_result(path) else None


def is_wrong_change(broken: Instance) -> bool:
    """Tell whether a row of two amounts and their change states a change that is not the first less the
    second.

    Nearly all other rows must state theirs to the unit. A fall that is printed without its sign is wrong only
    where other falls have the sign.
    """
    relation, matrix, at = broken.relation, broken.sheet.matrix, broken.column
    headers = matrix.row_labels[relation.total]
    lines = [line for line, _ in relation.addends]
    if (
        broken.sheet.down
        or not relation.is_change
        or not says_change(headers)
        or says_partial_change(headers)
    ):
        return False
    applies, exact = relation.applies(matrix), relation.residual(matrix.values) == 0
    kept = applies & exact
    others = int((applies & ~exact).sum()) - 1
    changes = matrix.values[relation.total]
    if kept.sum() < _CHANGES or others * _CHANGES > kept.sum() or (matrix.values[lines, at] < 0).any():
        return False
    computed = int(changes[at]) - broken.residual
    signed = bool((changes[kept] < 0).any()) if computed < 0 else bool((changes[kept] > 0).any())
    return abs(broken.residual) > broken.unit and (signed or abs(computed) != abs(int(changes[at])))


def nearly_proven(broken: Instance) -> bool:
    """Tell whether a line that is named a total, or a closing balance, breaks a sum that another column
    keeps, or whether any line breaks a sum that nearly all other columns, or rows, keep to the unit.

    This does not prove an error. But a reader who adds up the column would ask.
    """
    relation, matrix = broken.relation, broken.sheet.matrix
    if matrix.measure not in AMOUNTS_AND_COUNTS:
        return False
    exact = (relation.residual(matrix.values) == 0) & relation.applies(matrix)
    if relation.broken * _KEPT_FOR_ONE <= exact.sum() and relation.evidence >= _EVIDENCE:
        return True
    path = matrix.row_labels[relation.total]
    named = matrix.row_totals[relation.total] or names_result(path) or names_closing(path)
    plain = is_added_as_printed(broken) and is_contiguous(broken)
    kept = relation.broken <= relation.held or _is_section(broken)
    return broken.sheet.down and named and plain and bool(exact.any()) and kept


def _is_section(broken: Instance) -> bool:
    """Tell whether a sum adds up the section that its total is named after. It is then not there by
    chance."""
    relation = broken.relation
    section = broken.sheet.matrix.sections.get(relation.total, range(0))
    lines = {line for line, _ in relation.addends}
    return broken.sheet.down and bool(section) and min(lines) == section[0] and lines <= set(section)


def is_a_digit_off(instance: Instance) -> bool:
    """Tell whether a line that is named a total differs from the sum of the lines above it by one digit, or
    by two swapped digits, of six or more.

    So many digits do not agree by chance. Where they agree, the line is that sum.
    """
    total = int(instance.sheet.matrix.values[instance.relation.total, instance.column])
    computed = total - instance.residual
    digits = min(len(str(abs(each)).rstrip("0")) for each in (total, computed))
    return (
        instance.relation.form is Form.NEAR
        and digits >= _LONG
        and find_slip(Decimal(total), Decimal(computed), (0, 0)) in (Slip.DIGIT, Slip.TRANSPOSITION)
    )


def counted_otherwise(broken: Instance) -> tuple[int, int] | None:
    """Return the one line (its mention) that the total left out, with 0, or added twice, with 2; None where
    no line, or several, are as much as the total misses by.

    Lines that are parts of the line above them do not count, nor do subtotals of the lines next to them.
    """
    matrix, relation = broken.sheet.matrix, broken.relation
    amounts = [sign * int(matrix.values[line, broken.column]) for line, sign in relation.addends]
    found = [
        (int(matrix.mentions[line, broken.column]), 0 if broken.residual == -amounts[at] else 2)
        for at, (line, _) in enumerate(relation.addends)
        if abs(amounts[at]) == abs(broken.residual)
        and not names_part("".join(matrix.row_labels[line][-1:]))
        and not _is_subtotal(amounts, at)
    ]
    return found[0] if len(found) == 1 else None


def left_out_alike(broken: Sequence[Instance]) -> list[Instance]:
    """Return the totals of a table that leave out a line, or count it twice, as the same total of another
    column does.

    That is on purpose: both the amounts and the shares of one item are left out.
    """
    named = {}
    for each in broken:
        matrix = each.sheet.matrix
        column = matrix.mentions[:, each.column].tolist()
        if line := counted_otherwise(each):
            named[each] = matrix.rows[each.relation.total], matrix.rows[column.index(line[0])], line[1]
    return [each for each, place in named.items() if list(named.values()).count(place) > 1]


def _is_counted_within(broken: Instance) -> bool:
    """Tell whether a total left out, or counted twice, one of the lines right before it.

    Only one line may have the amount of the miss: of two, one may be the total of the other. That line may
    not be a total itself: it may be the total of other lines.
    """
    matrix, column = broken.sheet.matrix, broken.column
    lines = [line for line, _ in broken.relation.addends]
    as_much = [line for line in lines if abs(int(matrix.values[line, column])) == abs(broken.residual)]
    if len(as_much) != 1 or matrix.row_totals[as_much[0]] or names_result(matrix.row_labels[as_much[0]]):
        return False
    return counted_otherwise(broken) is not None and is_contiguous(broken)


def _is_subtotal(amounts: Sequence[int], at: int) -> bool:
    """Tell whether two or more lines right before one, or right behind it, come to it."""
    before, behind = accumulate(reversed(amounts[:at])), accumulate(amounts[at + 1 :])
    return amounts[at] in (*islice(before, 1, None), *islice(behind, 1, None))


def is_added_as_printed(broken: Instance) -> bool:
    """Tell whether the signs are as printed or as labels say, or whether costs without a sign are deducted
    from the line above them."""
    matrix, relation = broken.sheet.matrix, broken.relation
    if relation.form in AS_PRINTED:
        return True
    lines = [line for line, _ in relation.addends]
    path = matrix.row_labels[relation.total]
    below = relation.total > max(lines) and (names_result(path) or names_sum(compared(path)))
    # Across a row, columns between income and its attributable part may be left out.
    below = below and broken.sheet.down
    return relation.form is Form.REST and below and bool((matrix.values[lines, broken.column] >= 0).all())


def _others_keep(broken: Instance) -> bool:
    """Tell whether other columns keep the sum, to the unit or nearly, and this one alone does not."""
    relation, matrix = broken.relation, broken.sheet.matrix
    keeping = relation.keeping(matrix)
    keeping[broken.column] = False
    # A column of another unit, as of terms beside amounts, is no witness.
    keeping &= matrix.units[relation.total] == broken.unit
    least = 1 if broken.sheet.down else _ROWS
    if keeping.sum() < least or (
        _evidence(relation, matrix, keeping) < _EVIDENCE and not _is_section(broken)
    ):
        return False
    others = int((relation.applies(matrix) & ~keeping & ~_by_a_sign(broken)).sum())
    others -= not _by_a_sign(broken)[broken.column]
    if others * _ROWS > keeping.sum():
        return False
    rounding = int(np.abs(relation.residual(matrix.values)[keeping]).max())
    return abs(broken.residual) > max(broken.unit, _FAR * rounding)


def _evidence(relation: SumRelation, matrix: Matrix, keeping: Mask) -> float:
    """Return how many digits speak against chance.

    A column that keeps the sum to the unit counts for more: it comes out in only one of the ways that
    rounding allows.
    """
    exact = keeping & (relation.residual(matrix.values) == 0)
    ways = (relation.tolerance(matrix) / np.maximum(matrix.units[relation.total], 1) + 1)[exact]
    return relation.evidence + (log10(float(ways.min())) if len(ways) else 0.0)


def _by_a_sign(broken: Instance) -> Mask:
    """Return which columns miss a sum by the sign of one of its lines.

    Such a miss is a slip of that column or no slip. It does not count against the sum.
    """
    relation, values = broken.relation, broken.sheet.matrix.values
    parts = np.array([sign * values[line] for line, sign in relation.addends])
    by_a_sign: Mask = ((relation.residual(values) == -2 * parts) & (parts != 0)).any(axis=0)
    return by_a_sign


def is_contiguous(broken: Instance) -> bool:
    """Tell whether the parts and the total follow each other.

    Between them only lines may stand that a part is itself the sum of.
    """
    matrix, relation = broken.sheet.matrix, broken.relation
    lines = sorted([relation.total, *(line for line, _ in relation.addends)], reverse=relation.upwards)
    return all(
        not between or (part != relation.total and _adds_up(broken, part, between))
        for before, part in pairwise(lines)
        for between in [_stated_between(matrix, broken.column, before, part)]
    )


def _stated_between(matrix: Matrix, column: int, one: int, other: int) -> list[int]:
    low, high = sorted((one, other))
    return [line for line in range(low + 1, high) if matrix.units[line, column]]


def _adds_up(broken: Instance, part: int, lines: Sequence[int]) -> bool:
    """Tell whether a line is the sum of lines that reach as far as these."""
    known = (
        [line for line, _ in each.addends]
        for each in broken.sheet.relations
        if each.total == part and each.upwards is broken.relation.upwards and each.form in AS_PRINTED
    )
    return any(min(each) <= min(lines) and max(each) >= max(lines) for each in known)


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
    """Return how many digits a total has, without the noughts that all numbers of the sum end with."""
    matrix, relation = broken.sheet.matrix, broken.relation
    lines = [relation.total, *(line for line, _ in relation.addends)]
    numbers = [int(matrix.values[line, broken.column]) for line in lines]
    shared = gcd(*numbers)
    noughts = len(str(shared)) - len(str(shared).rstrip("0"))
    return len(str(abs(numbers[0]))) - noughts
