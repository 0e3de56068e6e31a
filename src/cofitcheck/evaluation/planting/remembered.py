"""Encoding a document once for all the errors that are planted in it."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np

from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.load import TrainedEncoder
from cofitcheck.encoding.passes import PackedPass


class RememberingEncoder:
    """An encoder that runs only where it would see something else than the last time.

    Numbers are masked before it sees them, so a document with another number in one cell mostly is the same
    to it, and the vectors are those that a new run would give.
    """

    def __init__(self, encoder: TrainedEncoder) -> None:
        self.encoder, self.threshold = encoder, encoder.threshold
        self._last: tuple[list[PackedPass], Encoded] | None = None

    def encode(self, document: Document) -> Encoded:
        """Return the vectors of every mention, in the order of `document.mentions`."""
        passes = self.encoder.layout.passes(document)
        if self._last is None or not _same(self._last[0], passes):
            self._last = passes, self.encoder.encode(document)
        return self._last[1]


def _same(first: list[PackedPass], second: list[PackedPass]) -> bool:
    return len(first) == len(second) and all(
        np.array_equal(one, other)
        for both in zip(first, second, strict=True)
        for one, other in zip(*map(astuple, both), strict=True)
    )
