"""The wordpieces of a BERT tokenizer, and its special tokens."""

from __future__ import annotations

from typing import Any

from cofitcheck.encoding.pieces import Ids, Pieces
from cofitcheck.errors import ModelError

__all__ = ["Ids", "Wordpieces"]


class Wordpieces(Pieces):
    """The tokenizer of the bundled encoder."""

    def __init__(self, tokenizer: Any) -> None:
        """Wrap a `tokenizers.Tokenizer` that knows [CLS], [SEP], [PAD] and [MASK]."""
        super().__init__(tokenizer)
        self.cls = self._special("[CLS]")
        self.sep = self._special("[SEP]")
        self.pad = self._special("[PAD]")
        self.mask = self._special("[MASK]")

    def _special(self, token: str) -> int:
        number = self._tokenizer.token_to_id(token)
        if number is None:
            raise ModelError(f"The tokenizer has no token {token}.")
        return int(number)
