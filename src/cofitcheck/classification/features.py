"""What the pair classifier sees of a candidate pair; never the pair's own two values."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cofitcheck.classification.arrays import IntArray, MentionArrays, mention_arrays
from cofitcheck.classification.evidence import neighbour_evidence
from cofitcheck.classification.similarity import LabelSimilarity
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.filtering import CandidatePairs

FloatArray = npt.NDArray[np.float32]
Columns = dict[str, npt.NDArray[np.generic]]


def pair_features(
    document: Document, encoded: Encoded, candidates: CandidatePairs
) -> tuple[FloatArray, tuple[str, ...]]:
    """Return the features of every candidate pair, float32 of shape (pairs, features), and their names."""
    arrays = mention_arrays(document)
    a, b = candidates.left, candidates.right
    columns: Columns = {
        **_encoder(encoded, arrays, a, b),
        **_words(arrays, a, b),
        **_periods(arrays, a, b),
        **_units(arrays, a, b),
        **_structure(arrays, a, b),
        **_neighbours(arrays, a, b),
    }
    matrix = np.stack([column.astype(np.float32) for column in columns.values()], axis=1)
    return matrix, tuple(columns)


def _cosine(vectors: FloatArray, a: IntArray, b: IntArray) -> FloatArray:
    cosine: FloatArray = np.einsum("ij,ij->i", vectors[a], vectors[b]).astype(np.float32)
    return cosine


def _encoder(encoded: Encoded, arrays: MentionArrays, a: IntArray, b: IntArray) -> Columns:
    fact = _cosine(encoded.fact, a, b)
    indicator = _cosine(encoded.indicator, a, b)
    breakdown = _cosine(encoded.breakdown, a, b)
    columns: Columns = {"cos_fact": fact, "cos_indicator": indicator, "cos_breakdown": breakdown}
    for name, score in (("fact", fact), ("indicator", indicator)):
        best = best_rivals(score, arrays, a, b)
        columns[f"{name}_margin_low"], columns[f"{name}_margin_high"] = best
    return columns


def best_rivals(
    score: FloatArray, arrays: MentionArrays, a: IntArray, b: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Return how far each pair scores above the best rival in the other mention's table, for both sides,
    sorted.

    A pair's rivals: `a` with another mention of `b`'s table, and `b` with another of `a`'s table. Negative:
    a rival is better.
    """
    from_a = _margin(score, a, arrays.table[b])
    from_b = _margin(score, b, arrays.table[a])
    return np.minimum(from_a, from_b), np.maximum(from_a, from_b)


def _margin(score: FloatArray, mention: IntArray, table: IntArray) -> FloatArray:
    """Return score minus the best other score with the same mention and table; 1 where there is no other."""
    key = mention.astype(np.int64) * (1 << 31) + table
    order = np.lexsort((-score, key))
    own, ranked = score[order], key[order]
    first = np.r_[True, ranked[1:] != ranked[:-1]]
    last = np.r_[first[1:], True]
    best = own[np.maximum.accumulate(np.where(first, np.arange(len(own)), 0))]
    runner_up = np.r_[own[1:], 0.0]
    margin = np.where(first, np.where(last, 1.0, own - runner_up), own - best)
    result = np.empty_like(score)
    result[order] = margin
    return result


