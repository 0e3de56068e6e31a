"""Turn breaks into findings: one for each error, with its kind, its reasons and the likeliest wrong cell."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.evidence.addends import names_closing, names_opening
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.model import FindingKind
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.sums.features import changes, mending_slips
from cofitcheck.checks.sums.instance import Instance
from cofitcheck.checks.sums.proven import counted_otherwise
from cofitcheck.checks.sums.relations import Form
from cofitcheck.checks.sums.table import TableSums
from cofitcheck.document import Mention
from cofitcheck.numbers import Slip


@dataclass(frozen=True)
class Group:
    """Breaks of one table that share cells: the likeliest of them, and its probability."""

    head: Instance
    breaks: tuple[Instance, ...]
    probability: float


def grouped(breaks: Sequence[Instance], probabilities: npt.NDArray[np.floating]) -> list[Group]:
    """Return the breaks of a table in groups that share no cell, the likeliest first."""
    order = np.argsort(-probabilities, kind="stable").tolist()
    found: list[tuple[set[int], list[int]]] = []
    for at in order:
        cells = set(breaks[at].stated)
        near = next((each for each in found if each[0] & cells), None)
        if near is None:
            found.append((cells, [at]))
        else:
            near[0].update(cells)
            near[1].append(at)
    return [
        Group(breaks[places[0]], tuple(breaks[at] for at in places), float(probabilities[places[0]]))
        for _, places in found
    ]


def groups(breaks: Sequence[Instance], probabilities: npt.NDArray[np.floating]) -> list[float]:
    """Return the probability of each finding that the breaks of a table make."""
    return [each.probability for each in grouped(breaks, probabilities)]


def most_likely_wrong(table: TableSums, group: Group, tied: Collection[int]) -> tuple[int, Slip]:
    """Return the cell of a group's likeliest break that is most likely wrong, and the slip that it may be.

    It is the one whose change mends most breaks and upsets fewest sums that hold, and fewest statements of
    its fact elsewhere (`tied`); then one that a slip explains; then the total.
    """
    head, needed = group.head, changes(group.head)
    if beside := table.swapped.get(head):
        return _swapped(table, head, beside), Slip.OTHER
    slips = mending_slips(head)
    miscounted = counted_otherwise(head) is not None

    def standing(mention: int) -> tuple[int, bool, bool, bool, bool]:
        mended = sum(changes(each).get(mention) == needed[mention] for each in group.breaks)
        upset = sum(each.is_no_chance for each in table.held_by.get(mention, ()))
        is_total = mention == head.total
        return (
            mended - upset - (mention in tied),
            miscounted and is_total,
            # A changed digit explains far more misses by chance than two swapped digits do.
            slips.get(mention) is Slip.TRANSPOSITION,
            mention in slips,
            is_total,
        )

    wrong = max(head.stated, key=standing)
    return wrong, slips.get(wrong, Slip.OTHER)


def _swapped(table: TableSums, here: Instance, beside: Instance) -> int:
    """Return the number of a row that changed places with that of another row.

    Where several may have, it is the one in the fewest sums that hold.
    """
    return min(here.swapped_with(beside), key=lambda each: len(table.held_by.get(each, ())))


def kind_of(grid: Grid, instance: Instance) -> FindingKind:
    """Return whether an instance adds up parts, carries a balance forward, or derives a change."""
    if instance.relation.form is Form.CHANGE:
        return FindingKind.DERIVED
    paths = (
        (grid[mention].row_path if instance.sheet.down else grid[mention].column_path)
        for mention, _ in instance.addends
    )
    total = grid[instance.total]
    closes = names_closing(total.row_path if instance.sheet.down else total.column_path)
    return FindingKind.ROLL_FORWARD if closes and any(map(names_opening, paths)) else FindingKind.SUM


def reasons(grid: Grid, table: TableSums, group: Group, wrong: int, stale: int) -> tuple[Reason, ...]:
    """Return the reasons to report a group of breaks; `stale` is how many numbers repeat the column
    beside."""
    return tuple(_reasons(grid, table, group, wrong, stale))


def _reasons(grid: Grid, table: TableSums, group: Group, wrong: int, stale: int) -> Iterator[Reason]:
    head = group.head
    relation, down = head.relation, head.sheet.down
    if stale:
        yield Reason.of(ReasonCode.COLUMN_BESIDE, n=stale)
    if relation.formulas:
        yield Reason.of(ReasonCode.COLUMN_FORMULAS if down else ReasonCode.ROW_FORMULAS, n=relation.formulas)
    if head.is_to_the_unit:
        yield Reason(ReasonCode.DOCUMENT_FOOTS)
    kept = head.kept_to_the_unit if head.is_to_the_unit else relation.held
    if kept:
        yield Reason.of(ReasonCode.COLUMNS_FOOT if down else ReasonCode.ROWS_FOOT, n=kept)
    elif not relation.formulas and not head.is_to_the_unit:
        near = relation.form is Form.NEAR
        yield Reason(ReasonCode.CALLED_TOTAL if near else ReasonCode.ALL_ELSE_FOOTS)
    if relation.broken > 1:
        yield Reason.of(ReasonCode.COLUMNS_BREAK if down else ReasonCode.ROWS_BREAK, n=relation.broken)
    needed = changes(head)[wrong]
    mended = [each for each in group.breaks if each is not head and changes(each).get(wrong) == needed]
    for other in mended[:3]:
        total = grid[other.total]
        why = ReasonCode.COLUMN_MENDED_TOO if other.sheet.down else ReasonCode.ROW_MENDED_TOO
        yield Reason.of(why, label=_label(total, down=True))
    if wrong != head.total and any(each.is_no_chance for each in table.held_by.get(head.total, ())):
        yield Reason.of(ReasonCode.TOTAL_FOOTS_ON, label=_label(grid[head.total], down=down))
    if beside := table.swapped.get(head):
        there = grid[_swapped(table, beside, head)]
        yield Reason.of(ReasonCode.ROWS_SWAPPED, label=_label(there, down=True), number=there.text)
    if wrong == head.total and (miscounted := counted_otherwise(head)):
        line, times = miscounted
        why = ReasonCode.ADDED_TWICE if times else ReasonCode.LEFT_OUT
        yield Reason.of(why, label=_label(grid[line], down=down), number=grid[line].text)
    if relation.form in (Form.REST, Form.SIGNED, Form.TURNED):
        yield Reason(ReasonCode.SIGNS_OF_COLUMNS if down else ReasonCode.SIGNS_OF_ROWS)


def _label(mention: Mention, *, down: bool) -> str:
    """Return the label that names a number within its sum; without one, that of the other direction or a
    dash."""
    paths = (mention.row_path, mention.column_path) if down else (mention.column_path, mention.row_path)
    return next((path[-1] for path in paths if path), "–")
