"""Candidate pairs: what the first stage hands to the classifier, as data that can be saved and loaded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from cofitcheck.errors import InputError

Integers = npt.NDArray[np.integer[Any]]
Vectors = npt.NDArray[np.float32]

_BLOCK = 16_384
"""Pairs whose cosine is computed at once: 50 MB for two blocks of 384 dimensions."""


@dataclass(frozen=True)
class CandidatePairs:
    """Pairs of mentions that may state the same fact.

    `left` and `right` are mention indices, int32 of shape (n,), `left < right`, unique, sorted by left and
    then right. `similarity` is the cosine of the two mentions' vectors, float32 (n,), also for pairs found
    another way.
    """

    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    similarity: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.left)

    @classmethod
    def build(cls, first: Integers, second: Integers, vectors: Vectors) -> CandidatePairs:
        """Return the distinct pairs of mentions `first` (n,) and `second` (n,), in order, with their cosines.

        `vectors` are L2-normalised, (mentions, d). A mention paired with itself is left out.
        """
        low, high = np.minimum(first, second).astype(np.int64), np.maximum(first, second).astype(np.int64)
        count = max(len(vectors), 1)
        keys = np.unique((low * count + high)[low != high])
        left, right = keys // count, keys % count
        return cls(left.astype(np.int32), right.astype(np.int32), cosines(vectors, left, right))

    def take(self, chosen: npt.NDArray[Any]) -> CandidatePairs:
        """Return the pairs at the positions, or under the mask, `chosen`; positions must be ascending."""
        return CandidatePairs(self.left[chosen], self.right[chosen], self.similarity[chosen])

    def best(self, limit: int | None) -> CandidatePairs:
        """Return the `limit` most similar pairs (all for None); of equals, the ones that come first."""
        if limit is None or len(self) <= limit:
            return self
        order = np.argsort(-self.similarity, kind="stable")[:limit]
        return self.take(np.sort(order))

    def save(self, path: str | Path) -> None:
        """Write the pairs as a compressed NumPy archive at exactly `path`."""
        with Path(path).open("wb") as file:
            np.savez_compressed(file, left=self.left, right=self.right, similarity=self.similarity)

    @classmethod
    def load(cls, path: str | Path) -> CandidatePairs:
        """Read what `save` wrote; `InputError` when the file is not such an archive."""
        try:
            # Opened here, because np.load leaves a broken archive open.
            with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                return cls(arrays["left"], arrays["right"], arrays["similarity"])
        except (OSError, ValueError, KeyError, IndexError, EOFError, BadZipFile) as error:
            raise InputError(
                f"{path} does not hold candidate pairs ({error}); write it with CandidatePairs.save"
            ) from error


def cosines(vectors: Vectors, left: Integers, right: Integers) -> npt.NDArray[np.float32]:
    """Return the cosine of each pair (n,) of L2-normalised vectors (mentions, d)."""
    result = np.empty(len(left), dtype=np.float32)
    for start in range(0, len(left), _BLOCK):
        block = slice(start, start + _BLOCK)
        result[block] = np.einsum("ij,ij->i", vectors[left[block]], vectors[right[block]])
    return result