def _words(arrays: MentionArrays, a: IntArray, b: IntArray) -> Columns:
    columns: Columns = {}
    sources: tuple[tuple[str, IntArray, tuple[tuple[str, ...], ...]], ...] = (
        ("label", arrays.label, arrays.labels),
        ("path", arrays.path, arrays.paths),
        ("head", arrays.head, arrays.heads),
        ("title", arrays.title, arrays.titles),
    )
    for name, ids, texts in sources:
        jaccard, contained = LabelSimilarity(texts)(ids[a], ids[b])
        columns[f"{name}_overlap"], columns[f"{name}_contained"] = jaccard, contained
    # A breakdown can stand in a header in one table and in a row label or title in the other.
    offset_head = len(arrays.paths)
    crossed = LabelSimilarity((*arrays.paths, *arrays.heads))
    first = crossed(arrays.path[a], arrays.head[b] + offset_head)[1]
    second = crossed(arrays.path[b], arrays.head[a] + offset_head)[1]
    columns["crossed_low"], columns["crossed_high"] = np.minimum(first, second), np.maximum(first, second)
    whole = tuple(
        (*arrays.paths[p], *arrays.heads[h])
        for p, h in zip(arrays.path.tolist(), arrays.head.tolist(), strict=True)
    )
    ids = np.arange(len(whole), dtype=np.int32)
    columns["whole_overlap"], columns["whole_contained"] = LabelSimilarity(whole)(ids[a], ids[b])
    empty = np.array([not text for text in arrays.heads], dtype=bool)
    columns["heads_empty"] = empty[arrays.head[a]].astype(np.int32) + empty[arrays.head[b]]
    return columns


def _agreement(values: IntArray, a: IntArray, b: IntArray, unknown: int = 0) -> IntArray:
    """Return 1 where two known values agree, -1 where they differ, 0 where one is unknown."""
    known = (values[a] != unknown) & (values[b] != unknown)
    return np.where(known, np.where(values[a] == values[b], 1, -1), 0).astype(np.int32)


def _periods(arrays: MentionArrays, a: IntArray, b: IntArray) -> Columns:
    year, row_year = arrays.year, arrays.row_year
    best_year = np.where(row_year > 0, row_year, year)
    gap = np.where((best_year[a] > 0) & (best_year[b] > 0), np.abs(best_year[a] - best_year[b]), -1)
    return {
        "year": _agreement(year, a, b),
        "month": _agreement(arrays.month, a, b),
        "months": _agreement(arrays.months, a, b),
        "months_low": np.minimum(arrays.months[a], arrays.months[b]),
        "months_high": np.maximum(arrays.months[a], arrays.months[b]),
        "row_year": _agreement(row_year, a, b),
        "row_month": _agreement(arrays.row_month, a, b),
        "year_gap": np.minimum(gap, 5),
        "row_years_known": (row_year[a] > 0).astype(np.int32) + (row_year[b] > 0),
    }


def _units(arrays: MentionArrays, a: IntArray, b: IntArray) -> Columns:
    return {
        "measure": (arrays.measure[a] == arrays.measure[b]).astype(np.int32),
        "measure_low": np.minimum(arrays.measure[a], arrays.measure[b]),
        "currency": (arrays.currency[a] == arrays.currency[b]).astype(np.int32),
    }


def _structure(arrays: MentionArrays, a: IntArray, b: IntArray) -> Columns:
    sizes = np.bincount(arrays.table, minlength=int(arrays.table.max(initial=0)) + 1)
    sizes_a, sizes_b = sizes[arrays.table[a]], sizes[arrays.table[b]]
    return {
        "totals": arrays.total[a].astype(np.int32) + arrays.total[b],
        "distance": np.abs(arrays.table[a] - arrays.table[b]),
        "smaller_table": np.minimum(sizes_a, sizes_b),
        "larger_table": np.maximum(sizes_a, sizes_b),
        "pairs_of_a_or_b": np.maximum(
            np.bincount(a, minlength=len(arrays))[a], np.bincount(b, minlength=len(arrays))[b]
        ),
    }


def _neighbours(arrays: MentionArrays, a: IntArray, b: IntArray) -> Columns:
    evidence = neighbour_evidence(arrays, a, b)
    counts: dict[str, FloatArray] = dict(vars(evidence))
    columns: Columns = dict(counts)
    for line in ("row", "column", "table"):
        equal, aligned = counts[f"{line}_aligned_equal"], counts[f"{line}_aligned"]
        columns[f"{line}_share"] = np.where(aligned > 0, equal / np.maximum(aligned, 1), -1.0)
    return columns
