"""Candidate pairs: what stage 1 hands to stage 2. They can be saved and loaded.

The two mentions of a candidate must be of one basis and of one company. An adjusted number, a pro forma one,
one of the parent alone or one of another registrant never states the fact of a number without these words.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document
from cofitcheck.errors import ConfigError, InputError
from cofitcheck.mentions.words import MentionBasis, mention_bases

Integers = npt.NDArray[np.integer[Any]]
Vectors = npt.NDArray[np.float32]

_BLOCK = 16_384
"""How many pairs have their cosines computed at once: 50 MB for two blocks of 384 dimensions."""

_DIGITS = 6
"""Decimals of a cosine. The seventh depends on the order in which a machine adds up the products."""

_LENGTH_ERROR = 1e-5
"""How far from 1 a length may be and still count as 1, so that unit vectors are not changed."""


@dataclass(frozen=True)
class CandidatePairs:
    """Pairs of mentions that may state the same fact.

    `left` and `right` are mention indices, int32 (n,), with `left < right`. No pair is there twice; pairs are
    sorted by left, then by right. `similarity` is the cosine of the two mentions' vectors, float32 (n,),
    however the pair was found.
    """

    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    similarity: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.left)

    @classmethod
    def none(cls) -> CandidatePairs:
        """Return no pairs."""
        nobody = np.empty(0, dtype=np.int32)
        return cls(nobody, nobody, np.empty(0, dtype=np.float32))

    @classmethod
    def build(cls, first: Integers, second: Integers, vectors: Vectors) -> CandidatePairs:
        """Return the distinct pairs of mentions `first` (n,) and `second` (n,), in order, with their cosines.

        `vectors` are (mentions, d), of any length. A pair of a mention with itself is left out.
        """
        low, high = np.minimum(first, second).astype(np.int64), np.maximum(first, second).astype(np.int64)
        count = max(len(vectors), 1)
        keys = _distinct((low * count + high)[low != high])
        left, right = keys // count, keys % count
        return cls(left.astype(np.int32), right.astype(np.int32), cosines(vectors, left, right))

    def take(self, chosen: npt.NDArray[Any]) -> CandidatePairs:
        """Return the pairs at the positions, or under the mask, `chosen`; positions must be ascending."""
        return CandidatePairs(self.left[chosen], self.right[chosen], self.similarity[chosen])

    def best(self, limit: int | None) -> CandidatePairs:
        """Return the `limit` most similar pairs, all for None; of equals, the first ones."""
        if limit is None or len(self) <= limit:
            return self
        order = np.argsort(-self.similarity, kind="stable")[:limit]
        return self.take(np.sort(order))

    def save(self, path: str | Path, document: Document) -> None:
        """Write the pairs to `path` as a compressed NumPy archive, with a digest of the document they are of.

        Raises `OSError` where the file cannot be written.
        """
        with Path(path).open("wb") as file:
            np.savez_compressed(
                file,
                left=self.left,
                right=self.right,
                similarity=self.similarity,
                mentions=_fingerprint(document),
            )

    @classmethod
    def load(cls, path: str | Path, document: Document) -> CandidatePairs:
        """Read what `save` wrote for the same document, in this process or another.

        Raises `InputError` where the file holds no candidate pairs, or those of another document.
        """
        try:
            # Opened here, because np.load leaves a broken archive open.
            with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                pairs = cls(arrays["left"], arrays["right"], arrays["similarity"])
                saved_for = arrays["mentions"]
        except Exception as error:  # NumPy, zipfile and zlib have no error in common for a broken archive
            raise InputError(
                f"{path}: does not hold candidate pairs ({error}); write it with CandidatePairs.save."
            ) from error
        if not np.array_equal(saved_for, _fingerprint(document)):
            raise InputError(
                f"{path}: holds the candidate pairs of another document than {document.name}, or of another "
                "reading of it; search the pairs of this one and save them again."
            )
        if not pairs._is_within(len(document.mentions)):
            raise InputError(
                f"{path}: names pairs that {document.name} cannot have among its {len(document.mentions)} "
                "mentions; search them again and write the file with CandidatePairs.save."
            )
        return pairs

    def _is_within(self, mentions: int) -> bool:
        """Tell whether these are pairs of that many mentions, each once and in order."""
        dtypes = [part.dtype for part in (self.left, self.right, self.similarity)]
        if dtypes != [np.int32, np.int32, np.float32] or self.left.ndim != 1:
            return False
        if not self.left.shape == self.right.shape == self.similarity.shape:
            return False
        keys = self.left.astype(np.int64) * mentions + self.right
        within = (self.left >= 0) & (self.left < self.right) & (self.right < mentions)
        return bool(within.all() and (np.diff(keys) > 0).all())


def _distinct(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the keys in order, each once."""
    # np.unique hashes them, which for millions of keys like these takes thirty times as long.
    keys = np.sort(keys)
    new = np.ones(len(keys), dtype=np.bool_)
    new[1:] = keys[1:] != keys[:-1]
    return keys[new]


def _fingerprint(document: Document) -> npt.NDArray[np.uint8]:
    """Return a digest of what the mentions' numbers stand for: 32 bytes."""
    digest = hashlib.sha256()
    for mention in document.mentions:
        digest.update(f"{mention.table},{mention.row},{mention.column},{mention.text}\n".encode())
    return np.frombuffer(digest.digest(), dtype=np.uint8)


def of_one_basis(document: Document, pairs: CandidatePairs) -> CandidatePairs:
    """Return the pairs whose labels, headers and tables state no two different bases."""
    ids: dict[MentionBasis, int] = {}
    of = np.array([ids.setdefault(each, len(ids)) for each in mention_bases(document)], dtype=np.int32)
    return pairs.take(of[pairs.left] == of[pairs.right])


def of_one_registrant(document: Document, pairs: CandidatePairs) -> CandidatePairs:
    """Return the pairs whose tables are of one registrant, or whose registrant is not known for one table."""
    names = {"": 0}
    tables = [names.setdefault(table.registrant, len(names)) for table in document.tables]
    if len(names) <= 2:
        return pairs
    of = np.array([tables[mention.table] for mention in document.mentions])
    left, right = of[pairs.left], of[pairs.right]
    return pairs.take((left == right) | (left == 0) | (right == 0))


def union(first: CandidatePairs, *others: CandidatePairs) -> CandidatePairs:
    """Return each pair that a search found, once and in order; all searched the same vectors."""
    every = (first, *others)
    left = np.concatenate([pairs.left for pairs in every])
    right = np.concatenate([pairs.right for pairs in every])
    similarity = np.concatenate([pairs.similarity for pairs in every])
    _, once = np.unique(left.astype(np.int64) << 32 | right, return_index=True)
    return CandidatePairs(left[once], right[once], similarity[once])


class PairSearch(Protocol):
    """Finds the pairs of mentions whose vectors are alike."""

    def search(
        self, vectors: npt.NDArray[np.float32], tables: npt.NDArray[np.int32], threshold: float
    ) -> CandidatePairs:
        """Return the pairs with a cosine above `threshold`.

        A threshold of 1 lets none through, one of -1 all but opposite vectors. `vectors` (n, d) has one
        vector for each mention, of any length; a zero vector is in no pair. `tables` (n,) numbers the table
        of each mention: only pairs of different tables count, unless the backend is told otherwise. Raises
        `ConfigError` for
        a threshold outside [-1, 1]. Raises `InputError` where a vector is not finite, and where there are
        not as many vectors as `tables`.
        """
        ...


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

    They are compared so with a threshold and with each other, because their last digits depend on how they
    were computed.
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
