"""Searches for candidate pairs: exact, approximate, and by words.

The exact search compares every pair, a block of the similarity matrix at a time. The approximate one uses a
FAISS HNSW graph, for far more mentions than one document has. Baselines search by words: they pair mentions
of one period whose row labels are alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document
from cofitcheck.filtering.alignment import Groups, Indices, Mask, alike_groups
from cofitcheck.filtering.model import (
    CandidatePairs,
    Directions,
    Vectors,
    cosines,
    require_cosine,
    rounded,
    union,
)
from cofitcheck.mentions import mention_arrays

BLOCK = 256
"""How many mentions are compared at once with all that follow them."""

_MARGIN = 1e-5
"""More than rounding can add to a cosine. Only cosines above the threshold less this margin are rounded."""

_QUERIES = 100
"""The most queries of one range search. Its memory is this many times the mentions found for each."""


@dataclass(frozen=True)
class ExactSearch:
    """Compares every pair.

    It is the default: for one document it is faster than building an index.

    When more pairs pass than `limit`, the most similar ones stay; of equals, those that come first in the
    document. Memory is `block` x n floats, and the pairs that pass. With a limit these pairs are those of one
    block and twice the limit.
    """

    limit: int | None = None
    include_same_table: bool = False
    block: int = BLOCK

    def search(
        self, vectors: npt.NDArray[np.float32], tables: npt.NDArray[np.int32], threshold: float
    ) -> CandidatePairs:
        """See `PairSearch.search`."""
        require_cosine(threshold)
        known = Directions.of(vectors, tables)
        parts: list[CandidatePairs] = []
        for start, similarity in cosine_blocks(known.vectors, self.block):
            parts.append(self._above(known, start, similarity, threshold))
            if self.limit is not None and sum(map(len, parts)) >= 2 * self.limit:
                parts = [_join(parts).best(self.limit)]
                # Only a pair above the worst one kept can still come in: a tie comes later in the document.
                threshold = max(threshold, float(parts[0].similarity.min(initial=1.0)))
        return _join(parts).best(self.limit)

    def _above(self, known: Directions, start: int, similarity: Vectors, threshold: float) -> CandidatePairs:
        near = np.flatnonzero(similarity.ravel() > threshold - _MARGIN)
        cosines = rounded(similarity.ravel()[near])
        rows, columns = np.divmod(near, similarity.shape[1])
        keep = (cosines > threshold) & (rows < columns)
        if not self.include_same_table:
            keep &= known.tables[start + rows] != known.tables[start + columns]
        rows, columns, cosines = rows[keep], columns[keep], cosines[keep]  # (pairs,), within the block
        left, right = known.mentions[start + rows], known.mentions[start + columns]
        return CandidatePairs(left, right, cosines)


def cosine_blocks(vectors: Vectors, block: int = BLOCK) -> Iterator[tuple[int, Vectors]]:
    """Yield the cosines of all pairs of unit vectors (n, d), block by block.

    A block is `start`, and the cosines (block, n - start) of the mentions `start` to `start + block` with all
    mentions from `start` on."""
    for start in range(0, len(vectors), block):
        similarity = vectors[start : start + block] @ vectors[start:].T
        yield start, np.clip(similarity, -1, 1, out=similarity)


def _join(parts: list[CandidatePairs]) -> CandidatePairs:
    """Return the pairs of several blocks as one; they are in order already."""
    every = (CandidatePairs.none(), *parts)
    return CandidatePairs(
        np.concatenate([part.left for part in every]),
        np.concatenate([part.right for part in every]),
        np.concatenate([part.similarity for part in every]),
    )


@dataclass(frozen=True)
class HnswSearch:
    """Searches a graph of neighbours.

    It misses a few pairs. Its time grows with n log n, where that of `ExactSearch` grows with n squared.
    `neighbours` is the degree of the graph (M). `ef_construction` and `ef_search` trade time for recall; the
    default of FAISS for the latter, 16, is too low. `limit` and `include_same_table` are those of
    `ExactSearch`. The graph is built in one thread: with several, its shape and the pairs found would differ
    from run to run.
    """

    limit: int | None = None
    include_same_table: bool = False
    neighbours: int = 32
    ef_construction: int = 200
    ef_search: int = 256

    def search(
        self, vectors: npt.NDArray[np.float32], tables: npt.NDArray[np.int32], threshold: float
    ) -> CandidatePairs:
        """See `PairSearch.search`."""
        require_cosine(threshold)
        known = Directions.of(vectors, tables)
        if len(known.mentions) < 2:
            return CandidatePairs.none()
        index = self._build(known.vectors)
        found: list[CandidatePairs] = []
        for start, queries in _batches(index, known.vectors):
            found.append(self._above(index, known, start, queries, threshold))
            if self.limit is not None and sum(map(len, found)) >= 2 * self.limit:
                found = [union(*found).best(self.limit)]
                threshold = max(threshold, _to_beat(found[0], self.limit))
        pairs = union(*found).best(self.limit)
        return CandidatePairs(known.mentions[pairs.left], known.mentions[pairs.right], pairs.similarity)

    def _above(
        self, index: Any, known: Directions, start: int, queries: Vectors, threshold: float
    ) -> CandidatePairs:
        # For unit vectors the squared distance is 2 - 2 cosine; the margin lets through what is rounded up.
        bounds, _, found = index.range_search(queries, 2.0 - 2.0 * threshold + 1e-5)
        left = start + np.repeat(np.arange(len(queries)), np.diff(bounds.astype(np.int64)))
        if not self.include_same_table:
            across = known.tables[left] != known.tables[found]
            left, found = left[across], found[across]
        pairs = CandidatePairs.build(left, found, known.vectors)
        return pairs.take(pairs.similarity > threshold)

    def _build(self, vectors: Vectors) -> Any:
        import faiss

        index = faiss.IndexHNSWFlat(vectors.shape[1], self.neighbours)
        index.hnsw.efConstruction = self.ef_construction
        index.hnsw.efSearch = self.ef_search
        threads = faiss.omp_get_max_threads()
        faiss.omp_set_num_threads(1)
        try:
            index.add(np.ascontiguousarray(vectors))
        finally:
            faiss.omp_set_num_threads(threads)
        return index


def _batches(index: Any, vectors: Vectors) -> Iterator[tuple[int, Vectors]]:
    """Yield the vectors in batches of one range search each, with the number of the first of each batch."""
    import faiss

    # FAISS looks for an interrupt after a number of queries, and a range search that goes on after such a
    # look ends the process (faiss 1.15). So a batch must be over before.
    work = index.hnsw.max_level * index.d * index.hnsw.efSearch
    before_interrupt = faiss.InterruptCallback.get_period_hint(work)  # type: ignore[attr-defined]
    size = max(1, min(_QUERIES, before_interrupt))
    for start in range(0, len(vectors), size):
        yield start, vectors[start : start + size]


def _to_beat(best: CandidatePairs, limit: int) -> float:
    """Return the cosine above which a pair is among the `limit` best so far."""
    if len(best) < limit:
        return -1.0
    # Queries find earlier mentions too: a pair as good as the worst one kept may still come before it.
    return float(np.nextafter(best.similarity.min(), np.float32(-2)))


@dataclass(frozen=True)
class LexicalSettings:
    """When two labels are alike, and how many pairs a label may bring.

    Two row labels are alike from a Jaccard similarity of `alike` between their words. The first `widest`
    mentions of a label are paired. Of each pair of labels the `pairs_per_label` most similar pairs of
    mentions stay.
    """

    alike: float = 0.6
    pairs_per_label: int = 400
    widest: int = 256


def lexical_pairs(
    document: Document, vectors: npt.NDArray[np.float32], settings: LexicalSettings | None = None
) -> CandidatePairs:
    """Return the pairs of different tables with similar row labels and the same years in their headers.

    `vectors` (mentions, d) give the similarity. It decides which pairs stay where two labels bring many.
    """
    settings = settings or LexicalSettings()
    arrays = mention_arrays(document)
    groups = Groups.of(np.where(arrays.stated, arrays.named, -1), settings.widest)

    def keep(left: Indices, right: Indices, _: Indices) -> Mask:
        same_period: Mask = arrays.years[left] == arrays.years[right]
        same_period &= left != right
        same_period &= arrays.comparable(left, right)
        return same_period

    left, right, label = groups.cross(*alike_groups(arrays, groups, settings.alike), keep)
    left, right = np.minimum(left, right), np.maximum(left, right)
    best = _best_of_each(label, cosines(vectors, left, right), left * len(vectors) + right, settings)
    return CandidatePairs.build(left[best], right[best], vectors)


def _best_of_each(
    label: Indices, similarity: npt.NDArray[np.float32], place: Indices, settings: LexicalSettings
) -> Indices:
    """Return the positions (k,) of the most similar pairs of each pair of labels; of equals, the first."""
    place, first = np.unique(place, return_index=True)
    order = first[np.lexsort((place, -similarity[first], label[first]))]
    ordered = label[order]
    starts = np.searchsorted(ordered, ordered)
    return order[np.arange(len(order)) - starts < settings.pairs_per_label]
