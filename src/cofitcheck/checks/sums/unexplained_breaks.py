"""Clear breaks whose total comes out in another way, or whose numbers are each confirmed by themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations, product
from operator import mul

import numpy as np

from cofitcheck.checks.evidence.addends import names_closing, names_opening
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.grid import years
from cofitcheck.checks.evidence.statement_lines import compared, names_cost
from cofitcheck.checks.sums.instance import Instance, stale_cells
from cofitcheck.checks.sums.printed_lines import (
    Places,
    adds_up_plainly,
    is_among_parts,
    is_average,
    is_quotient,
    misses_a_number_apart,
)
from cofitcheck.checks.sums.relations import Form
from cofitcheck.document import Mention

_MANY_BROKEN = 4
"""How many broken columns of one sum, each by another amount, are too many to be slips, which are rare."""
_FEW_KEPT = 4
"""A relation that breaks more than so many times as often as it holds is no sum, whatever it misses by."""
_MOST_UNKNOWN = 2
"""The most lines, stated by no other column, whose signs are tried. Of more, some signs always make the sum
come out."""
_TWO_WITNESSES = 2
_MOST_SIGNED = 10
"""The most changes, printed by their size, of which every way to sign them is tried."""
_SHORTEST = 10
"""Smaller numbers, in units of the matrix, stand twice in a column by chance."""


def unexplained_breaks(
    breaks: Sequence[Instance],
    confirmed: Collection[int],
    exactly: Collection[int],
    mentions: Sequence[Mention],
) -> list[Instance]:
    """Return the breaks that nothing clears; `confirmed` are the mentions in sums that hold, `exactly` those
    in sums that come out to the unit, `mentions` those of the table.

    A wrong number breaks every sum that it is part of. So a break is cleared where all its numbers are
    confirmed, unless another break misses by as much: then one number was wrong when both were worked out. A
    break is also cleared where many columns break the sum, each by another amount: such lines are no sum.
    Neither clears a break with numbers that repeat the column beside.
    """
    misses = Counter(abs(each.residual) for each in breaks)
    places = Places({mention.index: mention for mention in mentions})
    return [
        each
        for each in breaks
        if not adds_up_plainly(each, places)
        and not is_among_parts(each, places)
        and not repeats_a_part(each)
        and not has_parts_twice(each)
        and not adds_what_is_deducted(each)
        and not adds_costs(each)
        and not turns_a_line(each)
        and not is_average(each, places)
        and not is_quotient(each, places)
        and not hangs_on_unknown_lines(each)
        and not takes_in_other_lines(each)
        and not misses_a_number_apart(each, mentions)
        and not hardly_ever_holds(each)
        and not rests_on_repeats(each)
        and not is_by_size(each)
        and (
            misses[abs(each.residual)] > 1
            or stale_cells(each)
            or not (
                each.relation.broken >= _MANY_BROKEN
                or _all_confirmed(each, exactly if each.is_to_the_unit else confirmed)
            )
        )
    ]


def hardly_ever_holds(instance: Instance) -> bool:
    """Tell whether many lines break a relation and few keep it. For example, some loans are drawn in full."""
    kept, broken = instance.relation.held, instance.relation.broken
    return broken > _MANY_BROKEN and broken > _FEW_KEPT * kept > 0


def hangs_on_unknown_lines(instance: Instance) -> bool:
    """Tell whether unknown lines alone may explain a break.

    A line is unknown where no column that keeps the sum states more for it than rounding allows. Such a line
    may have the other sign, or be no part of the sum.
    """
    matrix, relation = instance.sheet.matrix, instance.relation
    keeping = relation.keeping(matrix)
    values, allowed = matrix.values[:, instance.column], relation.tolerance(matrix)[keeping]
    unknown = [
        sign * int(values[line])
        for line, sign in relation.addends
        if values[line] and not (2 * np.abs(matrix.values[line, keeping]) > allowed).any()
    ]
    if not unknown:
        return False
    if len(unknown) > _MOST_UNKNOWN:  # all of them stand for something else: amounts at other rates
        return 2 * abs(instance.residual + sum(unknown)) <= instance.tolerance
    ways = product(*((0, each, 2 * each) for each in unknown))
    return any(2 * abs(instance.residual + sum(way)) <= instance.tolerance for way in ways)


def is_by_size(instance: Instance) -> bool:
    """Tell whether a column of changes prints them by their size, without signs.

    Some signs must make the sum come out, or each number must be the change of its row: a sign that every row
    shares is a convention. A column of one year that is no change does not count: it prints its own amounts.
    """
    matrix, relation, at = instance.sheet.matrix, instance.relation, instance.column
    of_a_period = len(years(matrix.column_labels[at])) == 1 and not says_change(matrix.column_labels[at])
    if not instance.sheet.down or of_a_period:
        return False
    if _is_changed_row_by_row(instance):
        return True
    stated = matrix.values[:, at][matrix.stated[:, at]]
    amounts = [abs(int(matrix.values[line, at])) for line, _ in relation.addends]
    one_sign = (stated >= 0).all() or (stated <= 0).all()
    if not says_change(matrix.column_labels[at]) or len(amounts) > _MOST_SIGNED or not one_sign:
        return False
    total = abs(int(matrix.values[relation.total, at]))
    sums = (sum(map(mul, signs, amounts)) for signs in product((1, -1), repeat=len(amounts)))
    return any(2 * abs(abs(each) - total) <= instance.tolerance for each in sums)


def _is_changed_row_by_row(instance: Instance) -> bool:
    """Tell whether each number of a sum is, but for its sign, the change between the same two other columns,
    which both keep the sum.

    For example, the change of a bracketed cost from 62 to 34 is printed as (28).
    """
    matrix, relation, at = instance.sheet.matrix, instance.relation, instance.column
    lines = [line for line in (relation.total, *dict(relation.addends)) if matrix.units[line, at]]
    values, units = matrix.values[lines], matrix.units[lines, at]
    others = [column for column in np.nonzero(relation.keeping(matrix))[0].tolist() if column != at]
    changes = (values[:, one] - values[:, other] for one, other in combinations(others, 2))
    return any(bool((np.abs(np.abs(each) - np.abs(values[:, at])) <= units).all()) for each in changes)


def takes_in_other_lines(instance: Instance) -> bool:
    """Tell whether the sum comes out if lines between its parts are added as printed.

    No column that keeps the sum may state these lines.
    """
    matrix, relation, at = instance.sheet.matrix, instance.relation, instance.column
    keeping = relation.keeping(matrix)
    lines = [relation.total, *(line for line, _ in relation.addends)]
    unknown = [
        int(matrix.values[line, at])
        for line in range(min(lines), max(lines))
        if line not in lines and matrix.values[line, at] and not matrix.values[line, keeping].any()
    ]
    if not keeping.any() or not unknown or len(unknown) > _MOST_UNKNOWN:
        return False
    ways = product(*((0, each) for each in unknown))
    return any(2 * abs(instance.residual - sum(way)) <= instance.tolerance for way in ways)


def repeats_a_part(instance: Instance) -> bool:
    """Tell whether the total equals one of its parts, so that the lines between are of something else.

    They are not where they lead from an opening to a closing balance and another column keeps the sum.
    """
    matrix = instance.sheet.matrix
    if instance.kept_to_the_unit and _is_rolled(instance):
        return False
    total = int(matrix.values[instance.relation.total, instance.column])
    return abs(total) >= _SHORTEST and any(
        int(matrix.values[line, instance.column]) == total for line, _ in instance.relation.addends
    )


def _is_rolled(instance: Instance) -> bool:
    paths, relation = instance.sheet.matrix.row_labels, instance.relation
    closes = names_closing(paths[relation.total])
    return closes and any(names_opening(paths[line]) for line, _ in relation.addends)


def has_parts_twice(instance: Instance) -> bool:
    """Tell whether the total comes out without one of its lines, which is the sum of two or more lines right
    below or above it.

    The broken sum adds these lines and their total, so it has them twice.
    """
    values = instance.sheet.matrix.values[:, instance.column]
    terms = [sign * int(values[line]) for line, sign in sorted(instance.relation.addends)]
    for place, left_out in enumerate(terms):
        if not left_out or 2 * abs(instance.residual + left_out) > instance.tolerance:
            continue
        for way in (terms[place + 1 :], terms[:place][::-1]):
            come_to, count = 0, 0
            for term in way:
                come_to, count = come_to + term, count + bool(term)
                if count > 1 and 2 * abs(come_to - left_out) <= instance.tolerance:
                    return True
    return False


def rests_on_repeats(instance: Instance) -> bool:
    """Tell whether the columns that keep a sum of no named total are only one witness, so that it may be
    chance.

    They are where they state the same numbers, or one number in every line as lists of limits and balances
    do.
    """
    matrix, relation = instance.sheet.matrix, instance.relation
    if matrix.row_totals[relation.total] or relation.held < _TWO_WITNESSES or relation.formulas:
        return False
    lines = [relation.total, *(line for line, _ in relation.addends)]
    keeping = relation.keeping(matrix)
    witnesses = {tuple(column) for column in np.abs(matrix.values[lines][:, keeping]).T.tolist()}
    return sum(len(set(column) - {0}) > 1 for column in witnesses) < _TWO_WITNESSES


def adds_what_is_deducted(instance: Instance) -> bool:
    """Tell whether the total comes out without a line that has the other sign in every column that keeps the
    sum.

    Those columns deduct the line. This column states it apart.
    """
    matrix, relation, at = instance.sheet.matrix, instance.relation, instance.column
    keeping = relation.keeping(matrix)
    for line, sign in relation.addends:
        value, others = int(matrix.values[line, at]), matrix.values[line, keeping]
        apart = value and others.any() and bool((others * value <= 0).all())
        if apart and 2 * abs(instance.residual + sign * value) <= instance.tolerance:
            return True
    return False


def adds_costs(instance: Instance) -> bool:
    """Tell whether the total comes out if lines that are costs by their names are deducted.

    Many print costs without a sign. A line does not count where a column that keeps the sum states it.
    """
    matrix, relation = instance.sheet.matrix, instance.relation
    keeping = relation.keeping(matrix)
    values = matrix.values[:, instance.column]
    added = [
        line
        for line, sign in relation.addends
        if sign * int(values[line]) > 0 and not matrix.values[line, keeping].any()
    ]
    costs = sum(abs(int(values[line])) for line in added if names_cost(compared(matrix.row_labels[line])))
    return costs > 0 and 2 * abs(instance.residual + 2 * costs) <= instance.tolerance


def turns_a_line(instance: Instance) -> bool:
    """Tell whether a total that no column keeps comes out if one of its lines has the other sign.

    Many print options that were cancelled without a sign, for example.
    """
    relation = instance.relation
    values = instance.sheet.matrix.values[:, instance.column]
    parts = [sign * int(values[line]) for line, sign in relation.addends]
    near = relation.form is Form.NEAR
    return near and any(2 * abs(instance.residual + 2 * part) <= instance.tolerance for part in parts if part)


def _all_confirmed(instance: Instance, confirmed: Collection[int]) -> bool:
    """Tell whether each number is in a sum that holds, or is stated twice in its row (or column, of a row).

    A column that keeps the sum and has the number too confirms nothing: the number may be copied from there.
    """
    matrix = instance.sheet.matrix
    apart = ~instance.relation.keeping(matrix)
    for line in (instance.relation.total, *(line for line, _ in instance.relation.addends)):
        if (
            not matrix.units[line, instance.column]
            or int(matrix.mentions[line, instance.column]) in confirmed
        ):
            continue
        value = int(matrix.values[line, instance.column])
        if abs(value) < _SHORTEST or int((matrix.values[line, apart] == value).sum()) < 2:
            return False
    return True
