"""The grouping rules that stand before AutoCheck's classifier: only numbers of one group are compared.

A group is a period and a unit, as far as headers and labels state them. The rules of its authors are not
published, only that they leave a quarter of the pairs; on the dev filings these leave as many.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cofitcheck.document import Document
from cofitcheck.evaluation.methods.model import Pairs
from cofitcheck.filtering.groups import Mask
from cofitcheck.mentions.arrays import IntArray, MentionArrays, mention_arrays
from cofitcheck.numbers import Measure

_UNKNOWN_MEASURE = list(Measure).index(Measure.UNKNOWN)
_BLOCK = 256
"""Rows of the matrix of all pairs that are looked at together."""


@dataclass(frozen=True)
class Keys:
    """What puts mentions into groups, int32 (n,) each: 0 where nothing states it, and then any group fits."""

    year: IntArray
    month: IntArray
    kind: IntArray
    measure: IntArray

    @classmethod
    def of(cls, arrays: MentionArrays) -> Keys:
        """Read the keys; a year is that of the header, else of the row's label or its span
        between two balances.

        `kind` is 1 for a span of time and -1 for a date.
        """
        years = (arrays.year, arrays.row_year, arrays.flow_year)
        return cls(
            year=np.select([year > 0 for year in years], years, 0).astype(np.int32),
            month=arrays.month,
            kind=np.sign(arrays.months),
            measure=np.where(arrays.measure == _UNKNOWN_MEASURE, 0, arrays.measure + 1).astype(np.int32),
        )

    def compatible(self, left: slice, right: slice) -> Mask:
        """Tell which of the mentions `left` (l,) and `right` (r,) share a group: bool (l, r)."""
        fits: Mask = np.ones((left.stop - left.start, right.stop - right.start), dtype=bool)
        for key in (self.year, self.month, self.kind, self.measure):
            first, second = key[left, None], key[None, right]
            fits &= (first == second) | (first == 0) | (second == 0)
        return fits


def grouped_pairs(document: Document, arrays: MentionArrays | None = None) -> Pairs:
    """Return the pairs (k, 2) of stated numbers in different tables that share a group, in ascending
    order."""
    arrays = arrays or mention_arrays(document)
    keys, count = Keys.of(arrays), len(arrays)
    stated = np.array([mention.number.value is not None for mention in document.mentions], dtype=bool)
    parts = [np.empty((0, 2), dtype=np.int64)]
    for start in range(0, count, _BLOCK):
        block, rest = slice(start, min(start + _BLOCK, count)), slice(start, count)
        fits = keys.compatible(block, rest) & stated[block, None] & stated[None, rest]
        fits &= arrays.table[block, None] != arrays.table[None, rest]
        parts.append(np.argwhere(np.triu(fits, 1)) + start)
    return np.concatenate(parts)
