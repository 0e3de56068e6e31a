"""A column, the sums in it that come out to the unit, and what else may be added up there."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.checks.evidence.addends import deducted, names_closing, names_opening, names_part
from cofitcheck.checks.evidence.statement_lines import (
    activities_named,
    compared,
    lines_named,
    names_cost,
    names_sum,
)
from cofitcheck.checks.sums.instance import Instance, ReadMatrix
from cofitcheck.checks.sums.relations import Form, SumRelation, allowed
from cofitcheck.checks.sums.table import TableSums
from cofitcheck.language.lexicon import COST_SIGNS, COST_WORDS

_ASSETS = frozenset({"assets", "current_assets", "other_assets"})
_CLAIMS = frozenset({"equity", "liabilities", "current_liabilities", "other_liabilities"})
_ODD = (Form.TURNED, Form.SIGNED)
"""The forms of sums that a single column shows by chance."""
_PAIR = 2
_EVIDENCE = 2.0
"""How many digits must speak against chance where one column keeps a sum of no named total."""
MOST = 12
"""The most lines before a total that are tried. More would come to it in some way by chance."""
FARTHER = 3
"""How many lines farther up are tried as parts of a total too."""
DIGITS = 4
"""The fewest digits of a total. Shorter numbers come out, or miss by the same amount, by chance."""

_NUMERALS = (r"[A-H][.)]", r"[IVX]{1,5}[.)]", r"\d{1,2}[.)]", r"[a-h][.)]")
"""What the lines of an outline begin with, from the highest level to the lowest."""
_COST = re.compile(rf"\b{COST_WORDS}\b|{COST_SIGNS}", re.IGNORECASE)
_LEVELS = [re.compile(rf"\s*{each}\s") for each in _NUMERALS]


class Column:
    """A column of a sheet and the sums that are known of it.

    `stated` are the lines with a number, `loose` those of them that are in no sum. `totals` are the lines
    that others come to, `come_to` the totals below their parts, `parts` the lines that known sums add up.
    """

    def __init__(self, table: TableSums, sheet: ReadMatrix, column: int, sums: Collection[int] = ()) -> None:
        """Read a column of a sheet; `sums` are the rows of a statement that others come to."""
        self.sheet, self.at = sheet, column
        self.values, self.paths = sheet.matrix.values[:, column], sheet.matrix.row_labels
        self.stated: list[int] = np.nonzero(sheet.matrix.units[:, column])[0].tolist()
        self._sums = {line for line in self.stated if sheet.matrix.rows[line] in sums}
        self._amounts: list[int] = self.values.tolist()
        self._units: list[int] = sheet.matrix.units[:, column].tolist()
        self._signs = list(deducted([path[-1:] for path in self.paths], down=True))
        self._names = [_Names.of(compared(path)) for path in self.paths]
        self._levels = {line: _level("".join(self.paths[line][-1:])) for line in self.stated}
        """How deep each line stands in an outline, 0 where it has no numeral of one."""
        self._stands_for: dict[int, tuple[int, int]] = {}
        """For the last line of each sum: its first line, and the line that stands for the whole sum."""
        self.totals: set[int] = set()
        self.come_to: set[int] = set()
        """The totals that lines above them come to."""
        self.parts: set[int] = set()
        self.is_exact = True
        """Whether all sums that are known come out to the unit."""
        self.loose = {line for line in self.stated if self.values[line]}
        """The lines that are in no sum."""
        for each in table.holding:
            if each.sheet is sheet and each.column == column and self._is_sure(each):
                self.is_exact &= not each.residual
                self._take(each.relation)
        for above, line in pairwise(self.stated):
            # A total of one part states it again.
            if self.is_named(line) and self.values[line] == self.values[above]:
                self._stands_for[line] = above, line
                self.loose -= {above, line}
        for line in self.stated:
            if line not in self.totals and (found := self._exact(line)):
                self._take(found)

    def _is_sure(self, kept: Instance) -> bool:
        relation, alone = kept.relation, kept.relation.held == 1
        if relation.form is Form.LEFT_OUT or (
            alone and (relation.form in _ODD or self._is_left_over(relation))
        ):
            return False
        return kept.is_no_chance or kept.relation.evidence >= _EVIDENCE or self.is_named(kept.relation.total)

    def is_named(self, line: int) -> bool:
        """Tell whether a line is named as what others come to."""
        path = self.paths[line]
        opens = names_opening(path) and not names_closing(path)
        named = self.sheet.matrix.row_totals[line] or self.is_line(line) or names_closing(path)
        return named and not opens

    def is_line(self, line: int) -> bool:
        """Tell whether a line is one of those of a statement that others come to."""
        return line in self._sums or names_sum(compared(self.paths[line]))

    def _exact(self, total: int) -> SumRelation | None:
        """Return the sum of the lines before a total that comes out to the unit, if the total is long
        enough."""
        blocks = [each.relation for each in self.blocks(total) if not each.residual]
        blocks = [each for each in blocks if not self._is_left_over(each)]
        return blocks[0] if blocks and digits(int(self.values[total])) >= DIGITS else None

    def _is_left_over(self, relation: SumRelation) -> bool:
        """Tell whether a line without the name of a total is only the remainder of several others.

        Retained earnings, for example, are what assets exceed all other lines by.
        """
        several = relation.form is not Form.ADDED and len(relation.addends) > _PAIR
        return several and not self.is_named(relation.total)

    def _take(self, kept: SumRelation) -> None:
        """Note a sum. Its last line stands for all its lines where it is named a total, else its total
        does."""
        lines = [kept.total, *dict(kept.addends)]
        first, last = min(lines), max(lines)
        if last not in self._stands_for or first < self._stands_for[last][0]:
            self._stands_for[last] = first, last if self.is_named(last) else kept.total
        self.totals.add(kept.total)
        self.come_to |= {kept.total} if kept.total == last else set()
        self.parts |= set(dict(kept.addends))
        self.loose -= set(lines)

    def take_up_all(self, *broken: Instance) -> bool:
        """Tell whether these sums take up every line that is in no known sum."""
        lines = {line for each in broken for line in (each.relation.total, *dict(each.relation.addends))}
        return lines >= self.loose

    def entries(self, total: int, begins: Mapping[int, int]) -> list[int]:
        """Return the lines that stand before a total and are no part of another one, the nearest first.

        `begins` holds further totals, each with the first line of its sum.
        """
        entries: list[int] = []
        place = bisect_left(self.stated, total) - 1
        while place >= 0 and len(entries) < MOST + FARTHER:
            line = self.stated[place]
            known = (begins[line], line) if line in begins else self._stands_for.get(line)
            first, standing = known or (line, line)
            entries.append(standing)
            place = bisect_left(self.stated, first) - 1
        return entries

    def blocks(self, total: int, begins: dict[int, int] | None = None) -> Iterator[Instance]:
        """Yield the sums of the lines before a total, from the last two on, in each form they may have."""
        entries, path = self.entries(total, begins or {}), self.paths[total]
        if entries and self._begins_a_section(total):
            return
        named = self.sheet.matrix.row_totals[total] or names_closing(path)
        may_deduct = not named or names_sum(compared(path))
        for count in range(2, min(len(entries), MOST) + 1):
            lines = entries[:count]
            if any(self._is_part(line, total) for line in lines):
                break
            signs = [self._signs[line] for line in lines]
            yield self._instance(total, lines, [1] * count, Form.ADDED)
            if -1 in signs:
                yield self._instance(total, lines, signs, Form.LABELLED)
            if may_deduct and not any(map(self._is_result, lines[:-1])):
                yield self._instance(total, lines, [-1] * (count - 1) + [1], Form.REST)
            costs = [-1 if self._names[line].cost else 1 for line in lines]
            if self._is_result(total) and 1 in costs and all(self._amounts[line] >= 0 for line in lines):
                yield self._instance(total, lines, costs, Form.LABELLED)

    def sections(self) -> Iterator[Instance]:
        """Yield the sum of each line that has others below it by their numerals: "I." and "II." below
        "A."."""
        for at, line in enumerate(self.stated):
            own, behind = self._levels[line], self.stated[at + 1 :]
            ends = next(
                (place for place, each in enumerate(behind) if self._levels[each] <= own), len(behind)
            )
            below = behind[:ends]
            nearest = min((self._levels[each] for each in below), default=0)
            parts = [each for each in below if self._levels[each] == nearest]
            if own and len(parts) >= _PAIR:
                yield self._instance(line, parts, [1] * len(parts), Form.ADDED)

    def outlined(self) -> Instance | None:
        """Return the sum of the highest lines of an outline. Its total is the named line right below them."""
        top = min((level for level in self._levels.values() if level), default=0)
        parts = [line for line in self.stated if self._levels[line] == top]
        behind = [line for line in self.stated if not self._levels[line] and line > parts[-1]] if top else []
        if len(parts) < _PAIR or not behind or not self.is_named(behind[0]):
            return None
        return self._instance(behind[0], parts, [1] * len(parts), Form.ADDED)

    def _begins_a_section(self, line: int) -> bool:
        """Tell whether a line is the first of its section, so that the lines above are of another one."""
        own = self.paths[line][:-1]
        above = (self.paths[each] for each in self.stated if each < line)
        return bool(own) and not any(own[0] in path[:-1] for path in above)

    def _is_part(self, line: int, total: int) -> bool:
        """Tell whether a line cannot be added to a total.

        It is part of the line above it, it is the result of another activity, or it stands on the other side
        of the balance sheet.
        """
        own, other = self._names[line], self._names[total]
        across = (own.asset and other.claim) or (own.claim and other.asset)
        return own.part or across or (own.activity and other.activity)

    def _is_result(self, line: int) -> bool:
        """Tell whether a line is named as a sum and is no cost, so that no sum deducts it."""
        return self._names[line].result

    def _instance(self, total: int, lines: Sequence[int], signs: Sequence[int], form: Form) -> Instance:
        addends = tuple(sorted(zip(lines, signs, strict=True)))
        relation = SumRelation(total, addends, form, False, 0, 1, 0.0)
        residual = self._amounts[total] - sum(sign * self._amounts[line] for line, sign in addends)
        units = sum(self._units[line] for line, _ in addends)
        tolerance = allowed(units, self._units[total], truncated=self.sheet.matrix.truncated)
        return Instance(self.sheet, relation, self.at, residual, int(tolerance))


@dataclass(frozen=True, slots=True)
class _Names:
    """The kinds of lines that a label, as it is compared, is a name of.

    `part` is a part of the line above it, `asset` and `claim` are the two sides of a balance sheet,
    `activity` is an activity, `result` a sum that is no cost, and `cost` a cost.
    """

    part: bool
    asset: bool
    claim: bool
    activity: bool
    result: bool
    cost: bool

    @classmethod
    @cached(65536)
    def of(cls, label: str) -> Self:
        lines = lines_named(label)
        return cls(
            part=names_part(label),
            asset=not _ASSETS.isdisjoint(lines),
            claim=not _CLAIMS.isdisjoint(lines),
            activity=bool(activities_named(label)),
            result=names_sum(label) and not names_cost(label),
            cost=bool(_COST.search(label)),
        )


def _level(label: str) -> int:
    return next((at for at, numeral in enumerate(_LEVELS, start=1) if numeral.match(label)), 0)


def digits(number: int) -> int:
    """Return how many digits a number has, without the noughts at its end."""
    return len(str(abs(number)).rstrip("0"))
