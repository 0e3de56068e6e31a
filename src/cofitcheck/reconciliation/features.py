"""What the rest of the document says of candidate pairs: their neighbours' values and other pairs' scores.

The pair's own two values never count. Every equality that involves one of the two mentions is taken out, so
that a pair is judged alike whether its own numbers agree or contradict each other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.classification.features import Columns, best_rivals
from cofitcheck.classification.trees import PairFeatures
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering.lines import LineEvidence
from cofitcheck.mentions import FloatArray, IntArray, MentionArrays

CROWD = 60
"""The most mentions that share a value or label; one that more share is no evidence and costs quadratic time.

A pair's own cells count towards it. That matters little: a real document repeats no long number so often.
"""

_LINK = 0.2
"""The least score of a link of a go-between. Most pairs score less."""
_BUSY = 60
"""The most links of a mention; one with more is a hub ("Total") and no evidence."""


def group_pairs(ids: IntArray, table: IntArray) -> tuple[IntArray, IntArray]:
    """Return all pairs (i < j) of mentions with equal id in different tables.

    Ids below 0 are left out, and so are those that more than `CROWD` mentions have."""
    order = np.argsort(ids, kind="stable")
    order = order[ids[order] >= 0]
    lefts, rights = [], []
    for group in np.split(order, np.flatnonzero(np.diff(ids[order])) + 1):
        if 2 <= len(group) <= CROWD:
            left, right = np.triu_indices(len(group), 1)
            lefts.append(group[left])
            rights.append(group[right])
    if not lefts:
        return np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32)
    left, right = np.concatenate(lefts), np.concatenate(rights)
    apart = table[left] != table[right]
    return left[apart].astype(np.int32), right[apart].astype(np.int32)


def equal_pairs(arrays: MentionArrays) -> tuple[IntArray, IntArray]:
    """Return all pairs (i < j) of mentions in different tables whose values are equal.

    Two are equal also where one is the other rounded."""
    pairs = [group_pairs(arrays.value, arrays.table)]
    for precision, ids in arrays.rounded.items():
        left, right = group_pairs(ids, arrays.table)
        coarse = arrays.precision == precision
        apart = (coarse[left] != coarse[right]) & (arrays.value[left] != arrays.value[right])
        pairs.append((left[apart], right[apart]))
    lefts, rights = zip(*pairs, strict=True)
    return np.concatenate(lefts), np.concatenate(rights)


def headed_as_labelled(arrays: MentionArrays) -> tuple[IntArray, IntArray]:
    """Return the pairs (i < j) of mentions with a value, in different tables, where the headers of one have
    the words of the other's label.

    Texts that more than `CROWD` mentions have are left out.
    """
    told = np.flatnonzero(arrays.value >= 0)
    labels = {text: at for at, text in enumerate(arrays.labels) if text}
    as_label = np.array([labels.get(text, -1) for text in arrays.heads], dtype=np.int32)
    under, beside = _members(as_label[arrays.head[told]], told), _members(arrays.label[told], told)
    keys = [np.zeros(0, dtype=np.int64)]
    for text in under.keys() & beside.keys():
        left, right = (each.ravel() for each in np.meshgrid(under[text], beside[text]))
        low, high = np.minimum(left, right).astype(np.int64), np.maximum(left, right)
        keys.append((low * len(arrays) + high)[arrays.table[left] != arrays.table[right]])
    unique = np.unique(np.concatenate(keys))
    return (unique // len(arrays)).astype(np.int32), (unique % len(arrays)).astype(np.int32)


def _members(ids: IntArray, mentions: npt.NDArray[np.intp]) -> dict[int, npt.NDArray[np.intp]]:
    """Return the mentions of each id. Ids below 0, and those of more than `CROWD` mentions, are left out."""
    groups = {number: mentions[ids == number] for number in np.unique(ids).tolist() if number >= 0}
    return {number: group for number, group in groups.items() if len(group) <= CROWD}


@dataclass(frozen=True)
class NeighbourEvidence:
    """Counts of neighbours for each pair, float32 of shape (pairs,) each.

    `*_aligned` counts the aligned neighbours, `*_aligned_equal` those of them that agree in value, and
    `*_equal` all neighbours that agree. In a row, neighbours with the same column period are aligned; in a
    column, those with the same label; in a table, those with both. `crossed_*` compare the row of one mention
    with the column of the other, since one table may have in its columns what another has in its rows. There,
    cells are aligned where the headers of one have the words of the other's label.
    """

    row_equal: FloatArray
    row_aligned_equal: FloatArray
    row_aligned: FloatArray
    column_equal: FloatArray
    column_aligned_equal: FloatArray
    column_aligned: FloatArray
    table_equal: FloatArray
    table_aligned_equal: FloatArray
    table_aligned: FloatArray
    crossed_equal: FloatArray
    crossed_aligned_equal: FloatArray
    crossed_aligned: FloatArray


def neighbour_evidence(arrays: MentionArrays, a: IntArray, b: IntArray) -> NeighbourEvidence:
    """Return what the neighbours of each pair say. `a` and `b` are mention indices of shape (pairs,)."""
    equal_left, equal_right = equal_pairs(arrays)
    same_period = arrays.period[equal_left] == arrays.period[equal_right]
    same_label = arrays.label[equal_left] == arrays.label[equal_right]
    label_left, label_right = group_pairs(arrays.label, arrays.table)
    told = (arrays.value[label_left] >= 0) & (arrays.value[label_right] >= 0)
    label_left, label_right = label_left[told], label_right[told]
    label_period = arrays.period[label_left] == arrays.period[label_right]

    def count(left: IntArray, right: IntArray, line: IntArray) -> FloatArray:
        return LineEvidence(left, right, line).others(a, b)

    def count_crossed(left: IntArray, right: IntArray) -> FloatArray:
        crossed = LineEvidence(left, right, arrays.row_id, arrays.column_id)
        return crossed.others(a, b) + crossed.others(b, a)

    head_left, head_right = headed_as_labelled(arrays)
    head_equal = arrays.value[head_left] == arrays.value[head_right]
    aligned_left, aligned_right = label_left[label_period], label_right[label_period]
    both = same_period & same_label
    return NeighbourEvidence(
        row_equal=count(equal_left, equal_right, arrays.row_id),
        row_aligned_equal=count(equal_left[same_period], equal_right[same_period], arrays.row_id),
        row_aligned=_row_aligned(arrays, a, b),
        column_equal=count(equal_left, equal_right, arrays.column_id),
        column_aligned_equal=count(equal_left[same_label], equal_right[same_label], arrays.column_id),
        column_aligned=count(label_left, label_right, arrays.column_id),
        table_equal=count(equal_left, equal_right, arrays.table),
        table_aligned_equal=count(equal_left[both], equal_right[both], arrays.table),
        table_aligned=count(aligned_left, aligned_right, arrays.table),
        crossed_equal=count_crossed(equal_left, equal_right),
        crossed_aligned_equal=count_crossed(head_left[head_equal], head_right[head_equal]),
        crossed_aligned=count_crossed(head_left, head_right),
    )


def _row_aligned(arrays: MentionArrays, a: IntArray, b: IntArray) -> FloatArray:
    """Count the pairs of other cells of both rows that share a period and have values to compare."""
    told = np.flatnonzero(arrays.value >= 0)
    counts = np.zeros(
        (int(arrays.row_id.max(initial=-1)) + 1, int(arrays.period.max(initial=-1)) + 1), dtype=np.float32
    )
    np.add.at(counts, (arrays.row_id[told], arrays.period[told]), 1)
    row_a, row_b, period_a, period_b = arrays.row_id[a], arrays.row_id[b], arrays.period[a], arrays.period[b]
    own_a, own_b = (arrays.value[a] >= 0).astype(np.float32), (arrays.value[b] >= 0).astype(np.float32)
    every = np.empty(len(a), dtype=np.float32)
    for start in range(0, len(a), 8192):
        part = slice(start, start + 8192)
        every[part] = np.einsum("ij,ij->i", counts[row_a[part]], counts[row_b[part]])
    every -= own_a * counts[row_b, period_a] + own_b * counts[row_a, period_b]
    both: FloatArray = (own_a * own_b * (period_a == period_b)).astype(np.float32)
    return every + both


def reconciled_features(features: PairFeatures, neighbours: Columns, judged: ScoredPairs) -> Columns:
    """Return the columns that the second ensemble sees.

    They are what the words of a pair say, what its `neighbours` say (see `neighbour_features`), and what the
    word scores of all other pairs say (see `support`)."""
    return {
        **features.semantic,
        **neighbours,
        **support(judged.probability, features.arrays, judged.left, judged.right),
    }


def neighbour_features(arrays: MentionArrays, a: IntArray, b: IntArray) -> Columns:
    """Return what the values of the neighbours say of pairs (a, b)."""
    counts: dict[str, FloatArray] = dict(vars(neighbour_evidence(arrays, a, b)))
    columns: Columns = dict(counts)
    for line in ("row", "column", "table"):
        equal, aligned = counts[f"{line}_aligned_equal"], counts[f"{line}_aligned"]
        columns[f"{line}_share"] = np.where(aligned > 0, equal / np.maximum(aligned, 1), -1.0)
    return columns


def support(score: FloatArray, arrays: MentionArrays, a: IntArray, b: IntArray) -> dict[str, FloatArray]:
    """Return what the first scores of the other pairs say of pairs (a, b); float32 (pairs,) by name.

    `score` has one first score for each pair.
    """
    low, high = best_rivals(score, arrays.table, a, b)
    expected = _total(score, a, b)
    return {
        "score": score,
        "score_margin_low": low,
        "score_margin_high": high,
        "row_support": companions(score, arrays.row_id, a, b),
        "column_support": companions(score, arrays.column_id, a, b),
        "table_support": companions(score, arrays.table, a, b),
        "go_between": go_between(score, a, b),
        "expected_low": np.minimum(expected[a], expected[b]),
    }


def companions(score: FloatArray, line: IntArray, a: IntArray, b: IntArray) -> FloatArray:
    """Return for each pair the summed score of the other pairs between its two lines.

    `line` numbers the row, the column or the table of each mention."""
    first, second = np.minimum(line[a], line[b]), np.maximum(line[a], line[b])
    _, where = np.unique(first.astype(np.int64) * (1 << 31) + second, return_inverse=True)
    sums = np.bincount(where, weights=score)
    return (sums[where] - score).astype(np.float32)


def _total(score: FloatArray, a: IntArray, b: IntArray) -> FloatArray:
    size = int(max(a.max(initial=-1), b.max(initial=-1))) + 1
    total = np.bincount(a, weights=score, minlength=size) + np.bincount(b, weights=score, minlength=size)
    return total.astype(np.float32)


def go_between(score: FloatArray, a: IntArray, b: IntArray) -> FloatArray:
    """Return the best score by which a third mention connects `a` and `b`.

    A connection is as strong as the weaker of its two links.
    """
    links: dict[int, dict[int, float]] = {}
    for at in np.flatnonzero(score >= _LINK).tolist():
        one, other, value = int(a[at]), int(b[at]), float(score[at])
        links.setdefault(one, {})[other] = value
        links.setdefault(other, {})[one] = value
    ways = np.zeros(len(score), dtype=np.float32)
    for at, (one, other) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        first, second = links.get(one), links.get(other)
        if first and second and len(first) <= _BUSY and len(second) <= _BUSY:
            ways[at] = max((min(first[c], second[c]) for c in first.keys() & second.keys()), default=0.0)
    return ways
