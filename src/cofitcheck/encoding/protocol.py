"""Stage 1: a document to one set of vectors per mention."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt

from cofitcheck.document.model import Document

Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Encoded:
    """Vectors of unit length, row i for mention i; cosine similarity is the dot product.

    `fact` (n, 128) is near for mentions that state the same fact; `indicator` (n, 128) for those of the same
    indicator, whatever the period; `breakdown` (n, 64) for those of the same segment, component or scope.
    """

    fact: Vectors
    indicator: Vectors
    breakdown: Vectors

    def __len__(self) -> int:
        return len(self.fact)

    def save(self, path: Path) -> None:
        """Write the vectors as an uncompressed `.npz`."""
        np.savez(path, fact=self.fact, indicator=self.indicator, breakdown=self.breakdown)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote."""
        with np.load(path, allow_pickle=False) as stored:
            return cls(stored["fact"], stored["indicator"], stored["breakdown"])


class Encoder(Protocol):
    """Anything that turns the mentions of a document into vectors."""

    def encode(self, document: Document) -> Encoded:
        """Return the vectors of every mention, in the order of `document.mentions`."""
        ...
