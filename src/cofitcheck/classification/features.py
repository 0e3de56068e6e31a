"""Features of candidate pairs: what words, vectors, periods and units say of them, never a value.

Two labels are alike by their weighted word overlap, computed once for every distinct pair of labels. A pair
is also compared with its rivals: the other pairs that one of its mentions could be in.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cofitcheck.encoding import HEADS, Encoded
from cofitcheck.filtering.model import cosines
from cofitcheck.language.lexicon import CONTRASTS
from cofitcheck.mentions import FloatArray, IntArray, MentionArrays

Columns = dict[str, npt.NDArray[np.generic]]


class LabelSimilarity:
    """Word overlap of labels, each word weighted by how rare it is among the document's labels."""

    def __init__(self, labels: Sequence[tuple[str, ...]]) -> None:
        self.sets = [frozenset(label) for label in labels]
        seen = Counter(word for words in self.sets for word in words)
        self.weight = {word: math.log(1 + len(self.sets) / count) for word, count in seen.items()}
        self.mass = [math.fsum(self.weight[word] for word in words) for words in self.sets]

    def __call__(self, a: npt.NDArray[np.int32], b: npt.NDArray[np.int32]) -> tuple[FloatArray, FloatArray]:
        """Return weighted Jaccard and containment for label ids `a` and `b`, float32 of shape (pairs,)."""
        count = max(len(self.sets), 1)
        # One number for each pair, as NumPy would sort two columns as records.
        codes = np.minimum(a, b).astype(np.int64) * count + np.maximum(a, b)
        distinct, where = np.unique(codes, return_inverse=True)
        scores = [self._one(*divmod(code, count)) for code in distinct.tolist()]
        both = np.array(scores, dtype=np.float32).reshape(-1, 2)[where]
        return both[:, 0], both[:, 1]

    def _one(self, i: int, j: int) -> tuple[float, float]:
        if i == j:
            return (1.0, 1.0) if self.sets[i] else (0.5, 0.5)
        if not self.sets[i] or not self.sets[j]:
            return 0.0, 0.0
        shared = math.fsum(self.weight[word] for word in self.sets[i] & self.sets[j])
        return shared / (self.mass[i] + self.mass[j] - shared), shared / min(self.mass[i], self.mass[j])


def best_rivals(
    score: FloatArray, table: IntArray, a: IntArray, b: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Return how far each pair scores above its best rival, for the worse and the better side.

    A pair's rivals are `a` with another mention of `b`'s table, and `b` with another of `a`'s table. The
    distance is negative where a rival is better, and 1 where there is no rival.
    """
    from_a = _margin(score, a, table[b])
    from_b = _margin(score, b, table[a])
    return np.minimum(from_a, from_b), np.maximum(from_a, from_b)


def _margin(score: FloatArray, mention: IntArray, table: IntArray) -> FloatArray:
    """Return score minus the best other score with the same mention and table; 1 where there is no other."""
    key = mention.astype(np.int64) * (1 << 31) + table
    order = np.lexsort((-score, key))
    own, ranked = score[order], key[order]
    first = np.r_[True, ranked[1:] != ranked[:-1]][: len(own)]
    last = np.r_[first[1:], True][: len(own)]
    best = own[np.maximum.accumulate(np.where(first, np.arange(len(own)), 0))]
    runner_up = np.r_[own[1:], 0.0][: len(own)]
    margin = np.where(first, np.where(last, 1.0, own - runner_up), own - best)
    result = np.empty_like(score)
    result[order] = margin
    return result


def semantic_features(arrays: MentionArrays, encoded: Encoded, a: IntArray, b: IntArray) -> Columns:
    """Return what words, vectors, periods and units say of pairs (a, b). No value is looked at."""
    return {
        **_encoder(encoded, arrays, a, b),
        **_words(arrays, a, b),
        **_contrasts(arrays, a, b),
        **_periods(arrays, a, b),
        **_units(arrays, a, b),
        **_structure(arrays, a, b),
    }


def matrix(columns: Columns) -> FloatArray:
    """Return named columns as float32 (pairs, features)."""
    return np.stack([column.astype(np.float32) for column in columns.values()], axis=1)


def _encoder(encoded: Encoded, arrays: MentionArrays, a: IntArray, b: IntArray) -> Columns:
    """Return the cosine of each head that the encoder has, and how far a pair is above its best rivals."""
    heads = {name: getattr(encoded, name) for name in HEADS}
    alike = {name: cosines(vectors, a, b) for name, vectors in heads.items() if vectors.shape[1]}
    columns: Columns = {f"cos_{name}": cosine for name, cosine in alike.items()}
    for name in ("fact", "indicator"):
        if name in alike:
            low, high = best_rivals(alike[name], arrays.table, a, b)
            columns[f"{name}_margin_low"], columns[f"{name}_margin_high"] = low, high
    return columns


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


def _contrasts(arrays: MentionArrays, a: IntArray, b: IntArray) -> Columns:
    """Count the opposites that set two mentions apart: one says "basic", the other "diluted"."""
    texts = [
        frozenset((*arrays.paths[path], *arrays.heads[head]))
        for path, head in zip(arrays.path.tolist(), arrays.head.tolist(), strict=True)
    ]
    sides = np.array(
        [[bool(text & first) - bool(text & second) for first, second in CONTRASTS] for text in texts],
        dtype=np.int32,
    ).reshape(-1, len(CONTRASTS))
    apart = sides[a] * sides[b] == -1
    one_sided = (sides[a] != 0) != (sides[b] != 0)
    return {"contrasts": apart.sum(axis=1), "one_sided": one_sided.sum(axis=1)}


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
        "flow_year": _agreement(np.where(year > 0, year, arrays.flow_year), a, b),
        "flow_month": _agreement(np.where(arrays.month > 0, arrays.month, arrays.flow_month), a, b),
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
    }
