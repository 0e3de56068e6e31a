"""Approximate pair search in a FAISS HNSW graph, for documents past about 50,000 mentions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.filtering.model import CandidatePairs

_BATCH = 100
"""Queries of one range search: with thousands, faiss 1.15 ends the process."""


@dataclass(frozen=True)
class HnswSearch:
    """Searches a graph of neighbours: misses a few pairs, and grows with n log n instead of n squared.

    `neighbours` is the degree of the graph (M); `ef_construction` and `ef_search` trade time for recall (the
    default of FAISS for the latter, 16, is too low). `limit` and `include_same_table` as in `ExactSearch`.
    The graph is built in one thread: with several, its shape and so the pairs found would differ from run to
    run.
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
        index = self._build(vectors)
        # For unit vectors the squared distance is 2 - 2 cosine; the margin lets rounding pass, not fail.
        radius = 2.0 - 2.0 * threshold + 1e-5
        lefts, rights = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
        for start in range(0, len(vectors), _BATCH):
            bounds, _, found = index.range_search(vectors[start : start + _BATCH], radius)
            queries = start + np.repeat(np.arange(len(bounds) - 1), np.diff(bounds.astype(np.int64)))
            keep = queries != found
            if not self.include_same_table:
                keep &= tables[queries] != tables[found]
            lefts.append(queries[keep])
            rights.append(found[keep])
        pairs = CandidatePairs.build(np.concatenate(lefts), np.concatenate(rights), vectors)
        return pairs.take(pairs.similarity >= threshold).best(self.limit)

    def _build(self, vectors: npt.NDArray[np.float32]) -> Any:
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
