"""The contract of stage 1: vectors in, candidate pairs out."""

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
        """Return the pairs with a cosine above `threshold`.

        A threshold of 1 lets none through, one of -1 all but opposite vectors. `vectors` (n, d) are one a
        mention, of any length; a zero vector is in no pair. `tables` (n,) numbers the table of each mention:
        only pairs of different tables count, unless the backend is told otherwise. Raises `ConfigError` for
        a threshold outside [-1, 1]. Raises `InputError` where a vector is not finite, and where there are
        not as many vectors as `tables`.
        """
        ...
