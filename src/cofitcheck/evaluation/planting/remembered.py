"""Encoding a document once for all the errors that are planted in it."""

from __future__ import annotations

from collections import deque
from dataclasses import astuple

import numpy as np

from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.load import TrainedEncoder
from cofitcheck.encoding.passes import PackedPass

_KEPT = 3
"""The tables and the sentences of a document, and one of them with an error in it."""


class RememberingEncoder:
    """An encoder that runs only where it would see something else than the last few times.

    Numbers are masked before it sees them, so a document with another number in one cell mostly is the same
    to it, and the vectors are those that a new run would give.
    """

    def __init__(self, encoder: TrainedEncoder) -> None:
        self.encoder, self.threshold = encoder, encoder.threshold
        self._last: deque[tuple[list[PackedPass], Encoded]] = deque(maxlen=_KEPT)

    def encode(self, document: Document) -> Encoded:
        """Return the vectors of every mention, in the order of `document.mentions`."""
        passes = self.encoder.layout.passes(document)
        at = next((at for at, (known, _) in enumerate(self._last) if _same(known, passes)), None)
        if at is None:
            last = passes, self.encoder.encode(document)
        else:
            last = self._last[at]
            del self._last[at]
        self._last.append(last)  # What was of use last is forgotten last.
        return last[1]


def _same(first: list[PackedPass], second: list[PackedPass]) -> bool:
    return len(first) == len(second) and all(
        np.array_equal(one, other)
        for both in zip(first, second, strict=True)
        for one, other in zip(*map(astuple, both), strict=True)
    )
