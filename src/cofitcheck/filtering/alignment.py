"""Candidates by alignment: two rows, or two columns, that agree in some cells are paired in the others.

Only the other cells of a line count, never the two values of a pair. A wrong number meets its counterpart
through its neighbours, as a right one does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document
from cofitcheck.filtering.groups import Groups, Indices, Mask
from cofitcheck.filtering.labels import similar_labels
from cofitcheck.filtering.lines import LineEvidence
from cofitcheck.filtering.model import CandidatePairs
from cofitcheck.mentions.arrays import MentionArrays, mention_arrays


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
    # The pair's own cells count towards it; a document repeats so long a number so often only as a default.
    common: int = 60
    alike: float = 0.6
    widest: int = 64


def alignment_pairs(
    document: Document, vectors: npt.NDArray[np.float32], settings: AlignmentSettings | None = None
) -> CandidatePairs:
    """Return the pairs in aligned rows and matching columns, or in aligned columns and matching rows.

    Columns match when they have the same last header, or when other cells of theirs hold an equal value. Rows
    match when their labels are alike, or when other cells of theirs hold an equal value. Other cells are all
    but the two of the pair. `vectors` (mentions, d) give the similarity of the pairs, and choose none.
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
