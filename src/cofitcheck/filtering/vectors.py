"""Vectors as the searches need them: of length 1, without zero vectors."""

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
    """Return the vectors (n, d) at length 1, float32; a zero vector stays zero.

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
    """Return the cosine of each pair (n,) of vectors (mentions, d), as `rounded` gives it.

    The vectors are of any length. The cosine with a zero vector is 0.

    Raises `InputError` where a vector is not finite.
    """
    vectors = unit(vectors)
    result = np.empty(len(left), dtype=np.float32)
    for start in range(0, len(left), _BLOCK):
        block = slice(start, start + _BLOCK)
        result[block] = np.einsum("ij,ij->i", vectors[left[block]], vectors[right[block]])
    return rounded(result)


def rounded(cosines: Vectors) -> Vectors:
    """Return cosines (n,) at six decimals, and none beyond 1.

    They are compared so with a threshold and with each other: their last digits depend on how they were
    computed.
    """
    return np.clip(np.round(cosines, _DIGITS), -1, 1)


def require_cosine(threshold: float) -> None:
    """Raise `ConfigError` for a threshold outside [-1, 1]."""
    if not -1 <= threshold <= 1:
        raise ConfigError(f"The threshold of a cosine must be between -1 and 1, not {threshold}.")


@dataclass(frozen=True)
class Directions:
    """The mentions with a vector that is not zero: a zero vector has no direction, hence no cosine.

    `mentions` (k,) are their indices, ascending. `vectors` (k, d) are of length 1. `tables` (k,) numbers
    their tables.
    """

    mentions: npt.NDArray[np.int32]
    vectors: Vectors
    tables: npt.NDArray[np.int32]

    @classmethod
    def of(cls, vectors: npt.NDArray[Any], tables: npt.NDArray[np.int32]) -> Directions:
        """Return those of `vectors` (n, d) that are not zero.

        A mention has one vector, and `tables` (n,) numbers its table.

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
