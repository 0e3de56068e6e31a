"""The paper's comparison (EPE): a mention's vector is read off inside the table, where its number ends."""

from __future__ import annotations

import numpy as np

from cofitcheck.document.model import Document
from cofitcheck.encoding.layouts.context import ContextSettings, context_parts
from cofitcheck.encoding.layouts.parts import Space, TablePart
from cofitcheck.encoding.passes import PackedPass
from cofitcheck.encoding.pieces import Pieces


class ExtractiveLayout:
    """The context and nothing else; the query of a mention is the last token of its number."""

    def __init__(self, pieces: Pieces, settings: ContextSettings | None = None) -> None:
        """Raise `ConfigError` when the length limit is too small for any table."""
        self.settings = settings or ContextSettings()
        self._space = Space(pieces, self.settings.reach, self.settings.reach, self.settings.masked)

    @property
    def padding(self) -> int:
        """See `Layout.padding`; any token will do, since none attends to it."""
        return 0

    def passes(self, document: Document) -> list[PackedPass]:
        """See `Layout.passes`. Raises `InputError` when a mention stands where there is no cell."""
        return [self._pass(part) for part in context_parts(document, self._space)]

    def _pass(self, part: TablePart) -> PackedPass:
        length = len(part.tokens)
        return PackedPass(
            tokens=np.array(part.tokens, np.int32),
            positions=np.arange(length, dtype=np.int32),
            unit=np.zeros(length, np.int32),
            sees=np.ones((1, 1), np.bool_),
            queries=np.array([each.end for each in part.placed], np.int32),
            asked=np.array([each.mention.index for each in part.placed], np.int32),
            source=part.table,
            causal=self.settings.causal,
        )
