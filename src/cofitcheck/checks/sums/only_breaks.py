"""Find the only break of a column: its other sums come out to the unit, and that of one total does not.

A table of one column has no other column that keeps a sum. But where all other lines take part in sums that
come out, only the lines right before one total are left. They are its parts, and one number is wrong.
Where that number is a total itself, it breaks two sums, and one change mends both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from itertools import accumulate, combinations, product

import numpy as np

from cofitcheck.checks.evidence.addends import names_closing, names_opening
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.statement_lines import (
    AMOUNTS,
    NAMED,
    compared,
    names_cost,
)
from cofitcheck.checks.sums.column import DIGITS, FARTHER, MOST, Column, digits
from cofitcheck.checks.sums.features import mending_slips
from cofitcheck.checks.sums.instance import Instance
from cofitcheck.checks.sums.relations import AS_PRINTED, Form
from cofitcheck.checks.sums.table import TableSums
from cofitcheck.checks.sums.unexplained_breaks import unexplained_breaks
from cofitcheck.document import Mention
from cofitcheck.numbers import Slip

_FEWEST = 2
"""How many other totals of a column must come out to the unit."""
_MANY = 5
_BY_CHANCE = 100
"""How many times more values a number must have than there are sums that it could be in. Otherwise two sums
miss by the same amount by chance."""


def only_breaks(table: TableSums, mentions: Sequence[Mention], sums: Collection[int]) -> list[Instance]:
    """Return the sums of a table that are the only ones of their column not to come out; `mentions` are those
    of the table, `sums` its rows that others come to, if it is a statement.

    Outside statements a wrong part needs another column that keeps the sum: a note may have lines of
    something else above a total. A column is read as one roll-forward only where all numbers of the table
    are amounts.
    """
    of_amounts = all(each.number.measure in AMOUNTS for each in mentions)
    found: list[Instance] = []
    for sheet in table.sheets:
        if not (sheet.down and sheet.matrix.measure in AMOUNTS):
            continue
        for at, labels in enumerate(sheet.matrix.column_labels):
            column = None if says_change(labels) else Column(table, sheet, at, sums)
            if column and column.is_exact:
                found += _breaks_by_a_total(column)
                found += _breaks_by_a_part(column, of_statement=bool(sums))
                found += _breaks_of_a_section(column)
                found += _rolled(column) if of_amounts else ()
    found = [each for each in found if _has_no_other_say(each)]
    return unexplained_breaks(found, (), (), mentions)


def _has_no_other_say(broken: Instance) -> bool:
    """Tell whether a column is the only one of its table, or another column keeps the same sum."""
    keeping = broken.relation.keeping(broken.sheet.matrix)
    keeping[broken.column] = False
    return len(broken.sheet.matrix.columns) == 1 or bool(keeping.any())


def _breaks_by_a_total(column: Column) -> list[Instance]:
    """Return the two sums that a wrong total breaks by one amount: its own and the one that it is part of."""
    if len(column.totals) < _FEWEST or len(column.loose) > MOST:
        return []
    tried = [pair for total in sorted(column.loose) for pair in _pairs(column, total)]
    mended = [pair for pair in tried if _mend_each_other(*pair) and not pair[0].nearly_holds]
    if not mended:
        return []
    count = digits(int(column.values[mended[0][0].relation.total]))
    return [*mended[0]] if count >= DIGITS and 10**count > _BY_CHANCE * len(tried) else []


def _pairs(column: Column, total: int) -> Iterator[tuple[Instance, Instance]]:
    """Yield pairs of sums: one that a line may be the total of, and one that it may be part of.

    The two take up all lines that are in no other sum.
    """
    named = column.is_named(total)
    later = [line for line in column.stated if line > total and line not in column.come_to]
    behind = [line for line in later if named or column.is_named(line)]
    for own in column.blocks(total):
        lines = dict(own.relation.addends)
        if not named and column.loose.isdisjoint(lines):
            continue
        first = min(lines)
        for whole in (each for line in behind for each in column.blocks(line, {total: first})):
            parts = set(dict(whole.relation.addends))
            # A line above that is in no other sum would be part of the first.
            above = any(line < first for line in parts & column.loose)
            if total in parts and not above and column.take_up_all(own, whole):
                yield own, whole


def _breaks_by_a_part(column: Column, *, of_statement: bool) -> list[Instance]:
    """Return the broken sum of a named total whose parts are all the lines that no other sum takes up.

    A further total may be left too, where it comes out with the first one as a part. Outside statements, and
    where few other sums come out, another column must keep the sum.
    """
    if len(column.loose) > MOST:
        return []
    alone = not of_statement or len(column.totals) < _FEWEST
    for total in column.stated:
        if total in column.come_to or not column.is_named(total) or not _is_confirmed(column, total):
            continue
        for whole in (None, *_comes_out_with(column, total)):
            others = () if whole is None else (whole,)
            blocks = [each for each in column.blocks(total) if column.take_up_all(each, *others)]
            blocks = [each for each in blocks if not alone or _is_kept_beside(each)]
            left = column.loose - {total, *(each.relation.total for each in others)}
            if blocks and _is_run(column, left, total):
                return _plainest(column, blocks)
    return []


def _is_kept_beside(broken: Instance) -> bool:
    """Tell whether another column keeps a sum of many lines to the unit. None does so by chance."""
    return broken.kept_to_the_unit > 0 and len(broken.relation.addends) >= _MANY


def _comes_out_with(column: Column, total: int) -> Iterator[Instance]:
    """Yield the sums of later totals that come out to the unit and have a total as a part.

    That total stands for all lines before it that are in no other sum.
    """
    first = min((line for line in column.loose if line < total), default=total)
    for line in column.stated:
        if first < total < line and line not in column.come_to and column.is_named(line):
            for whole in column.blocks(line, {total: first}):
                if not whole.residual and (total, 1) in whole.relation.addends:
                    yield whole


def _breaks_of_a_section(column: Column) -> list[Instance]:
    """Return the broken sum of a section of an outline ("A.", and "I." to "III." below it).

    It must be the only section that does not come out, and the sum that it is part of must come out. Where
    one number breaks both sums by the same amount, both are returned.
    """
    sections = list(column.sections())
    broken = [each for each in sections if each.residual]
    if len(broken) != 1 or broken[0].nearly_holds:
        return []
    own = broken[0]
    whole = next((each for each in sections if own.relation.total in dict(each.relation.addends)), None)
    whole = whole or column.outlined()
    if whole is None or digits(int(column.values[whole.relation.total])) < DIGITS:
        return []
    if own.relation.total in dict(whole.relation.addends) and not whole.residual:
        return [own]
    return [own, whole] if _mend_each_other(own, whole) else []


def _is_run(column: Column, lines: Set[int], total: int) -> bool:
    """Tell whether lines follow each other, apart from lines that other sums take up."""
    places = [place for place, line in enumerate(column.entries(total, {})) if line in lines]
    return bool(places) and places[-1] - places[0] == len(places) - 1


def _is_confirmed(column: Column, total: int) -> bool:
    """Tell whether a total is part of another sum, or a line that statements have."""
    return total in column.parts or column.is_line(total) or _is_cash(column, total)


def _is_cash(column: Column, line: int) -> bool:
    return bool(NAMED["closing"].fullmatch(compared(column.paths[line])))


def _rolled(column: Column) -> list[Instance]:
    """Return the broken sum of the closing balance of a column that is one roll-forward as a whole.

    The column begins with a line named an opening balance. It ends with one named a closing balance, or with
    one where a slip explains the miss.
    """
    if column.totals or not column.stated:
        return []
    first, last = column.stated[0], column.stated[-1]
    balances = [line for line in column.stated if _is_balance(column, line)]
    if not names_opening(column.paths[first]) or not set(balances) <= {first, last}:
        return []
    if not 3 < len(column.stated) <= MOST:
        return []
    rolled = [each for each in column.blocks(last) if column.take_up_all(each)]
    if last not in balances:
        rolled = [each for each in rolled if set(mending_slips(each).values()) - {Slip.SIGN}]
    kept = [each for each in rolled if each.relation.form in AS_PRINTED and each.kept_to_the_unit]
    return kept if len(kept) == 1 and not _turns_a_line(kept[0]) else _plainest(column, rolled)


def _turns_a_line(broken: Instance) -> bool:
    """Tell whether a sum comes out where one line has the other sign."""
    values = broken.sheet.matrix.values[:, broken.column]
    return any(abs(broken.residual) == 2 * abs(int(values[line])) for line, _ in broken.relation.addends)


def _plainest(column: Column, blocks: Sequence[Instance]) -> list[Instance]:
    """Return the plainest of the sums of one total, in a list of one.

    No other column may break it. A sum that deducts costs goes first, then the one that misses by least. The
    list is empty where the total comes out in another way.
    """
    alone = [each for each in blocks if not _is_missed_beside(column, each)]
    if not alone:
        return []
    plainest = min(alone, key=lambda each: (not _deducts_costs(column, each), abs(each.residual)))
    return [] if _has_other_reading(column, plainest) else [plainest]


def _deducts_costs(column: Column, broken: Instance) -> bool:
    last = max(line for line, _ in broken.relation.addends)
    return broken.relation.form is Form.REST and names_cost(compared(column.paths[last]))


def _is_missed_beside(column: Column, broken: Instance) -> bool:
    relation, matrix = broken.relation, column.sheet.matrix
    misses = relation.applies(matrix) & ~relation.keeping(matrix)
    misses[column.at] = False
    return bool(misses.any())


def _is_balance(column: Column, line: int) -> bool:
    return names_opening(column.paths[line]) or names_closing(column.paths[line])


def _has_other_reading(column: Column, broken: Instance) -> bool:
    """Tell whether the total comes out if its lines are read in another way.

    Tried are other signs, one or two lines left out or added twice, several lines in succession left out,
    and farther lines taken in.
    """
    if broken.nearly_holds:
        return True
    relation = broken.relation
    parts = [sign * int(column.values[line]) for line, sign in relation.addends]
    entries = column.entries(relation.total, {})
    farther = [int(column.values[line]) for line in entries[len(parts) :][:FARTHER]]
    changes = [0, 0, *farther, *(-each for each in farther)]
    changes += [-times * part for part in parts for times in (1, 2)]
    missed = {one + other for one, other in combinations(changes, 2)}
    running = [0, *accumulate(parts)]
    missed |= {one - other for one, other in combinations(running, 2)}
    missed |= {sum(turned) for turned in product(*((0, -2 * part) for part in parts))}
    return any(abs(broken.residual - each) <= broken.tolerance // 2 for each in missed)


def _mend_each_other(own: Instance, whole: Instance) -> bool:
    """Tell whether one change of the total of `own`, which is part of `whole`, mends both sums.

    No number may stand in them twice, and none may be what the total should be. No number of the column may
    be the amount that they miss by.
    """
    values = own.sheet.matrix.values[:, own.column]
    addends = dict(whole.relation.addends)
    total = own.relation.total
    lines = {*dict(own.relation.addends), *addends, whole.relation.total}
    known = [abs(int(values[line])) for line in lines if values[line]]
    known += [abs(int(values[total]) - own.residual)]
    mended = whole.residual == -addends[total] * own.residual and len(set(known)) == len(known)
    return mended and not (np.abs(values) == abs(own.residual)).any()
