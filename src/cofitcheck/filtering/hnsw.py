"""Approximate pair search in a FAISS HNSW graph, for far more mentions than one document has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.filtering.model import CandidatePairs
from cofitcheck.filtering.union import union
from cofitcheck.filtering.vectors import Directions, Vectors, require_cosine

_QUERIES = 100
"""Queries of one range search at most; its memory is that many times the mentions found for each."""


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

    # FAISS looks for an interrupt after so many queries, and a range search that goes on after such a look
    # ends the process (faiss 1.15): the batch must be over before.
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
