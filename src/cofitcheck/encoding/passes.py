"""Tokenizers, and the passes of a model: tokens, positions, and which unit sees which.

Both are the same for training and inference. Each distinct text of a document is tokenised once. Passes of
similar length are padded into the arrays that a model takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from cofitcheck.caching import Remembered
from cofitcheck.errors import ModelError

Ids = tuple[int, ...]

BATCH_TOKENS = 1536
"""The most tokens of a batch. Small batches waste less on padding: 11% of a 10-K's tokens, and 30% at 4,096
(measured)."""


@dataclass(frozen=True)
class PackedPass:
    """A context, and several things that are asked about it at once, which do not see each other.

    `tokens` and `positions` are int32 (L,). `unit`, int32 (L,), numbers each token's unit. `sees`, bool
    (U, U), has `sees[a, b]` where tokens of unit a attend to tokens of unit b. `asked`, int32 (M,), are the
    numbers of what is asked; `queries`, int32 (M,), the places of the tokens whose last hidden states answer.
    In stage 1 (paper III-A) the context is a table, or a part of a long one, `source` is its index, and
    mentions are asked. In stage 2 (III-B) the context is a pair of tables, and candidate pairs are asked. In
    a `causal` pass no token attends to a later one.
    """

    tokens: npt.NDArray[np.int32]
    positions: npt.NDArray[np.int32]
    unit: npt.NDArray[np.int32]
    sees: npt.NDArray[np.bool_]
    queries: npt.NDArray[np.int32]
    asked: npt.NDArray[np.int32]
    source: int
    causal: bool = False

    def __len__(self) -> int:
        return len(self.tokens)

    def attention(self) -> npt.NDArray[np.bool_]:
        """Return the mask, bool (L, L): True where the token of the row attends to the token of the
        column."""
        mask = self.sees[np.ix_(self.unit, self.unit)]
        return np.tril(mask) if self.causal else mask

    def context(self) -> int:
        """Return the number of tokens of the context, which all stand at the front."""
        first = int(self.unit[self.queries].min())
        return int(np.argmax(self.unit == first)) if first else len(self)

    def only(self, which: int) -> PackedPass:
        """Return the same context with only the `which`-th thing that is asked.

        Such passes give what the full pass gives, more slowly."""
        units = self.unit[self.queries]
        keep = ~np.isin(self.unit, units[units != units[which]])
        return PackedPass(
            self.tokens[keep],
            self.positions[keep],
            self.unit[keep],
            self.sees,
            (np.cumsum(keep)[self.queries[which : which + 1]] - 1).astype(np.int32),
            self.asked[which : which + 1],
            self.source,
            self.causal,
        )


@dataclass(frozen=True)
class Batch:
    """The inputs of a model for B passes padded to L tokens and M answers.

    `tokens`, `positions`, `unit`: int64 (B, L). `sees`: bool (B, U, U); the last unit is padding, and sees
    nothing. `causal`: bool (B,). `queries`: int64 (B, M), the place of each answering token in its row.
    `real`: bool (B, M), False on padding. `asked`: int32 (number of True in `real`,), the numbers of what is
    asked, in the order of `outputs[real]`.
    """

    tokens: npt.NDArray[np.int64]
    positions: npt.NDArray[np.int64]
    unit: npt.NDArray[np.int64]
    sees: npt.NDArray[np.bool_]
    causal: npt.NDArray[np.bool_]
    queries: npt.NDArray[np.int64]
    real: npt.NDArray[np.bool_]
    asked: npt.NDArray[np.int32]

    @cached_property
    def attention(self) -> npt.NDArray[np.bool_]:
        """The mask, bool (B, L, L). `encoding.causal.inputs_of` makes the same one on a device.

        Padding attends to itself, so that no row of the mask is empty.
        """
        mask = np.stack([sees[np.ix_(unit, unit)] for sees, unit in zip(self.sees, self.unit, strict=True)])
        mask[self.causal] = np.tril(mask[self.causal])
        rows, places = np.nonzero(self.unit == self.sees.shape[1] - 1)
        mask[rows, places, places] = True
        return mask


def joined(passes: Sequence[Sequence[PackedPass]], counts: Sequence[int]) -> list[list[PackedPass]]:
    """Return the passes of several documents, with `asked` numbered on from one document to the next.

    `counts` says how many things can be asked about each document.
    """
    starts = np.cumsum([0, *counts])
    return [
        [replace(each, asked=(each.asked + start).astype(np.int32)) for each in document]
        for document, start in zip(passes, starts.tolist(), strict=False)
    ]


def parted(values: npt.NDArray[np.float32], counts: Sequence[int]) -> list[npt.NDArray[np.float32]]:
    """Return the rows of each document, for values in the numbering of `joined`."""
    return np.split(values, np.cumsum(counts)[:-1]) if counts else []


def pad(passes: Sequence[PackedPass], padding: int) -> Batch:
    """Pad passes into one batch."""
    rows, length = len(passes), max(map(len, passes))
    width = max(len(each.asked) for each in passes)
    tokens = np.full((rows, length), padding, np.int64)
    positions = np.zeros((rows, length), np.int64)
    sees = sees_of(passes)
    unit = np.full((rows, length), sees.shape[1] - 1, np.int64)
    queries = np.zeros((rows, width), np.int64)
    real = np.zeros((rows, width), np.bool_)
    for row, each in enumerate(passes):
        size, count = len(each), len(each.asked)
        tokens[row, :size] = each.tokens
        positions[row, :size] = each.positions
        unit[row, :size] = each.unit
        queries[row, :count] = each.queries
        real[row, :count] = True
    causal = np.array([each.causal for each in passes], np.bool_)
    asked = np.concatenate([each.asked for each in passes])
    return Batch(tokens, positions, unit, sees, causal, queries, real, asked)


def sees_of(passes: Sequence[PackedPass]) -> npt.NDArray[np.bool_]:
    """Return which unit of each pass sees which, (B, U, U); the last unit is padding."""
    units = max(len(each.sees) for each in passes) + 1
    sees = np.zeros((len(passes), units, units), np.bool_)
    for row, each in enumerate(passes):
        sees[row, : len(each.sees), : len(each.sees)] = each.sees
    return sees


def groups(passes: Sequence[PackedPass], budget: int) -> Iterator[list[PackedPass]]:
    """Yield passes of similar length, together at most `budget` tokens with padding, the longest first."""
    group: list[PackedPass] = []
    for each in sorted(passes, key=len, reverse=True):
        if group and (len(group) + 1) * len(group[0]) > budget:
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def batches(passes: Sequence[PackedPass], padding: int, budget: int = BATCH_TOKENS) -> Iterator[Batch]:
    """Yield batches of at most `budget` tokens, padding included, longest passes first."""
    return (pad(group, padding) for group in groups(passes, budget))


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
        """Read a `tokenizer.json`; `before` opens every text.

        Raises `ModelError` where the file is missing or is no tokenizer."""
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
        """Return the tokens before a text.

        They are the tokenizer's special tokens ([CLS], a start of text, or none), and the frame of a chat
        where there is one."""
        encoding = self._tokenizer.encode("a")
        first = encoding.special_tokens_mask.index(0)
        return (*encoding.ids[:first], *self.ids(self._before))

    def size(self) -> int:
        """Return the number of tokens in the vocabulary, added ones included."""
        return int(self._tokenizer.get_vocab_size())


class Characters(Pieces):
    """A tokenizer whose tokens are characters, so that a layout made with it can be read as text."""

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
