"""Encoding a document once for all the errors that are planted in it."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np

from cofitcheck.document import Document
from cofitcheck.encoding import Encoded, Encoder
from cofitcheck.encoding.packing import PackedTable, pack_document
from cofitcheck.encoding.wordpieces import Wordpieces


class RememberingEncoder:
    """An encoder that runs only where it would see something else than the last time.

    Numbers are masked before it sees them, so a document with another number in one cell mostly is the same
    to it, and the vectors are those that a new run would give.
    """

    def __init__(self, encoder: Encoder, wordpieces: Wordpieces) -> None:
        self.encoder, self.wordpieces = encoder, wordpieces
        self._last: tuple[list[PackedTable], Encoded] | None = None

    def encode(self, document: Document) -> Encoded:
        """Return the vectors of every mention, in the order of `document.mentions`."""
        packed = pack_document(document, self.wordpieces)
        if self._last is None or not _same(self._last[0], packed):
            self._last = packed, self.encoder.encode(document)
        return self._last[1]


def _same(first: list[PackedTable], second: list[PackedTable]) -> bool:
    return len(first) == len(second) and all(
        np.array_equal(one, other)
        for tables in zip(first, second, strict=True)
        for one, other in zip(*map(astuple, tables), strict=True)
    )
