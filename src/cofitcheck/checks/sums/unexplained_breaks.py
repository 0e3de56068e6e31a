"""What clears a break: the total comes out in another way, or each of its numbers is confirmed by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from decimal import Decimal
from functools import cached_property
from itertools import combinations, permutations, product
from operator import mul

import numpy as np

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.sums.instance import Instance, stale_cells
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import AVERAGE_SIGNS, AVERAGE_WORDS

_AVERAGE = re.compile(rf"\b{AVERAGE_WORDS}\b|{AVERAGE_SIGNS}", re.IGNORECASE)
_MANY_BROKEN = 4
"""Slips are rare: so many broken columns of one sum, each by another amount, are hardly as many slips."""
_FEW_KEPT = 4
"""What breaks so many times as often as it holds is no sum, whatever it misses by."""
_MOST_UNKNOWN = 2
"""Of more lines that no other column states, some sign would always make the sum come out."""
_TWO_WITNESSES = 2
_MOST_SIGNED = 10
"""Of so many changes by size every way to sign them is tried."""
_SHORTEST = 10
"""Smaller numbers, in units of the matrix, stand twice in a column by chance."""


class _Places(dict[int, Mention]):
    """The mentions of a table by their indices, and its lines, each looked up once."""

    def line_of(self, total: Mention, *, down: bool) -> list[tuple[int, Decimal, int]]:
        """Return the numbers of a total's column, or of its row, from the first on: the place of each, what
        is displayed, and the exponent of its last digit."""
        return self._lines[down].get(total.column if down else total.row, [])

    @cached_property
    def _lines(self) -> dict[bool, dict[int, list[tuple[int, Decimal, int]]]]:
        lines: dict[bool, dict[int, list[tuple[int, Decimal, int]]]] = {True: {}, False: {}}
        for each in self.values():
            if each.number.displayed is None:
                continue
            shown = each.number.displayed, each.number.precision - each.number.scale
            lines[True].setdefault(each.column, []).append((each.row, *shown))
            lines[False].setdefault(each.row, []).append((each.column, *shown))
        for line in (*lines[True].values(), *lines[False].values()):
            line.sort()
        return lines


def unexplained_breaks(
    breaks: Sequence[Instance],
    confirmed: Collection[int],
    exactly: Collection[int],
    mentions: Sequence[Mention],
) -> list[Instance]:
    """Return the breaks that nothing clears; `confirmed` are the mentions in sums that hold, `exactly` those
    in sums that come out to the unit, `mentions` those of the table.

    A wrong number breaks every sum that it is part of. So a break of numbers that are all confirmed is none
    of a number, unless another break misses by as much: one number was wrong when both were worked out. And
    lines that many columns do not add up, each by another amount, are no sum. But the numbers of the column
    beside, stated again, confirm nothing.
    """
    misses = Counter(abs(each.residual) for each in breaks)
    places = _Places({mention.index: mention for mention in mentions})
    return [
        each
        for each in breaks
        if not adds_up_plainly(each, places)
        and not is_among_parts(each, places)
        and not repeats_a_part(each)
        and not has_parts_twice(each)
        and not adds_what_is_deducted(each)
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


def adds_up_plainly(instance: Instance, mentions: _Places) -> bool:
    """Tell whether the total is the sum of all numbers as printed from its farthest part to it, or some way
    there; or, of one above its parts, whether they and it come to nothing. Of parts that all have one sign
    the total may be printed with the other, as costs in brackets are.

    A row that is empty in the columns that show the sum may be stated in this one, and one that was taken
    for a rate or a count may be an amount.
    """
    total, down = mentions[instance.total], instance.sheet.down
    at = total.row if down else total.column
    line = mentions.line_of(total, down=down)
    parts = [mentions[each].row if down else mentions[each].column for each, _ in instance.addends]
    above, below = max(parts) < at, min(parts) > at
    block = (
        [each for each in reversed(line) if each[0] < at]
        if above
        else [each for each in line if each[0] > at]
    )
    if not (above or below) or total.number.displayed is None:
        return False
    bracketed = len({shown < 0 for _, shown, _ in block if shown}) == 1
    sought = {total.number.displayed} | ({-total.number.displayed} if not above or bracketed else set())
    come_to, allowed, count = Decimal(0), _half(total.number.precision - total.number.scale), 0
    for _, shown, digits in block:
        come_to, allowed, count = come_to + shown, allowed + _half(digits), count + bool(shown)
        if instance.is_to_the_unit:
            allowed = Decimal(0)
        if count > 1 and any(abs(each - come_to) <= allowed for each in sought):
            return True
    return False


def is_among_parts(instance: Instance, mentions: _Places) -> bool:
    """Tell whether a number below, or behind, is the sum of all numbers as printed from there to the farthest
    part of this sum or beyond, its total among them: then that is a line among others."""
    total, down = mentions[instance.total], instance.sheet.down
    at = total.row if down else total.column
    parts = [mentions[each].row if down else mentions[each].column for each, _ in instance.addends]
    line = mentions.line_of(total, down=down)
    for place, (behind, sought, digits) in enumerate(line):
        if behind <= max(at, *parts):
            continue
        come_to, allowed = Decimal(0), _half(digits)
        for one, shown, finest in reversed(line[:place]):
            come_to, allowed = come_to + shown, allowed + _half(finest)
            if abs(come_to - sought) <= allowed:
                if one <= min(at, *parts):
                    return True
                break  # it is the sum of nearer lines
    return False


def _half(exponent: int) -> Decimal:
    return Decimal(5).scaleb(exponent - 1)


def hardly_ever_holds(instance: Instance) -> bool:
    """Tell whether many lines break a relation and few keep it: of loans, some are drawn in full."""
    kept, broken = instance.relation.held, instance.relation.broken
    return broken > _MANY_BROKEN and broken > _FEW_KEPT * kept > 0


def is_average(instance: Instance, mentions: _Places) -> bool:
    """Tell whether a line lies between its parts, and it or its column is called an average, as many totals
    of rates, terms and prices are, or no column that keeps the sum is printed to the same digit."""
    total = mentions[instance.total]
    matrix = instance.sheet.matrix
    values = [int(matrix.values[line, instance.column]) for line, _ in instance.relation.addends]
    stated = int(matrix.values[instance.relation.total, instance.column])
    named = any(map(_AVERAGE.search, (*total.row_path[-1:], *total.column_path)))
    units = matrix.units[instance.relation.total]
    witnesses = units[instance.relation.keeping(matrix)]
    other = bool(len(witnesses)) and bool((witnesses != units[instance.column]).all())
    return (named or other) and min(each for each in values if each) <= stated <= max(values)


def is_quotient(instance: Instance, mentions: _Places) -> bool:
    """Tell whether each number of a column, its total too, is that of one other column by that of a second:
    rates are not added up."""
    if not instance.sheet.down:
        return False
    cells = [mentions[each] for each in instance.stated]
    rows = {each.row for each in cells}
    columns: dict[int, dict[int, Decimal]] = {}
    for each in mentions.values():
        if each.row in rows and each.column != cells[0].column and each.number.displayed:
            columns.setdefault(each.column, {})[each.row] = each.number.displayed
    whole = [column for column in columns.values() if len(column) == len(rows)]
    half = {each.row: _half(each.number.precision - each.number.scale) for each in cells}
    shown = {each.row: each.number.displayed or Decimal(0) for each in cells}
    return any(
        all(abs(over[row] / under[row] - shown[row]) <= half[row] for row in rows)
        for over, under in permutations(whole, 2)
    )


def hangs_on_unknown_lines(instance: Instance) -> bool:
    """Tell whether a break is one by the sign of lines only of which no column that keeps the sum states more
    than what rounding allows: such a line may have the other sign, or be no part of it."""
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
    """Tell whether a column of changes prints all of them by their size, and some signs make the sum come
    out, or each is the change of its row: a sign that every row shares is a convention."""
    if not instance.sheet.down:
        return False
    if _is_changed_row_by_row(instance):
        return True
    matrix, relation, at = instance.sheet.matrix, instance.relation, instance.column
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
    which both keep the sum: that a bracketed cost of 62 became one of 34 is printed as (28)."""
    matrix, relation, at = instance.sheet.matrix, instance.relation, instance.column
    lines = [line for line in (relation.total, *dict(relation.addends)) if matrix.units[line, at]]
    values, units = matrix.values[lines], matrix.units[lines, at]
    others = [column for column in np.nonzero(relation.keeping(matrix))[0].tolist() if column != at]
    changes = (values[:, one] - values[:, other] for one, other in combinations(others, 2))
    return any(bool((np.abs(np.abs(each) - np.abs(values[:, at])) <= units).all()) for each in changes)


