"""Stage 1: encodes every mention of a document as vectors, in one pass for each table."""

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
"""The vectors of a mention, each named by what two mentions have in common where it is near."""


def no_vectors() -> Vectors:
    """Return the vectors of a head that an encoder lacks: they have width 0."""
    return np.zeros((0, 0), np.float32)


@dataclass(frozen=True)
class Encoded:
    """Vectors of unit length, row i for mention i; cosine similarity is the dot product.

    `fact` (n, d) is near for mentions that state the same fact; `indicator` for those of the same indicator,
    whatever the period; `breakdown` for those of the same segment, component or scope; `period` for those of
    the same time. An encoder may lack all but the first, which then have width 0. `split` maps the index of
    each table that took more than one pass to the number of its passes.
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
        """Return zero vectors for this many mentions, where no vector will be compared."""
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
        """Return the vectors of each document, the same as when it is encoded alone."""
        ...


def encode_all(encoder: Encoder, documents: Sequence[Document]) -> list[Encoded]:
    """Return the vectors of each document, encoded together where the encoder can."""
    if isinstance(encoder, JointEncoder):
        return encoder.encode_all(documents)
    return [encoder.encode(document) for document in documents]
