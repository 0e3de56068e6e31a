"""The sums of a table: those that hold, and those that break where other columns or rows keep them.

Where all other sums of a table come out to the unit, a miss of one unit is a break, even if rounding allows
it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate, combinations, islice

import numpy as np

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.rounding import are_no_chance
from cofitcheck.checks.sums.instance import Instance, OnePart, ReadMatrix
from cofitcheck.checks.sums.matrix import Matrix, matrices
from cofitcheck.checks.sums.relations import Formulas, SumRelation
from cofitcheck.checks.sums.unexplained_breaks import unexplained_breaks
from cofitcheck.document import Mention, TableStructure

_HABIT = 2
"""How many lines must do the same for it to be on purpose."""

_FAR_APART = 10
"""The fewest units by which two rows with each other's number miss. Rounded numbers miss by fewer."""

_KEPT_BY = 3
"""How many other rows must keep a sum of which two rows have each other's number."""

_LINES_BEFORE = 4
"""How many sums of the lines right before a total are tried, of two lines and more."""

_BY_CHANCE = 0.1
"""The share of tables, at most, in which rounded numbers come out to the unit as often as in this one."""


class TableSums:
    """All sums of one table, in both directions.

    `holding` are the instances that hold. `breaks` are those that do not and that nothing clears: the total
    comes out in no other way, and not all numbers are confirmed. `breaks_on_one_side` are those of totals
    that lines on their other side come to, as debt by lender above and by maturity below. `of_one_part` are
    sums of which one part alone is stated, `swapped` rows that have each other's number in one column, each
    with the other. `structure` is that of the table, and says which lines are totals;
    `formulas` are those of the document.
    """

    def __init__(
        self, mentions: Sequence[Mention], structure: TableStructure, formulas: Formulas | None = None
    ) -> None:
        self.sheets = [
            sheet for matrix in matrices(mentions, structure) for sheet in _both_ways(matrix, formulas or {})
        ]
        self.holding: list[Instance] = []
        broken: list[Instance] = []
        for sheet in self.sheets:
            for instance in sheet.instances():
                (self.holding if instance.holds else broken).append(instance)
        plain = {
            id(each.relation)
            for each in self.holding
            if each.relation.is_change
            and each.sheet.matrix.values[each.relation.total, each.column]
            and each.is_below
        }
        # A change between negative numbers may be printed as the change of their amounts. That is an error
        # only where other such changes show the sign and hardly any does not: costs may be printed by their
        # amounts, and losses not.
        of_amounts = Counter(id(each.relation) for each in broken if each.is_of_amounts)
        shown = {relation for relation in plain if of_amounts[relation] < _HABIT}
        self.holding += [each for each in broken if each.is_of_amounts and id(each.relation) not in shown]
        broken = [each for each in broken if not each.is_of_amounts or id(each.relation) in shown]
        alone = [each for sheet in self.sheets for each in sheet.of_one_part()]
        self.swapped = dict(_swapped_lines([*broken, *(each for one in alone for each in one.broken)]))
        off = to_the_unit(self.holding, broken)
        self.holding = [each for each in self.holding if each not in off]
        broken = [each for each in broken if each not in off] + [*off.values()]
        # What adds up by chance confirms nothing.
        sure = [each for each in self.holding if each.is_no_chance]
        explained: dict[tuple[bool, int], set[bool]] = defaultdict(set)
        for each in sure:
            explained[each.sheet.down, each.total].add(each.relation.upwards)
        confirmed = {mention for each in sure for mention in each.stated}
        exactly = {mention for each in sure if not each.residual for mention in each.stated}
        unexplained = [each for each in broken if (each.sheet.down, each.total) not in explained]
        # The lines of a formula are meant to add up, whatever else the total may be.
        said = [each for each in unexplained if each.relation.formulas]
        others = [each for each in unexplained if not each.relation.formulas]
        self.breaks = said + unexplained_breaks(others, confirmed, exactly, mentions)
        # Lines that come to one total need not come to another, as those of another day below.
        settled = {(id(each.sheet), frozenset(each.stated[1:])) for each in sure}
        from_one_side = [
            each
            for each in broken
            if explained.get((each.sheet.down, each.total)) == {not each.relation.upwards}
            and not _tells_again(each, sure)
            and (id(each.sheet), frozenset(each.stated[1:])) not in settled
        ]
        self.breaks_on_one_side = unexplained_breaks(from_one_side, (), (), mentions)
        self.of_one_part = self._of_one_part(alone, mentions)

    def _of_one_part(self, found: Sequence[OnePart], mentions: Sequence[Mention]) -> OnePart:
        """Return the totals of one part, each once; a total that another sum comes to is right."""
        settled = {(each.sheet.down, each.total) for each in self.holding if each.is_no_chance}
        settled |= {(each.sheet.down, each.total) for of in found for each in of.holding}
        settled |= {(each.sheet.down, each.total) for each in self.breaks}
        broken = {
            (each.sheet.down, each.total): each
            for of in found
            for each in of.slips
            if (each.sheet.down, each.total) not in settled and not _comes_of_lines_before(each)
        }
        holding = {(each.sheet.down, each.stated): each for of in found for each in of.holding}
        told = unexplained_breaks([*broken.values()], (), (), mentions)
        return OnePart(tuple(holding.values()), tuple(told))

    @cached_property
    def held_by(self) -> dict[int, list[Instance]]:
        """The instances that hold, by each mention that they add up or total."""
        held: dict[int, list[Instance]] = defaultdict(list)
        for instance in self.holding:
            for mention in instance.stated:
                held[mention].append(instance)
        return held

    @cached_property
    def broken_by(self) -> dict[int, list[Instance]]:
        """The breaks, by each mention that they add up or total."""
        broken: dict[int, list[Instance]] = defaultdict(list)
        for instance in self.breaks:
            for mention in instance.stated:
                broken[mention].append(instance)
        return broken

    @cached_property
    def lines(self) -> Counter[tuple[int, int, bool]]:
        """How many sums hold (True) and break in each column of each sheet: by sheet id and column."""
        counted: Counter[tuple[int, int, bool]] = Counter()
        for instance in self.holding:
            counted[id(instance.sheet), instance.column, True] += 1
        for instance in self.breaks:
            counted[id(instance.sheet), instance.column, False] += 1
        return counted


