"""Text to token ids, each distinct text of a document tokenised once.

The wordpieces of a BERT tokenizer, and its special tokens.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

from cofitcheck.caching import Remembered
from cofitcheck.errors import ModelError

Ids = tuple[int, ...]


class Pieces:
    """A tokenizer with a memory of the texts it has seen in a document."""

    def __init__(self, tokenizer: Any) -> None:
        """Wrap a `tokenizers.Tokenizer`."""
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer, self._before = tokenizer, ""
        self._seen = Remembered[str, Ids]()

    @classmethod
    def load(cls, path: Path, before: str = "") -> Self:
        """Read a `tokenizer.json`; `before` opens every text. Raises `ModelError` when the file is not there
        or is none."""
        from tokenizers import Tokenizer

        if not path.is_file():
            raise ModelError(
                f"The tokenizer file {path} is missing; it comes with its model (docs/paper.md)."
            )
        try:
            tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:  # the Rust library raises nothing narrower
            raise ModelError(f"The tokenizer file {path} cannot be read: {error}.") from error
        pieces = cls(tokenizer)
        pieces._before = before
        return pieces

    def ids(self, text: str) -> Ids:
        """Return the token ids of `text`, without special tokens."""
        known = self._seen.get(text)
        return self._tokenise([text])[0] if known is None else known

    def remember(self, texts: Iterable[str]) -> None:
        """Tokenise many texts in one call, which is several times faster than one by one."""
        self._tokenise([text for text in dict.fromkeys(texts) if text not in self._seen])

    def _tokenise(self, texts: list[str]) -> list[Ids]:
        encodings = self._tokenizer.encode_batch(texts, add_special_tokens=False)
        found: list[Ids] = [tuple(encoding.ids) for encoding in encodings]
        self._seen.update(zip(texts, found, strict=True))
        return found

    def opening(self) -> Ids:
        """Return what stands before a text: the tokenizer's special tokens ([CLS], a start of text, or none)
        and the frame of a chat, if any."""
        encoding = self._tokenizer.encode("a")
        first = encoding.special_tokens_mask.index(0)
        return (*encoding.ids[:first], *self.ids(self._before))

    def size(self) -> int:
        """Return the number of tokens in the vocabulary, added ones included."""
        return int(self._tokenizer.get_vocab_size())


class Characters(Pieces):
    """A tokenizer whose tokens are characters: what is laid out with it can be read as text."""

    def __init__(self) -> None:
        """Load nothing."""

    def ids(self, text: str) -> Ids:
        """Return the characters' code points."""
        return tuple(map(ord, text))

    def remember(self, texts: Iterable[str]) -> None:
        """Do nothing: there is nothing to look up."""

    def opening(self) -> Ids:
        """Return no tokens."""
        return ()


def characters_text(tokens: Ids) -> str:
    """Return the text of tokens of `Characters`."""
    return "".join(map(chr, tokens))


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
