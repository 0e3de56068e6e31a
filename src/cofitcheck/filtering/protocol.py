"""The contract of the first filter: vectors in, candidate pairs out."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from cofitcheck.filtering.model import CandidatePairs


class PairSearch(Protocol):
    """Finds the pairs of mentions whose vectors are alike."""

    def search(
        self, vectors: npt.NDArray[np.float32], tables: npt.NDArray[np.int32], threshold: float
    ) -> CandidatePairs:
        """Return the pairs whose cosine reaches `threshold`.

        `vectors` (n, d) are L2-normalised, one a mention; `tables` (n,) names each mention's table: only
        pairs of different tables count unless the backend is told otherwise.
        """
        ...
