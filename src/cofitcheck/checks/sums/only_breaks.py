"""The one break of a column: all other lines of it add up to the unit, and those before one total do not.

A table of one column has no other column that keeps a sum. But where every line takes part in a sum that
comes out, only the lines right before one total are left. They are its parts, and one number is wrong.
Where that number is a total itself, it breaks two sums, and one change mends both.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import accumulate, combinations, pairwise, product

import numpy as np

from cofitcheck.checks.evidence.addends import deducted, names_part
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.named_lines import names_closing, names_opening
from cofitcheck.checks.evidence.statement_lines import (
    AMOUNTS,
    NAMED,
    activities_named,
    compared,
    lines_of,
    names_cost,
    names_sum,
    statement_of,
)
from cofitcheck.checks.sums.instance import Instance, ReadMatrix
from cofitcheck.checks.sums.relations import Form, SumRelation
from cofitcheck.checks.sums.table import TableSums
from cofitcheck.checks.sums.unexplained_breaks import unexplained_breaks
from cofitcheck.document import Mention

_ODD = (Form.TURNED, Form.SIGNED)
"""What one column shows by chance."""
_PAIR = 2
_FEWEST = 2
"""So many other totals of a column must come out to the unit."""
_EVIDENCE = 2.0
"""So many digits must speak against chance where one column keeps a sum of a line that is no named total."""
_MOST = 12
"""More lines before a total would come to it in some way by chance."""
_FARTHER = 3
"""So many lines farther up may be parts of it too."""
_DIGITS = 4
_BY_CHANCE = 100
"""Two sums miss by the same by chance where a number has fewer digits, or not so many times more values than
there are sums that it could be in."""


def only_breaks(table: TableSums, mentions: Sequence[Mention]) -> list[Instance]:
    """Return the sums of a table that are the only ones of their column not to come out; `mentions` are those
    of the table.

    A wrong part is known in statements alone: a note may have lines of something else above a total. And
    a column is one roll-forward where it holds no balance of another measure.
    """
    of_statement = bool(statement_of(lines_of(mentions)))
    of_amounts = all(each.number.measure in AMOUNTS for each in mentions)
    found: list[Instance] = []
    for sheet in table.sheets:
        if not (sheet.down and sheet.matrix.measure in AMOUNTS):
            continue
        for at, labels in enumerate(sheet.matrix.column_labels):
            column = None if says_change(labels) else _Column(table, sheet, at)
            if column and column.is_exact:
                found += column.breaks_by_a_total()
                found += column.breaks_by_a_part() if of_statement else ()
                found += column.rolled() if of_amounts else ()
    return unexplained_breaks(found, (), (), mentions)


class _Column:
    """A column, and the sums in it that come out to the unit."""

    def __init__(self, table: TableSums, sheet: ReadMatrix, column: int) -> None:
        self._sheet, self._at = sheet, column
        self._values, self._paths = sheet.matrix.values[:, column], sheet.matrix.row_labels
        self._stated: list[int] = np.nonzero(sheet.matrix.units[:, column])[0].tolist()
        self._signs = list(deducted([path[-1:] for path in self._paths], down=True))
        self._stands_for: dict[int, tuple[int, int]] = {}
        """By the last line of each sum its first one, and the line that stands for all of them."""
        self._totals: set[int] = set()
        self._come_to: set[int] = set()
        """The totals that lines above them come to."""
        self._parts: set[int] = set()
        self.is_exact = True
        """Whether all sums that are known come out to the unit."""
        self._loose = {line for line in self._stated if self._values[line]}
        """The lines that are in no sum."""
        for each in table.holding:
            if each.sheet is sheet and each.column == column and self._is_sure(each):
                self.is_exact &= not each.residual
                self._take(each.relation)
        for above, line in pairwise(self._stated):
            # A total of one part states it again.
            if self._is_named(line) and self._values[line] == self._values[above]:
                self._stands_for[line] = above, line
                self._loose -= {above, line}
        for line in self._stated:
            if line not in self._totals and (found := self._exact(line)):
                self._take(found)

    def _is_sure(self, kept: Instance) -> bool:
        relation, alone = kept.relation, kept.relation.held == 1
        if relation.form is Form.LEFT_OUT or (
            alone and (relation.form in _ODD or self._is_left_over(relation))
        ):
            return False
        return kept.is_no_chance or kept.relation.evidence >= _EVIDENCE or self._is_named(kept.relation.total)

    def _is_named(self, line: int) -> bool:
        """Tell whether a line is named as what others come to."""
        path = self._paths[line]
        opens = names_opening(path) and not names_closing(path)
        named = self._sheet.matrix.row_totals[line] or names_sum(compared(path)) or names_closing(path)
        return named and not opens

    def _exact(self, total: int) -> SumRelation | None:
        """Return the sum of the lines before one that comes to it, of a number that none does by chance."""
        blocks = [each.relation for each in self._blocks(total) if not each.residual]
        blocks = [each for each in blocks if not self._is_left_over(each)]
        return blocks[0] if blocks and _digits(int(self._values[total])) >= _DIGITS else None

    def _is_left_over(self, relation: SumRelation) -> bool:
        """Tell whether a line without the name of a total is what several leave of one: as retained earnings
        are what assets exceed all else by."""
        several = relation.form is not Form.ADDED and len(relation.addends) > _PAIR
        return several and not self._is_named(relation.total)

    def _take(self, kept: SumRelation) -> None:
        """Note a sum. A total above its parts stands for them, unless the last is what is left of it."""
        lines = [kept.total, *dict(kept.addends)]
        first, last = min(lines), max(lines)
        if last not in self._stands_for or first < self._stands_for[last][0]:
            self._stands_for[last] = first, last if self._is_named(last) else kept.total
        self._totals.add(kept.total)
        self._come_to |= {kept.total} if kept.total == last else set()
        self._parts |= set(dict(kept.addends))
        self._loose -= set(lines)

    def breaks_by_a_total(self) -> list[Instance]:
        """Return the two sums that a total breaks: its own and that which it is part of, by one amount."""
        if len(self._totals) < _FEWEST or len(self._loose) > _MOST:
            return []
        tried = [pair for total in sorted(self._loose) for pair in self._pairs(total)]
        mended = [pair for pair in tried if _mend_each_other(*pair) and not pair[0].nearly_holds]
        if not mended:
            return []
        digits = _digits(int(self._values[mended[0][0].relation.total]))
        return [*mended[0]] if digits >= _DIGITS and 10**digits > _BY_CHANCE * len(tried) else []

    def _pairs(self, total: int) -> Iterator[tuple[Instance, Instance]]:
        """Yield each sum that a line may be the total of with each that it may be part of, where the two take
        up all lines that are in no other sum."""
        named = self._is_named(total)
        later = [line for line in self._stated if line > total and line not in self._come_to]
        behind = [line for line in later if named or self._is_named(line)]
        for own in self._blocks(total):
            lines = dict(own.relation.addends)
            if not named and self._loose.isdisjoint(lines):
                continue
            first = min(lines)
            for whole in (each for line in behind for each in self._blocks(line, {total: first})):
                parts = set(dict(whole.relation.addends))
                # A line above that is in no other sum would be part of the first.
                above = any(line < first for line in parts & self._loose)
                if total in parts and not above and self._take_up_all(own, whole):
                    yield own, whole

    def breaks_by_a_part(self) -> list[Instance]:
        """Return the sum of a named total whose parts are all that is left."""
        if len(self._totals) < _FEWEST or len(self._loose) > _MOST:
            return []
        for total in self._stated:
            if total in self._come_to or not self._is_named(total) or not self._is_confirmed(total):
                continue
            blocks = [each for each in self._blocks(total) if self._take_up_all(each)]
            if blocks and self._is_run(self._loose - {total}, total):
                return self._plainest(blocks)
        return []

    def _is_run(self, lines: Set[int], total: int) -> bool:
        """Tell whether lines follow each other, as far as other sums do not take them up."""
        places = [place for place, line in enumerate(self._entries(total, {})) if line in lines]
        return bool(places) and places[-1] - places[0] == len(places) - 1

    def _is_confirmed(self, total: int) -> bool:
        """Tell whether a total is part of another sum, or a line that statements have."""
        return total in self._parts or names_sum(compared(self._paths[total])) or self._is_cash(total)

    def _is_cash(self, line: int) -> bool:
        return bool(NAMED["closing"].fullmatch(compared(self._paths[line])))

    def rolled(self) -> list[Instance]:
        """Return the sum of the closing balance of a column that is all one roll-forward."""
        if self._totals or not self._stated:
            return []
        first, last = self._stated[0], self._stated[-1]
        if not (names_opening(self._paths[first]) and names_closing(self._paths[last])):
            return []
        balances = [line for line in self._stated if self._is_balance(line)]
        if len(balances) > 2 or not 3 < len(self._stated) <= _MOST:
            return []
        rolled = [each for each in self._blocks(last) if self._take_up_all(each)]
        return self._plainest(rolled)

    def _plainest(self, blocks: Sequence[Instance]) -> list[Instance]:
        """Return the sum that no other column breaks and that costs are deducted in, or that misses by least,
        unless it comes out in another way."""
        alone = [each for each in blocks if not self._is_missed_beside(each)]
        if not alone:
            return []
        plainest = min(alone, key=lambda each: (not self._deducts_costs(each), abs(each.residual)))
        return [] if self._has_other_reading(plainest) else [plainest]

    def _deducts_costs(self, broken: Instance) -> bool:
        last = max(line for line, _ in broken.relation.addends)
        return broken.relation.form is Form.REST and names_cost(compared(self._paths[last]))

    def _is_missed_beside(self, broken: Instance) -> bool:
        relation, matrix = broken.relation, self._sheet.matrix
        misses = relation.applies(matrix) & ~relation.keeping(matrix)
        misses[self._at] = False
        return bool(misses.any())

    def _is_balance(self, line: int) -> bool:
        return names_opening(self._paths[line]) or names_closing(self._paths[line])

    def _take_up_all(self, *broken: Instance) -> bool:
        """Tell whether every line that is in no sum is in these."""
        lines = {line for each in broken for line in (each.relation.total, *dict(each.relation.addends))}
        return lines >= self._loose

    def _entries(self, total: int, begins: Mapping[int, int]) -> list[int]:
        """Return the lines that stand before a total and are no part of another one, the nearest first."""
        entries: list[int] = []
        place = bisect_left(self._stated, total) - 1
        while place >= 0 and len(entries) < _MOST + _FARTHER:
            line = self._stated[place]
            known = (begins[line], line) if line in begins else self._stands_for.get(line)
            first, standing = known or (line, line)
            entries.append(standing)
            place = bisect_left(self._stated, first) - 1
        return entries

    def _blocks(self, total: int, begins: dict[int, int] | None = None) -> Iterator[Instance]:
        """Yield the sums of the lines before a total, from the last two on, in each form they may have."""
        entries, path = self._entries(total, begins or {}), self._paths[total]
        named = self._sheet.matrix.row_totals[total] or names_closing(path)
        may_deduct = not named or names_sum(compared(path))
        for count in range(2, min(len(entries), _MOST) + 1):
            lines = entries[:count]
            if any(self._is_part(line, total) for line in lines):
                break
            signs = [self._signs[line] for line in lines]
            yield self._instance(total, lines, [1] * count, Form.ADDED)
            if -1 in signs:
                yield self._instance(total, lines, signs, Form.LABELLED)
            if may_deduct:
                yield self._instance(total, lines, [-1] * (count - 1) + [1], Form.REST)

    def _is_part(self, line: int, total: int) -> bool:
        """Tell whether a line is in the one above it already, or is what another activity came to."""
        own, other = (compared(self._paths[each]) for each in (line, total))
        return names_part(own) or bool(activities_named(own) and activities_named(other))

    def _instance(self, total: int, lines: Sequence[int], signs: Sequence[int], form: Form) -> Instance:
        addends = tuple(sorted(zip(lines, signs, strict=True)))
        matrix = self._sheet.matrix
        relation = SumRelation(total, addends, form, False, 0, 1, 0.0)
        residual, tolerance = relation.residual(matrix.values), relation.tolerance(matrix)
        return Instance(self._sheet, relation, self._at, int(residual[self._at]), int(tolerance[self._at]))

    def _has_other_reading(self, broken: Instance) -> bool:
        """Tell whether the total comes out, nearly, with other signs, where one or two lines, or several that
        follow each other, are no part of it, or farther ones are."""
        if broken.nearly_holds:
            return True
        relation = broken.relation
        parts = [sign * int(self._values[line]) for line, sign in relation.addends]
        entries = self._entries(relation.total, {})
        farther = [int(self._values[line]) for line in entries[len(parts) :][:_FARTHER]]
        changes = [0, 0, *farther, *(-each for each in farther)]
        changes += [-times * part for part in parts for times in (1, 2)]
        missed = {one + other for one, other in combinations(changes, 2)}
        running = [0, *accumulate(parts)]
        missed |= {one - other for one, other in combinations(running, 2)}
        missed |= {sum(turned) for turned in product(*((0, -2 * part) for part in parts))}
        return any(abs(broken.residual - each) <= broken.tolerance // 2 for each in missed)


def _mend_each_other(own: Instance, whole: Instance) -> bool:
    """Tell whether the total of the one sum, in the other too, misses both by the same. No number may stand
    in them twice, nor what the total should be; and none of the column may be what it misses by."""
    values = own.sheet.matrix.values[:, own.column]
    addends = dict(whole.relation.addends)
    total = own.relation.total
    lines = {*dict(own.relation.addends), *addends, whole.relation.total}
    known = [abs(int(values[line])) for line in lines if values[line]]
    known += [abs(int(values[total]) - own.residual)]
    mended = whole.residual == -addends[total] * own.residual and len(set(known)) == len(known)
    return mended and not (np.abs(values) == abs(own.residual)).any()


def _digits(number: int) -> int:
    return len(str(abs(number)).rstrip("0"))
