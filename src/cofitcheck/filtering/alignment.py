"""Candidates by alignment: two rows, or two columns, that agree in some cells are paired in the others.

Only the other cells of a line count, never the two values of a pair. A wrong number is paired with its
counterpart through its neighbours, as a right one is. Labels are alike by the words that they share.
Mentions are grouped as arrays, so that no Python loop runs over them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document
from cofitcheck.filtering.lines import LineEvidence
from cofitcheck.filtering.model import CandidatePairs
from cofitcheck.mentions import MentionArrays, mention_arrays
from cofitcheck.mentions.words import WordSet

Indices = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

_CHUNK = 1_000_000
"""The most pairs expanded at once, about 60 MB of arrays, so that a hostile table takes no more."""


def jaccard(first: WordSet, second: WordSet) -> float:
    """Return how many words two labels share, over how many they have together; 0 for two empty sets."""
    return len(first & second) / len(first | second) if first or second else 0.0


def similar_labels(
    labels: Sequence[WordSet], threshold: float, max_bucket: int = 300
) -> list[tuple[int, int]]:
    """Return the pairs `(i, j)`, `i < j`, of distinct labels whose Jaccard similarity reaches `threshold`.

    Two such sets of words always share one of their rarest `|x| - ceil(t |x|) + 1` words, with `t` the
    threshold. Only labels that share one of these are compared. Where more than `max_bucket` labels share
    one, those beyond are not paired on it. Otherwise a hostile document would cost quadratic time. In real
    documents no rare word is in so many labels.
    """
    frequency = Counter(word for label in labels for word in label)
    buckets: dict[str, list[int]] = defaultdict(list)
    pairs: list[tuple[int, int]] = []
    for j, label in enumerate(labels):
        rarest = sorted(label, key=lambda word: (frequency[word], word))
        met: set[int] = set()
        # The small margin keeps a product such as 0.6 * 5 from rounding above the whole number.
        for word in rarest[: len(rarest) - ceil(threshold * len(rarest) - 1e-9) + 1]:
            met.update(buckets[word])
            if len(buckets[word]) < max_bucket:
                buckets[word].append(j)
        pairs.extend((i, j) for i in met if jaccard(labels[i], label) >= threshold)
    return sorted(pairs)


@dataclass(frozen=True)
class Groups:
    """Members by group: group g holds `members[starts[g] : starts[g] + sizes[g]]`, in ascending order."""

    members: Indices
    starts: Indices
    sizes: Indices

    @classmethod
    def of(cls, groups: npt.NDArray[np.integer[Any]], limit: int | None = None) -> Groups:
        """Group the positions of `groups` (n,).

        Groups are numbered from 0; a position with a negative number is in none. Only the first `limit`
        members of a group stay.
        """
        members = np.argsort(groups, kind="stable")
        members = members[groups[members] >= 0]
        sizes = np.bincount(groups[members]) if len(members) else np.empty(0, np.int64)
        starts = np.cumsum(sizes) - sizes
        return cls(members, starts, sizes if limit is None else np.minimum(sizes, limit))

    def cross(
        self, first: Indices, second: Indices, keep: Callable[[Indices, Indices, Indices], Mask]
    ) -> tuple[Indices, Indices, Indices]:
        """Return the pairs of a member of `first[k]` and one of `second[k]` that `keep` takes, with their k.

        `first` and `second` are group numbers (m,). `keep` gets three arrays: the first members, the second
        members and their k.
        """
        counts = self.sizes[first] * self.sizes[second]
        ends = np.cumsum(counts)
        parts: list[tuple[Indices, Indices, Indices]] = []
        start = 0
        while start < len(first):
            done = ends[start - 1] if start else 0
            stop = max(start + 1, int(np.searchsorted(ends, done + _CHUNK, side="right")))
            parts.append(self._expand(first[start:stop], second[start:stop], start, keep))
            start = stop
        none = np.empty(0, np.int64)
        left, right, which = (np.concatenate((none, *(part[k] for part in parts))) for k in range(3))
        return left, right, which

    def _expand(
        self,
        first: Indices,
        second: Indices,
        offset: int,
        keep: Callable[[Indices, Indices, Indices], Mask],
    ) -> tuple[Indices, Indices, Indices]:
        width = self.sizes[second]
        counts = self.sizes[first] * width
        which = np.repeat(np.arange(len(first)), counts)
        step = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
        left = self.members[self.starts[first][which] + step // width[which]]
        right = self.members[self.starts[second][which] + step % width[which]]
        kept = keep(left, right, which + offset)
        return left[kept], right[kept], which[kept] + offset


@dataclass(frozen=True)
class AlignmentSettings:
    """When two rows, or two columns, count as aligned.

    `shared` pairs of other cells with equal values align the rows of two mentions; `shared_in_columns` align
    their columns. A number with too few digits is no evidence, and a value that stands more than `common`
    times in the document is none either. Row labels are alike from a Jaccard similarity of `alike`. `widest`
    bounds how many cells of a row are paired, and how many rows under one label.
    """

    shared: int = 1
    shared_in_columns: int = 2
    # The pair's own cells count towards it. That matters little: no real number repeats so often.
    common: int = 60
    alike: float = 0.6
    widest: int = 64


def alignment_pairs(
    document: Document, vectors: npt.NDArray[np.float32], settings: AlignmentSettings | None = None
) -> CandidatePairs:
    """Return the pairs in aligned rows and matching columns, or in aligned columns and matching rows.

    Columns match when they have the same last header, or when other cells of theirs hold an equal value. Rows
    match when their labels are alike, or when other cells of theirs hold an equal value. Other cells are all
    but the two of the pair. `vectors` (mentions, d) give the similarity of the pairs. They choose no pair.
    """
    settings = settings or AlignmentSettings()
    search = _Search.of(mention_arrays(document), settings)
    by_value, by_label = search.in_agreeing_rows(), search.in_alike_rows()
    return CandidatePairs.build(
        np.concatenate((by_value[0], by_label[0])), np.concatenate((by_value[1], by_label[1])), vectors
    )


@dataclass(frozen=True)
class _Search:
    """What the rows and columns of a document share; `cells` are the mentions with a value, by row."""

    arrays: MentionArrays
    rows: LineEvidence
    columns: LineEvidence
    cells: Groups
    settings: AlignmentSettings

    @classmethod
    def of(cls, arrays: MentionArrays, settings: AlignmentSettings) -> _Search:
        left, right = _equal_pairs(arrays, settings)
        rows, columns = (LineEvidence(left, right, line) for line in (arrays.row_id, arrays.column_id))
        cells = Groups.of(np.where(arrays.stated, arrays.row_id, -1), settings.widest)
        return cls(arrays, rows, columns, cells, settings)

    def in_agreeing_rows(self) -> tuple[Indices, Indices]:
        """Return the pairs in rows that agree in other cells, in columns that match or agree often enough."""

        def keep(left: Indices, right: Indices, _: Indices) -> Mask:
            in_row, in_column = self.rows.others(left, right), self.columns.others(left, right)
            heading = self.arrays.heading[left]
            same_heading: Mask = (heading >= 0) & (heading == self.arrays.heading[right])
            by_row = (in_row >= self.settings.shared) & (same_heading | (in_column > 0))
            by_column = (in_column >= self.settings.shared_in_columns) & (in_row > 0)
            found: Mask = (by_row | by_column) & self.arrays.comparable(left, right)
            return found

        # A pair has at most as many equal values elsewhere in its rows as the rows have in all.
        left, right, _ = self.cells.cross(*self.rows.with_at_least(1), keep)
        return left, right

    def in_alike_rows(self) -> tuple[Indices, Indices]:
        """Return the pairs in columns that agree often enough in other cells, in rows with labels alike."""

        def keep(left: Indices, right: Indices, _: Indices) -> Mask:
            found: Mask = self.columns.others(left, right) >= self.settings.shared_in_columns
            found &= self.arrays.comparable(left, right)
            return found

        left, right, _ = self.cells.cross(*self._alike_rows(), keep)
        return left, right

    def _alike_rows(self) -> tuple[Indices, Indices]:
        """Return the pairs of rows with labels alike, of tables in which columns agree often enough."""
        tables = self.arrays.table.astype(np.int64)
        of_row, table_of_column = _first_of(self.arrays.row_id), tables[_first_of(self.arrays.column_id)]
        table, width = tables[of_row], int(tables.max(initial=0)) + 1
        first, second = self.columns.with_at_least(self.settings.shared_in_columns)
        aligned = np.unique(table_of_column[first] * width + table_of_column[second])
        groups = Groups.of(self.arrays.named[of_row], self.settings.widest)

        def keep(left: Indices, right: Indices, _: Indices) -> Mask:
            low, high = np.minimum(table[left], table[right]), np.maximum(table[left], table[right])
            wanted: Mask = np.isin(low * width + high, aligned)
            wanted &= low != high
            return wanted

        alike = alike_groups(self.arrays, groups, self.settings.alike)
        left, right, _ = groups.cross(*alike, keep)
        return np.minimum(left, right), np.maximum(left, right)


def _equal_pairs(arrays: MentionArrays, settings: AlignmentSettings) -> tuple[Indices, Indices]:
    """Return the pairs of equal value, comparable unit and different tables, the earlier table first."""
    groups = Groups.of(arrays.amount)
    use = np.flatnonzero(groups.sizes <= settings.common)

    def keep(left: Indices, right: Indices, _: Indices) -> Mask:
        return (arrays.table[left] < arrays.table[right]) & arrays.comparable(left, right)

    left, right, _ = groups.cross(use, use, keep)
    return left, right


def alike_groups(arrays: MentionArrays, groups: Groups, alike: float) -> tuple[Indices, Indices]:
    """Return the pairs of label groups with similar labels, each group with itself included."""
    itself = np.arange(len(groups.sizes))
    pairs = np.array(similar_labels(arrays.names, alike), dtype=np.int64).reshape(-1, 2)
    pairs = pairs[(pairs < len(itself)).all(axis=1)]
    return np.concatenate((itself, pairs[:, 0])), np.concatenate((itself, pairs[:, 1]))


def _first_of(line: npt.NDArray[np.integer[Any]]) -> Indices:
    """Return for each line its first mention."""
    first: Indices = np.unique(line, return_index=True)[1]
    return first
