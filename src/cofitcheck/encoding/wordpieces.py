"""Text to token ids, each distinct text tokenised once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cofitcheck.errors import ModelError

Ids = tuple[int, ...]


class Wordpieces:
    """The tokenizer of the encoder, with a memory of the texts it has seen."""

    def __init__(self, tokenizer: Any) -> None:
        """Wrap a `tokenizers.Tokenizer` that knows [CLS], [SEP], [PAD] and [MASK]."""
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer = tokenizer
        self._seen: dict[str, Ids] = {"": ()}
        self.cls = self._special("[CLS]")
        self.sep = self._special("[SEP]")
        self.pad = self._special("[PAD]")
        self.mask = self._special("[MASK]")

    @classmethod
    def load(cls, path: Path) -> Wordpieces:
        """Read a `tokenizer.json`; raise `ModelError` when it is not there."""
        from tokenizers import Tokenizer

        if not path.is_file():
            raise ModelError(f"The tokenizer file {path} is missing.")
        return cls(Tokenizer.from_file(str(path)))

    def ids(self, text: str) -> Ids:
        """Return the token ids of `text`, without special tokens."""
        if text not in self._seen:
            self.remember((text,))
        return self._seen[text]

    def remember(self, texts: Iterable[str]) -> None:
        """Tokenise many texts in one call, which is several times faster than one by one."""
        new = [text for text in dict.fromkeys(texts) if text not in self._seen]
        encodings = self._tokenizer.encode_batch(new, add_special_tokens=False)
        self._seen.update((text, tuple(encoding.ids)) for text, encoding in zip(new, encodings, strict=True))

    def _special(self, token: str) -> int:
        number = self._tokenizer.token_to_id(token)
        if number is None:
            raise ModelError(f"The tokenizer has no token {token}.")
        return int(number)
