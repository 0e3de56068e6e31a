"""Numbers of one table that state one fact: equal ones (`WithinTrees`), and lines that repeat (`LineTrees`).

Net income may stand under basic and under diluted, cash at the end of a year and at the beginning of the
next, a balance in the block of three months and in that of nine. Such pairs are no candidates: a table seldom
repeats itself, and rows that look alike are mostly two facts.

`WithinTrees` look only at equal numbers of different rows. They know the values, and tie two numbers or do
nothing.

`LineTrees` look at two rows that state the same numbers in their other columns. The two cells that are left
are then probably one fact too. Their own two values have no part in that, so that a wrong one is found.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np

from cofitcheck.classification.features import Columns, matrix, semantic_features
from cofitcheck.classification.trees import ThresholdTrees
from cofitcheck.document import Document, Mention
from cofitcheck.encoding import Encoded
from cofitcheck.facts import probability_of
from cofitcheck.filtering import CandidatePairs, of_one_basis
from cofitcheck.mentions import FloatArray, IntArray, mention_arrays

_DIGITS = 2
"""The least digits of a number that is compared; shorter ones are equal by chance."""
_CROWD = 12
"""The most cells of a table that state one value; where there are more, they do not repeat one fact."""

_LONG = 4
"""The digits from which a number is long; two long ones are not equal by chance."""
_NEAR = 60
"""The most rows between two that are compared. A limit on values would let the pair's own values decide."""

_MOST_PAIRS = 50_000
"""The most pairs of equal numbers in a table whose short numbers count. A table of many small counts has
more; there only long numbers are compared."""

_Cells = Mapping[tuple[int, int], Mapping[int, Mention]]
"""The mentions of each row, as (table, row), by column."""


class WithinTrees(ThresholdTrees):
    """Trees that judge equal numbers of one table. Numbers are tied from the probability `threshold` on."""

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
    """Return the features of pairs of one table.

    They are what words, vectors and periods say, where the two stand, how long the numbers are, and how the
    other cells of their two rows agree."""
    known, a, b = one_table_features(document, encoded, pairs), pairs.left, pairs.right
    equal, differ = _beside(document, a, b)
    digits = np.array([mention.number.digits for mention in document.mentions], dtype=np.int32)
    # The trees tell their columns apart by order alone.
    periods = {name: known.pop(name) for name in ("one_period", "one_month")}
    known["digits"] = np.minimum(digits[a], digits[b])
    return {**known, **periods, "others_equal": equal, "others_differ": differ}


def one_table_features(document: Document, encoded: Encoded, pairs: CandidatePairs) -> Columns:
    """Return what words, vectors and periods say of pairs of one table, and where they stand; no values."""
    arrays, a, b = mention_arrays(document), pairs.left, pairs.right
    semantic = semantic_features(arrays, encoded, a, b)
    one_month = (arrays.flow_year[a] == arrays.flow_year[b]) & (arrays.flow_month[a] == arrays.flow_month[b])
    return {
        # Rivals are of the other table, and here there is only one table.
        **{name: column for name, column in semantic.items() if "_margin_" not in name},
        "same_column": (arrays.column_id[a] == arrays.column_id[b]).astype(np.int32),
        "same_label": (arrays.label[a] == arrays.label[b]).astype(np.int32),
        "same_path": (arrays.path[a] == arrays.path[b]).astype(np.int32),
        "rows": np.abs(arrays.row[a] - arrays.row[b]),
        "one_period": (arrays.period[a] == arrays.period[b]).astype(np.int32),
        "one_month": (one_month & (arrays.flow_year[a] > 0)).astype(np.int32),
    }


def _beside(document: Document, a: IntArray, b: IntArray) -> tuple[IntArray, IntArray]:
    """Count the other columns in which both rows of a pair state a number: equal ones, and differing ones."""
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


class Lines(NamedTuple):
    """Two rows of one table, the upper one first.

    A cell of the lower row corresponds to the cell of the upper row that is `shift` columns to its left."""

    table: int
    upper: int
    lower: int
    shift: int


class LineTrees(ThresholdTrees):
    """Trees that judge two numbers of one table without their values."""

    name = "lines"

    def likely(self, document: Document, encoded: Encoded) -> list[tuple[int, int, float]]:
        """Return pairs of mentions in lines that repeat each other, as (earlier, later, probability).

        It is the probability that both state one fact, at least the threshold. The likeliest come first."""
        pairs = repeated_lines(document)
        if not len(pairs):
            return []
        scores: FloatArray = self.trees.score(matrix(line_features(document, encoded, pairs)))
        likely = [
            each for each in np.argsort(-scores, kind="stable").tolist() if scores[each] >= self.threshold
        ]
        return [(int(pairs.left[at]), int(pairs.right[at]), probability_of(scores[at])) for at in likely]