def _comes_of_lines_before(instance: Instance) -> bool:
    """Tell whether the total is what the totals of the lines right before it come to.

    Comprehensive income in a statement of equity is an example: its other parts need not be printed.
    """
    totals = instance.sheet.matrix.values[instance.relation.total].tolist()
    before = accumulate(reversed(totals[: instance.column]))
    next(before, None)
    return any(each == totals[instance.column] for each in islice(before, _LINES_BEFORE))


def _swapped_lines(broken: Sequence[Instance]) -> Iterator[tuple[Instance, Instance]]:
    """Yield each pair of rows, once, that break a sum across by the same amount, one up and one down.

    They must keep it if two of their numbers in one column change places. Several rows must keep the sum, and
    no third row may break it: columns of quarters and half-years come to each other by chance.
    """
    rows: dict[int, list[Instance]] = {}
    for each in broken:
        if not each.sheet.down and abs(each.residual) >= _FAR_APART * each.unit:
            rows.setdefault(id(each.relation), []).append(each)
    for across in rows.values():
        sizes = Counter(abs(each.residual) for each in across)
        for one, other in combinations(across, 2):
            opposite = one.residual == -other.residual and sizes[abs(one.residual)] == 2
            kept = one.relation.held >= _KEPT_BY and one.relation.broken == 2
            if opposite and kept and one.swapped_with(other):
                yield one, other


def _tells_again(broken: Instance, sure: Sequence[Instance]) -> bool:
    """Tell whether the lines on one side of a total repeat, wherever they come to it, those on its other
    side.

    Income before and after a change of policy does so in years without a change.
    """
    matrix, relation = broken.sheet.matrix, broken.relation
    others = [each for each in sure if each.sheet is broken.sheet and each.relation.total == relation.total]
    others = [each for each in others if each.relation.upwards is not relation.upwards]

    def parts(of: SumRelation, column: int) -> list[int]:
        return sorted(value for line, _ in of.addends if (value := int(matrix.values[line, column])))

    kept = np.nonzero(relation.keeping(matrix))[0].tolist()
    return bool(kept) and all(
        any(each.column == at and parts(each.relation, at) == parts(relation, at) for each in others)
        for at in kept
    )


def sums_of(grid: Grid, table: int) -> TableSums:
    """Return the sums of a table of a document, with what the document's formulas state of it."""
    document = grid.document
    return TableSums(grid.table(table), document.tables[table].structure, document.formulas)


def _both_ways(matrix: Matrix, formulas: Formulas) -> Iterator[ReadMatrix]:
    yield ReadMatrix.of(matrix, down=True, formulas=formulas)
    yield ReadMatrix.of(matrix.turned, down=False, formulas=formulas)


def to_the_unit(holding: Sequence[Instance], broken: Sequence[Instance]) -> Mapping[Instance, Instance]:
    """Return the sums that miss by what rounding allows, or a unit more, though every other sum of the table
    comes out to the unit. Each is returned with itself as a break without tolerance.

    Another column must keep the same sum to the unit. The sums of the table must come out to the unit more
    often than those of rounded numbers do. Sums that share a number with one that is off do not count. Nor do
    those of a total that other lines come to exactly: within rounding, many lines add up by chance.
    """
    by_sheet: dict[int, list[Instance]] = defaultdict(list)
    exact = {(each.sheet.down, each.total) for each in holding if not each.residual}
    for each in holding:
        plain = each.is_no_chance and not each.relation.is_change and not each.sheet.matrix.truncated
        if plain and (not each.residual or (each.sheet.down, each.total) not in exact):
            by_sheet[id(each.sheet)].append(each)
    off = [each for sums in by_sheet.values() for each in sums if each.residual]
    off += [each for each in broken if each.nearly_holds and each.relation.held]
    return {each: replace(each, tolerance=0) for each in off if _is_alone(each, by_sheet[id(each.sheet)])}


def _is_alone(off: Instance, sums: Iterable[Instance]) -> bool:
    cells = set(off.stated)
    others = [each for each in sums if not cells & set(each.stated)]
    if any(each.residual for each in others):
        return False
    kept = any(each.relation is off.relation for each in others)
    # One total that several relations come to is one witness.
    totals = {each.total: each.parts for each in others}
    return kept and are_no_chance(totals.values(), _BY_CHANCE)
