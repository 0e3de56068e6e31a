"""Breaks to findings: one error is one finding, and the cell most likely wrong is named."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.sums.features import changes, mending_slips
from cofitcheck.checks.sums.instance import Instance
from cofitcheck.checks.sums.table import TableSums
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
    slips = mending_slips(head)

    def standing(mention: int) -> tuple[int, bool, bool]:
        mended = sum(changes(each).get(mention) == needed[mention] for each in group.breaks)
        upset = len(table.held_by.get(mention, ()))
        return mended - upset - (mention in tied), mention in slips, mention == head.total

    wrong = max(head.stated, key=standing)
    return wrong, slips.get(wrong, Slip.OTHER)
