"""Value equality: equal numbers of three or more digits are one fact, of any period or of the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cofitcheck.document import Document
from cofitcheck.evaluation.methods.autocheck_filter import Keys
from cofitcheck.evaluation.methods.model import Matches, Method, MethodOptions, Pairs
from cofitcheck.filtering.groups import Groups, Indices, Mask
from cofitcheck.mentions.arrays import mention_arrays

Condition = Callable[[Document, Pairs], Mask]


def load(options: MethodOptions) -> Method:
    """Return the method; it has nothing to load."""
    return ValueEquality()


def load_value_period(options: MethodOptions) -> Method:
    """Return the method that asks for the same period as well; it has nothing to load."""
    return ValueEquality(same_period)


@dataclass(frozen=True)
class ValueEquality:
    """Takes the pairs of equal value, comparable unit and different tables, under a further condition."""

    condition: Condition | None = None

    def match(self, document: Document) -> Matches:
        """Return the pairs; the ones looked at are those predicted, each with probability 1."""
        pairs = equal_pairs(document)
        if self.condition:
            pairs = pairs[self.condition(document, pairs)]
        return Matches(pairs, np.ones(len(pairs)), pairs)


def equal_pairs(document: Document) -> Pairs:
    """Return the pairs (k, 2) across tables with the same absolute value in base units, in ascending order.

    The sign is left out because a table of deductions prints a cost as positive; measures and currencies
    must be the same, where both are stated.
    """
    arrays = mention_arrays(document)
    groups = Groups.of(arrays.amount)
    every = np.arange(len(groups.sizes))

    def keep(left: Indices, right: Indices, _: Indices) -> Mask:
        return (left < right) & arrays.comparable(left, right)

    left, right, _ = groups.cross(every, every, keep)
    order = np.lexsort((right, left))
    return np.stack([left[order], right[order]], axis=1)


def same_period(document: Document, pairs: Pairs) -> Mask:
    """Tell which pairs (k, 2) have the same year, month and length of period, unread ones included."""
    arrays = mention_arrays(document)
    year = Keys.of(arrays).year
    left, right = pairs.T
    same: Mask = year[left] == year[right]
    same &= arrays.month[left] == arrays.month[right]
    same &= arrays.months[left] == arrays.months[right]
    return same
