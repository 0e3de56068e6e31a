"""Exact pair search: blocks of the similarity matrix, never the whole of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.filtering.model import CandidatePairs


@dataclass(frozen=True)
class ExactSearch:
    """Compares every pair; the default for one document, where it beats an index up to about 50,000 mentions.

    `limit` keeps that many most similar pairs when more pass; of equals, those that come first in the
    document. Memory is `block` x n floats, plus the pairs that pass.
    """

    limit: int | None = None
    include_same_table: bool = False
    block: int = 256

    def search(
        self, vectors: npt.NDArray[np.float32], tables: npt.NDArray[np.int32], threshold: float
    ) -> CandidatePairs:
        """See `PairSearch.search`."""
        parts: list[CandidatePairs] = []
        for start in range(0, len(vectors), self.block):
            parts.append(self._block_pairs(vectors, tables, start, threshold))
            if self.limit is not None and sum(map(len, parts)) >= 2 * self.limit:
                parts = [_join(parts).best(self.limit)]
                # Only a pair above the worst one kept can still come in: a tie comes later in the document.
                threshold = max(threshold, float(parts[0].similarity.min(initial=1.0)))
        return _join(parts).best(self.limit)

    def _block_pairs(
        self, vectors: npt.NDArray[np.float32], tables: npt.NDArray[np.int32], start: int, threshold: float
    ) -> CandidatePairs:
        similarity = vectors[start : start + self.block] @ vectors[start:].T  # (block, n - start)
        rows, columns = np.nonzero(similarity >= threshold)
        keep = rows < columns
        if not self.include_same_table:
            keep &= tables[start + rows] != tables[start + columns]
        rows, columns = rows[keep], columns[keep]  # (pairs,), within the block
        left, right = (start + rows).astype(np.int32), (start + columns).astype(np.int32)
        return CandidatePairs(left, right, similarity[rows, columns])


def _join(parts: list[CandidatePairs]) -> CandidatePairs:
    """Join pairs that are in order already."""
    none = np.empty(0, dtype=np.int32)
    return CandidatePairs(
        np.concatenate((none, *(part.left for part in parts))),
        np.concatenate((none, *(part.right for part in parts))),
        np.concatenate((np.empty(0, np.float32), *(part.similarity for part in parts))),
    )
