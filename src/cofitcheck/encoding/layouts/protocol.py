"""What a layout is."""

from __future__ import annotations

from typing import Protocol

from cofitcheck.document.model import Document
from cofitcheck.encoding.passes import PackedPass


class Layout(Protocol):
    """Lays out the tables of a document for an encoder; training and inference share it."""

    @property
    def padding(self) -> int:
        """The token that fills the shorter passes of a batch."""
        ...

    def passes(self, document: Document) -> list[PackedPass]:
        """Return the passes; every mention of the document is in exactly one of them."""
        ...
