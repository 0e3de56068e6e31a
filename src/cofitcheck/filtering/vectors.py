"""Vectors as the searches need them: of unit length, and only those that point anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.errors import ConfigError, InputError

Integers = npt.NDArray[np.integer[Any]]
Vectors = npt.NDArray[np.float32]

_BLOCK = 16_384
"""Pairs whose cosine is computed at once: 50 MB for two blocks of 384 dimensions."""

_DIGITS = 6
"""Decimals of a cosine: in which order its products are added up is the machine's choice, and shows in the
seventh."""

_LENGTH_ERROR = 1e-5
"""How far from 1 a length may be and still count as 1, so that unit vectors keep their every bit."""


def unit(vectors: npt.NDArray[Any]) -> Vectors:
    """Return the vectors (n, d) with length 1, float32; a zero vector stays zero.

    Raises `InputError` where a vector holds a number that is not finite.
    """
    vectors = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(lengths).all():
        wrong = int(np.flatnonzero(~np.isfinite(lengths))[0])
        raise InputError(
            f"The vector of mention {wrong} is not finite, so the encoder's numbers overflow; use another "
            "encoder, or this one in fp32."
        )
    if ((np.abs(lengths - 1) <= _LENGTH_ERROR) | (lengths == 0)).all():
        return vectors
    normalised = vectors / np.where(lengths > 0, lengths, 1)
    return normalised.astype(np.float32)


def cosines(vectors: npt.NDArray[Any], left: Integers, right: Integers) -> Vectors:
    """Return the cosine, `rounded`, of each pair (n,) of vectors (mentions, d) of any length; 0 with a zero
    vector.

    Raises `InputError` where a vector is not finite.
    """
    vectors = unit(vectors)
    result = np.empty(len(left), dtype=np.float32)
    for start in range(0, len(left), _BLOCK):
        block = slice(start, start + _BLOCK)
        result[block] = np.einsum("ij,ij->i", vectors[left[block]], vectors[right[block]])
    return rounded(result)


def rounded(cosines: Vectors) -> Vectors:
    """Return computed cosines (n,) as they are compared with a threshold and with each other: to six
    decimals, and none beyond 1."""
    return np.clip(np.round(cosines, _DIGITS), -1, 1)


def require_cosine(threshold: float) -> None:
    """Raise `ConfigError` for a threshold that no cosine can be compared with."""
    if not -1 <= threshold <= 1:
        raise ConfigError(f"The threshold of a cosine must be between -1 and 1, not {threshold}.")


@dataclass(frozen=True)
class Directions:
    """The mentions whose vector is not zero: a zero vector has no direction, hence no cosine with any other.

    `mentions` (k,) are their numbers, ascending; `vectors` (k, d), of length 1, and `tables` (k,) are theirs.
    """

    mentions: npt.NDArray[np.int32]
    vectors: Vectors
    tables: npt.NDArray[np.int32]

    @classmethod
    def of(cls, vectors: npt.NDArray[Any], tables: npt.NDArray[np.int32]) -> Directions:
        """Leave out the zero vectors of `vectors` (n, d), one a mention; `tables` (n,) names their tables.

        Raises `InputError` where the two differ in length, or a vector is not finite.
        """
        if len(vectors) != len(tables):
            raise InputError(
                f"There are {len(vectors)} vectors for {len(tables)} mentions; encode the document that is "
                "searched."
            )
        vectors = unit(vectors)
        mentions = np.flatnonzero(vectors.any(axis=1)).astype(np.int32)
        if len(mentions) < len(vectors):
            vectors = vectors[mentions]
        return cls(mentions, vectors, np.asarray(tables)[mentions])