def takes_in_other_lines(instance: Instance) -> bool:
    """Tell whether the sum comes out with lines within it that no column that keeps it states, as printed."""
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


def misses_a_number_apart(instance: Instance, mentions: Sequence[Mention]) -> bool:
    """Tell whether the total holds just one number more: one of its line that was taken for another measure,
    or, of a row, one of the total's column with nothing in its row that is a part, as of no maturity."""
    total = next(each for each in mentions if each.index == instance.total)
    exponent = instance.sheet.matrix.exponent - total.number.scale
    missed = Decimal(instance.residual).scaleb(exponent)
    alike = [each for each in mentions if each.number.displayed == missed and each is not total]
    down, stated = instance.sheet.down, set(instance.stated)
    parts = {each.column for each in mentions if each.index in stated and each is not total}
    for each in (one for one in alike if one.index not in stated):
        beside = each.column == total.column if down else each.row == total.row
        if beside and each.number.measure is not instance.sheet.matrix.measure:
            return True
        in_parts = any(
            other.row == each.row and other.column in parts and other.number.value for other in mentions
        )
        if not down and each.column == total.column and not in_parts:
            return True
    return False


def repeats_a_part(instance: Instance) -> bool:
    """Tell whether the total is what one of its parts is: what stands between is of something else."""
    matrix = instance.sheet.matrix
    total = int(matrix.values[instance.relation.total, instance.column])
    return abs(total) >= _SHORTEST and any(
        int(matrix.values[line, instance.column]) == total for line, _ in instance.relation.addends
    )