def repeated_lines(document: Document) -> CandidatePairs:
    """Return, in order, the pairs of mentions in two rows of a table that share a number in other columns."""
    cells = _cells(document)
    found = {}
    for lines, columns in _equal_columns(document).items():
        for first, second in _across(cells, lines):
            if columns - {first.column} and first.number.measure == second.number.measure:
                found[first.index, second.index] = lines
    pairs = sorted((min(pair), max(pair)) for pair in found)
    left, right = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
    return of_one_basis(document, CandidatePairs(left, right, np.zeros(len(pairs), dtype=np.float32)))


def line_features(document: Document, encoded: Encoded, pairs: CandidatePairs) -> Columns:
    """Return the features of pairs of one table, without their own values.

    They are what words, vectors and periods say, where the two stand, and how the rest of their lines and of
    their table repeats itself."""
    known = one_table_features(document, encoded, pairs)
    return {**known, **_repetition(document, pairs.left, pairs.right)}


def _repetition(document: Document, a: IntArray, b: IntArray) -> Columns:
    """Count the other columns in which the two lines of a pair agree, agree in a long number, and differ.

    Count also the other lines of the table, as far apart, that repeat each other."""
    cells, equal = _cells(document), _equal_columns(document)
    apart = Counter((each.table, each.lower - each.upper, each.shift) for each in equal)
    counts = np.zeros((len(a), 4), dtype=np.int32)
    for at, (left, right) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        lines, column = _lines(document.mentions[left], document.mentions[right])
        others = equal[lines] - {column}
        upper = cells[lines.table, lines.upper]
        long = sum(upper[each].number.digits >= _LONG for each in others)
        stated = sum(first.column != column for first, _ in _across(cells, lines))
        gap = lines.lower - lines.upper
        own = (
            lines,
            lines._replace(upper=lines.lower, lower=lines.lower + gap),
            lines._replace(upper=lines.upper - gap, lower=lines.upper),
        )
        alike = apart[lines.table, gap, lines.shift] - sum(each in equal for each in own)
        counts[at] = len(others), long, stated - len(others), alike
    names = ("others_equal", "others_long", "others_differ", "lines_alike")
    return dict(zip(names, counts.T, strict=True))


def _lines(first: Mention, second: Mention) -> tuple[Lines, int]:
    """Return the lines of two mentions of one table, and the column of the upper mention."""
    upper, lower = sorted((first, second), key=lambda each: each.row)
    return Lines(upper.table, upper.row, lower.row, lower.column - upper.column), upper.column


def _cells(document: Document) -> _Cells:
    cells: defaultdict[tuple[int, int], dict[int, Mention]] = defaultdict(dict)
    for mention in document.mentions:
        cells[mention.table, mention.row][mention.column] = mention
    return cells


def _across(cells: _Cells, lines: Lines) -> Iterator[tuple[Mention, Mention]]:
    """Yield the mentions of two lines that correspond, the upper one first."""
    upper, lower = cells[lines.table, lines.upper], cells[lines.table, lines.lower]
    for column, first in upper.items():
        if second := lower.get(column + lines.shift):
            yield first, second


def _equal_columns(document: Document) -> dict[Lines, set[int]]:
    """Return the lines with cells that state one number, and the columns of these cells in the upper row."""
    alike: defaultdict[tuple[int, object, object], list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        number = mention.number
        if number.value and number.digits >= _DIGITS:
            alike[mention.table, number.value, number.measure].append(mention)
    pairs: Counter[int] = Counter()
    for (table, *_), cells in alike.items():
        pairs[table] += len(cells) * (len(cells) - 1) // 2
    found: defaultdict[Lines, set[int]] = defaultdict(set)
    for (table, *_), cells in alike.items():
        if pairs[table] > _MOST_PAIRS and cells[0].number.digits < _LONG:
            continue
        for at, first in enumerate(cells):
            for second in cells[at + 1 :]:
                if second.row - first.row > _NEAR:
                    break
                if second.row != first.row:
                    lines, column = _lines(first, second)
                    found[lines].add(column)
    return found
