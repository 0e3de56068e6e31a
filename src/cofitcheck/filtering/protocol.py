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
        """Return the pairs whose cosine is above `threshold`: all but opposite vectors for -1, none for 1.

        `vectors` (n, d) are one a mention, of any length; a zero vector is in no pair, at any threshold.
        `tables` (n,) names each mention's table: only pairs of different tables count unless the backend is
        told otherwise. Raises `ConfigError` for a threshold outside [-1, 1], and `InputError` where a vector
        is not finite or their number is not that of `tables`.
        """
        ...
