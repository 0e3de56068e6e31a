"""Stage 1: every mention of a document to one set of vectors, in one pass for each table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, Self, runtime_checkable

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document

__all__ = ["Encoded", "Encoder"]

Vectors = npt.NDArray[np.float32]

HEADS = ("fact", "indicator", "breakdown", "period")
"""What two mentions whose vectors are near have in common, a vector for each."""


def no_vectors() -> Vectors:
    """Return what stands for a head that an encoder lacks: vectors of width 0."""
    return np.zeros((0, 0), np.float32)


@dataclass(frozen=True)
class Encoded:
    """Vectors of unit length, row i for mention i; cosine similarity is the dot product.

    `fact` (n, d) is near for mentions that state the same fact; `indicator` for those of the same indicator,
    whatever the period; `breakdown` for those of the same segment, component or scope; `period` for those of
    the same time. An encoder may lack all but the first: width 0. `split` has the index of each table that
    took more than one pass, with how many.
    """

    fact: Vectors
    indicator: Vectors = field(default_factory=no_vectors)
    breakdown: Vectors = field(default_factory=no_vectors)
    period: Vectors = field(default_factory=no_vectors)
    split: Mapping[int, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.fact)

    @classmethod
    def unknown(cls, mentions: int) -> Self:
        """Return what stands for the vectors of so many mentions that nobody compares: noughts."""
        return cls(np.zeros((mentions, 1), np.float32))

    def save(self, path: Path) -> None:
        """Write the vectors as an uncompressed `.npz`."""
        np.savez(path, **{name: getattr(self, name) for name in HEADS})

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote."""
        with np.load(path, allow_pickle=False) as stored:
            return cls(*(stored[name] for name in HEADS))


class Encoder(Protocol):
    """Anything that turns the mentions of a document into vectors."""

    @property
    def threshold(self) -> float:
        """The cosine of fact vectors above which a pair is a candidate, as calibrated for this encoder."""
        ...

    def encode(self, document: Document) -> Encoded:
        """Return the vectors of every mention, in the order of `document.mentions`."""
        ...


@runtime_checkable
class JointEncoder(Encoder, Protocol):
    """An encoder whose batches hold passes of several documents."""

    def encode_all(self, documents: Sequence[Document]) -> list[Encoded]:
        """Return the vectors of each document: those that it has when it is encoded alone."""
        ...


def encode_all(encoder: Encoder, documents: Sequence[Document]) -> list[Encoded]:
    """Return the vectors of each document, encoded together where the encoder can."""
    if isinstance(encoder, JointEncoder):
        return encoder.encode_all(documents)
    return [encoder.encode(document) for document in documents]
