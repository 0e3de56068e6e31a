"""The key components of a number as AutoCheck takes them: words of row, column and table, period and unit.

Numbers have no part in it, not even those in labels: a network that saw the two values would learn to match
equal ones, and a contradiction is one fact with two values.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.evaluation.methods.autocheck_filter import Keys
from cofitcheck.mentions.arrays import IntArray, MentionArrays

WORDS = 16
"""Words of a component that are read; of a longer one the last, which stand nearest to the number."""
BUCKETS = 1024
"""Words unknown in training share so many vectors: enough that two different ones seldom look the same."""
COMPONENTS = 4
KEYS = 6
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Cells:
    """The distinct cells of a document: mentions with equal components are one cell.

    `words` int64 (cells, `COMPONENTS`, `WORDS`) are word numbers of the row label, the row path with its
    sections, the column header and the title, 0 for none. `keys` int32 (cells, `KEYS`) are year, month,
    months, the row's year and month, and measure, 0 where nothing states them. `of` (n,) is each mention's
    cell.
    """

    words: npt.NDArray[np.int64]
    keys: IntArray
    of: npt.NDArray[np.int64]

    @classmethod
    def build(cls, arrays: MentionArrays, vocabulary: Mapping[str, int]) -> Cells:
        """Read the cells of a document's mentions; `vocabulary` numbers the known words from 1."""
        texts = (
            (arrays.label, arrays.labels),
            (arrays.path, arrays.paths),
            (arrays.head, arrays.heads),
            (arrays.title, arrays.titles),
        )
        ids = np.stack([ids for ids, _ in texts], axis=1)
        keys = _keys(arrays)
        _, first, of = np.unique(
            np.concatenate([ids, keys], axis=1), axis=0, return_index=True, return_inverse=True
        )
        numbered = [_numbered(known, vocabulary) for _, known in texts]
        words = np.stack([numbers[ids[first, at]] for at, numbers in enumerate(numbered)], axis=1)
        return cls(words, keys[first], of.reshape(-1).astype(np.int64))

    def agreement(self, left: npt.NDArray[Any], right: npt.NDArray[Any]) -> Floats:
        """Return for pairs of cells (k, `KEYS`): 1 for the same key, -1 for different, 0 for unknown."""
        first, second = self.keys[left], self.keys[right]
        known = (first != 0) & (second != 0)
        return np.where(known, np.where(first == second, 1, -1), 0).astype(np.float32)


def _keys(arrays: MentionArrays) -> IntArray:
    keys = Keys.of(arrays)
    return np.stack(
        [
            keys.year,
            keys.month,
            arrays.months,
            arrays.row_year,
            arrays.row_month,
            keys.measure,
        ],
        axis=1,
    ).astype(np.int32)


def _numbered(texts: tuple[tuple[str, ...], ...], vocabulary: Mapping[str, int]) -> npt.NDArray[np.int64]:
    numbers = np.zeros((len(texts), WORDS), dtype=np.int64)
    for row, text in zip(numbers, texts, strict=True):
        known = [vocabulary.get(word) or _bucket(word, len(vocabulary)) for word in text[-WORDS:]]
        row[: len(known)] = known
    return numbers


def _bucket(word: str, known: int) -> int:
    return 1 + known + zlib.crc32(word.encode()) % BUCKETS
