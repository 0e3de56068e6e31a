"""Exact search: every pair is compared, a block of the similarity matrix at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.filtering.model import CandidatePairs
from cofitcheck.filtering.vectors import Directions, Vectors, require_cosine, rounded

BLOCK = 256
"""Mentions that are compared with all that follow them at once."""

_MARGIN = 1e-5
"""More than rounding adds to a cosine: a matrix of them is not rounded, only those near the threshold or
above."""


@dataclass(frozen=True)
class ExactSearch:
    """Compares every pair.

    It is the default: for one document it is faster than building an index.

    When more pairs pass than `limit`, the most similar ones stay; of equals, those that come first in the
    document. Memory is `block` x n floats and the pairs that pass; with a limit, the pairs of one block and
    twice the limit.
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
    """Yield the cosines of all pairs of unit vectors (n, d), the later ones of each: `start` and those of
    the mentions `start` ... `start + block` with all from `start` on, (block, n - start)."""
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