def has_parts_twice(instance: Instance) -> bool:
    """Tell whether the total comes out without one of its lines, which is the sum of two or more that follow
    it or stand above it: they are added up with what they come to."""
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
    """Tell whether the columns that keep a sum of no named total state the same numbers, or one number in
    every line, as lists of limits and balances do: then they are one witness, and it may be chance."""
    matrix, relation = instance.sheet.matrix, instance.relation
    if matrix.row_totals[relation.total] or relation.held < _TWO_WITNESSES or relation.formulas:
        return False
    lines = [relation.total, *(line for line, _ in relation.addends)]
    keeping = relation.keeping(matrix)
    witnesses = {tuple(column) for column in np.abs(matrix.values[lines][:, keeping]).T.tolist()}
    return sum(len(set(column) - {0}) > 1 for column in witnesses) < _TWO_WITNESSES


def adds_what_is_deducted(instance: Instance) -> bool:
    """Tell whether the total comes out without a line that has the other sign in every column that keeps the
    sum: what is deducted there is told aside here."""
    matrix, relation, at = instance.sheet.matrix, instance.relation, instance.column
    keeping = relation.keeping(matrix)
    for line, sign in relation.addends:
        value, others = int(matrix.values[line, at]), matrix.values[line, keeping]
        apart = value and others.any() and bool((others * value <= 0).all())
        if apart and 2 * abs(instance.residual + sign * value) <= instance.tolerance:
            return True
    return False


def _all_confirmed(instance: Instance, confirmed: Collection[int]) -> bool:
    """Tell whether each number is in a sum that holds, or is stated twice in its column (of a row) or row."""
    matrix = instance.sheet.matrix
    for line in (instance.relation.total, *(line for line, _ in instance.relation.addends)):
        if (
            not matrix.units[line, instance.column]
            or int(matrix.mentions[line, instance.column]) in confirmed
        ):
            continue
        value = int(matrix.values[line, instance.column])
        if abs(value) < _SHORTEST or int((matrix.values[line] == value).sum()) < 2:
            return False
    return True
