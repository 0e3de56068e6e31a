"""Equal numbers of one table that state one fact.

Net income stands under basic and under diluted, cash at the end of a year and at the beginning of the next, a
balance in the block of three months and in that of nine. Such pairs are no candidates: a table seldom repeats
itself, and rows of it that look alike are mostly two facts. So only equal numbers of different rows are
looked at, with their values known, and they are tied or nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from cofitcheck.classification.features import Columns, matrix, semantic_features
from cofitcheck.classification.trees import ThresholdTrees
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.filtering import CandidatePairs, of_one_basis
from cofitcheck.mentions.arrays import FloatArray, IntArray, mention_arrays

_DIGITS = 2
"""Shorter numbers are equal by chance."""
_CROWD = 12
"""A value that more cells of a table state is no fact that they repeat."""


class WithinTrees(ThresholdTrees):
    """Trees that judge equal numbers of one table, and from which probability on they are tied."""

    name = "within"

    def ties(self, document: Document, encoded: Encoded) -> list[tuple[int, int]]:
        """Return the pairs of mentions of one table that state one fact, in order, the earlier one first."""
        pairs = equal_within(document)
        if not len(pairs):
            return []
        scores: FloatArray = self.trees.score(matrix(within_features(document, encoded, pairs)))
        tied = pairs.take(scores >= self.threshold)
        return list(zip(tied.left.tolist(), tied.right.tolist(), strict=True))


def equal_within(document: Document) -> CandidatePairs:
    """Return the pairs of mentions that state one number in different rows of one table, in order."""
    cells: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for mention in document.mentions:
        number = mention.number
        if number.value and number.digits >= _DIGITS:
            cells[mention.table, number.value, number.measure].append(mention.index)
    alike = (each for each in cells.values() if len(each) <= _CROWD)
    every = (pair for each in alike for pair in combinations(each, 2))
    rows = [mention.row for mention in document.mentions]
    found = sorted(pair for pair in every if rows[pair[0]] != rows[pair[1]])
    left, right = np.array(found, dtype=np.int32).reshape(-1, 2).T
    return of_one_basis(document, CandidatePairs(left, right, np.zeros(len(found), dtype=np.float32)))


def within_features(document: Document, encoded: Encoded, pairs: CandidatePairs) -> Columns:
    """Return what is known of pairs of one table: what words, vectors and periods say of them, where they
    stand, and how the other cells of their two rows agree."""
    known, a, b = one_table_features(document, encoded, pairs), pairs.left, pairs.right
    equal, differ = _beside(document, a, b)
    digits = np.array([mention.number.digits for mention in document.mentions], dtype=np.int32)
    # The trees know their columns by the order alone.
    periods = {name: known.pop(name) for name in ("one_period", "one_month")}
    known["digits"] = np.minimum(digits[a], digits[b])
    return {**known, **periods, "others_equal": equal, "others_differ": differ}


def one_table_features(document: Document, encoded: Encoded, pairs: CandidatePairs) -> Columns:
    """Return what words, vectors and periods say of pairs of one table, and where they stand: no value."""
    arrays, a, b = mention_arrays(document), pairs.left, pairs.right
    semantic = semantic_features(arrays, encoded, a, b)
    one_month = (arrays.flow_year[a] == arrays.flow_year[b]) & (arrays.flow_month[a] == arrays.flow_month[b])
    return {
        # A rival in the other table is none here, where there is one table.
        **{name: column for name, column in semantic.items() if "_margin_" not in name},
        "same_column": (arrays.column_id[a] == arrays.column_id[b]).astype(np.int32),
        "same_label": (arrays.label[a] == arrays.label[b]).astype(np.int32),
        "same_path": (arrays.path[a] == arrays.path[b]).astype(np.int32),
        "rows": np.abs(arrays.row[a] - arrays.row[b]),
        "one_period": (arrays.period[a] == arrays.period[b]).astype(np.int32),
        "one_month": (one_month & (arrays.flow_year[a] > 0)).astype(np.int32),
    }


def _beside(document: Document, a: IntArray, b: IntArray) -> tuple[IntArray, IntArray]:
    """Count the other columns in which both rows of a pair state a number, and state one, or two."""
    rows: defaultdict[tuple[int, int], dict[int, object]] = defaultdict(dict)
    for mention in document.mentions:
        rows[mention.table, mention.row][mention.column] = mention.number.value

    def beside(one: int, other: int) -> Iterator[bool]:
        first, second = document.mentions[one], document.mentions[other]
        here, there = rows[first.table, first.row], rows[second.table, second.row]
        for column in here.keys() & there.keys() - {first.column, second.column}:
            yield here[column] == there[column]

    same = [list(beside(one, other)) for one, other in zip(a.tolist(), b.tolist(), strict=True)]
    equal = np.array([sum(each) for each in same], dtype=np.int32)
    return equal, np.array([len(each) for each in same], dtype=np.int32) - equal
