"""Row-alignment candidates: where two rows or columns agree in some cells, the others are worth comparing.

The pair's own values play no part, so a wrong number still meets its counterpart through its neighbours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document
from cofitcheck.filtering.arrays import MentionArrays
from cofitcheck.filtering.groups import Groups, Indices, Mask
from cofitcheck.filtering.labels import similar_labels
from cofitcheck.filtering.model import CandidatePairs


@dataclass(frozen=True)
class AlignmentSettings:
    """When two rows, or two columns, count as aligned.

    `shared` equal values of at least `digits` significant digits align two lines; a value that stands more
    than `common` times in the document says nothing and is passed over. Row labels are alike from a Jaccard
    similarity of `alike`. `widest` bounds the cells of a row, and the rows under one label, that are paired.
    """

    shared: int = 2
    digits: int = 3
    common: int = 30
    alike: float = 0.6
    widest: int = 64


def alignment_pairs(
    document: Document, vectors: npt.NDArray[np.float32], settings: AlignmentSettings | None = None
) -> CandidatePairs:
    """Return the pairs in aligned rows and matching columns, or in aligned columns and matching rows.

    Columns match when their last header is the same or they hold an equal value elsewhere; rows match when
    their labels are alike or they hold an equal value elsewhere. `vectors` (mentions, d) only fill the
    similarity.
    """
    settings = settings or AlignmentSettings()
    arrays = MentionArrays.of(document, settings.digits)
    left, right = _equal_pairs(arrays, settings)
    rows, columns = Lines.of(arrays.row, left, right), Lines.of(arrays.column, left, right)
    cells = Groups.of(np.where(arrays.stated, arrays.row, -1), settings.widest)
    by_row = _in_aligned_rows(arrays, rows, columns, cells, settings)
    by_column = _in_aligned_columns(arrays, rows, columns, cells, settings)
    return CandidatePairs.build(
        np.concatenate((by_row[0], by_column[0])), np.concatenate((by_row[1], by_column[1])), vectors
    )


@dataclass(frozen=True)
class Lines:
    """Pairs of lines (rows, or columns) of two tables that hold equal values, and how many.

    `keys` (m,) are `first line * width + second line`, ascending; `shared` (m,) counts the cells that agree.
    """

    keys: Indices
    shared: Indices
    width: int

    @classmethod
    def of(cls, line: Indices, left: Indices, right: Indices) -> Lines:
        """Count for value-equal pairs of mentions the lines (n,) they stand in; `left` in the earlier table.

        Two cells that both equal one cell count once.
        """
        width = int(line.max(initial=0)) + 1
        keys = line[left] * width + line[right]
        distinct = np.unique(keys)
        shared = np.minimum(_distinct_members(keys, left), _distinct_members(keys, right))
        return cls(distinct, shared, width)

    def count(self, first: Indices, second: Indices) -> Indices:
        """Return how many values each pair of lines (k,) shares."""
        if not len(self.keys):
            return np.zeros(len(first), dtype=np.int64)
        wanted = first * self.width + second
        place = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return np.where(self.keys[place] == wanted, self.shared[place], 0)

    def with_at_least(self, shared: int) -> tuple[Indices, Indices]:
        """Return the pairs of lines that share at least so many values."""
        keys = self.keys[self.shared >= shared]
        return keys // self.width, keys % self.width


def _distinct_members(keys: Indices, members: Indices) -> Indices:
    """Return for each distinct key, ascending, its number of distinct members."""
    width = int(members.max(initial=0)) + 1
    return np.unique(np.unique(keys * width + members) // width, return_counts=True)[1]


def _equal_pairs(arrays: MentionArrays, settings: AlignmentSettings) -> tuple[Indices, Indices]:
    """Return the pairs of equal value, comparable unit and different tables, the earlier table first."""
    groups = Groups.of(arrays.value)
    use = np.flatnonzero(groups.sizes <= settings.common)

    def keep(left: Indices, right: Indices, _: Indices) -> Mask:
        return (arrays.table[left] < arrays.table[right]) & arrays.comparable(left, right)

    left, right, _ = groups.cross(use, use, keep)
    return left, right


def _in_aligned_rows(
    arrays: MentionArrays, rows: Lines, columns: Lines, cells: Groups, settings: AlignmentSettings
) -> tuple[Indices, Indices]:
    def keep(left: Indices, right: Indices, _: Indices) -> Mask:
        heading = arrays.heading[left]
        matched: Mask = (heading >= 0) & (heading == arrays.heading[right])
        matched |= columns.count(arrays.column[left], arrays.column[right]) > 0
        matched &= arrays.comparable(left, right)
        return matched

    left, right, _ = cells.cross(*rows.with_at_least(settings.shared), keep)
    return left, right


def _in_aligned_columns(
    arrays: MentionArrays, rows: Lines, columns: Lines, cells: Groups, settings: AlignmentSettings
) -> tuple[Indices, Indices]:
    def keep(left: Indices, right: Indices, _: Indices) -> Mask:
        strong: Mask = columns.count(arrays.column[left], arrays.column[right]) >= settings.shared
        strong &= arrays.comparable(left, right)
        return strong

    of_row, table_of_column = _first_of(arrays.row), arrays.table[_first_of(arrays.column)]
    first, second = columns.with_at_least(settings.shared)
    tables = np.unique(table_of_column[first] * (arrays.table.max(initial=0) + 1) + table_of_column[second])
    near_first, near_second = _alike_rows(arrays, of_row, tables, settings)
    held_first, held_second = rows.with_at_least(1)
    keys = np.unique(
        np.concatenate((near_first * rows.width + near_second, held_first * rows.width + held_second))
    )
    left, right, _ = cells.cross(keys // rows.width, keys % rows.width, keep)
    return left, right


def _alike_rows(
    arrays: MentionArrays, of_row: Indices, tables: Indices, settings: AlignmentSettings
) -> tuple[Indices, Indices]:
    """Return the pairs of rows with labels alike, in the given pairs of tables (earlier * number + later)."""
    table, width = arrays.table[of_row], int(arrays.table.max(initial=0)) + 1
    groups = Groups.of(arrays.label[of_row], settings.widest)
    first, second = alike_groups(arrays, groups, settings.alike)

    def keep(left: Indices, right: Indices, _: Indices) -> Mask:
        low, high = np.minimum(table[left], table[right]), np.maximum(table[left], table[right])
        wanted: Mask = np.isin(low * width + high, tables)
        wanted &= low != high
        return wanted

    left, right, _ = groups.cross(first, second, keep)
    return np.minimum(left, right), np.maximum(left, right)


def alike_groups(arrays: MentionArrays, groups: Groups, alike: float) -> tuple[Indices, Indices]:
    """Return the pairs of label groups with similar labels, each group with itself included."""
    itself = np.arange(len(groups.sizes))
    pairs = np.array(similar_labels(arrays.labels, alike), dtype=np.int64).reshape(-1, 2)
    pairs = pairs[(pairs < len(itself)).all(axis=1)]
    return np.concatenate((itself, pairs[:, 0])), np.concatenate((itself, pairs[:, 1]))


def _first_of(line: npt.NDArray[np.integer[Any]]) -> Indices:
    """Return for each line its first mention."""
    first: Indices = np.unique(line, return_index=True)[1]
    return first
