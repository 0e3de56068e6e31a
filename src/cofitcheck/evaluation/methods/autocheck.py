"""AutoCheck (Li et al., KDD 2020), rebuilt from what is published: rules, cell embedding, pair classifier.

`docs/baselines.md` says what its authors left open and what is used here instead.

Grouping rules stand before the classifier, so that only numbers of one group are compared. A group is a
period and a unit, as far as headers and labels state them. The authors did not publish their rules, only that
these leave a quarter of the pairs. On the dev filings ours leave as many.

The key components of a number are words of row, column and table, period and unit. No number is a component,
not even one in a label. A network that saw the two values would learn to match equal ones, and a
contradiction is one fact with two values.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document
from cofitcheck.errors import ModelError
from cofitcheck.evaluation.methods import Matches, Method, MethodOptions, Pairs, read_card, trained_file
from cofitcheck.filtering.alignment import Mask
from cofitcheck.mentions import IntArray, MentionArrays, mention_arrays
from cofitcheck.numbers import Measure

_UNKNOWN_MEASURE = list(Measure).index(Measure.UNKNOWN)
_ROWS_AT_ONCE = 256
"""How many rows of the matrix of all pairs are looked at together."""

WORDS = 16
"""The most words of a component that are read: the last ones, which stand nearest to the number."""
BUCKETS = 1024
"""How many vectors the words unknown in training share, so that two different ones seldom look the same."""
COMPONENTS = 4
"""The components of a cell that are words: row label, row path, column header, title."""
KEYS = 6
"""The components of a cell that are numbers: see `Cells.keys`."""
Floats = npt.NDArray[np.float32]

_BLOCK = 16_384
"""How many pairs are classified at once."""


@dataclass(frozen=True)
class Keys:
    """The keys that put mentions into groups, int32 (n,) each.

    A key is 0 where nothing states it; then any group fits."""

    year: IntArray
    month: IntArray
    kind: IntArray
    measure: IntArray

    @classmethod
    def of(cls, arrays: MentionArrays) -> Keys:
        """Read the keys.

        The year is that of the header, or else of the row's label, or else of the time between two balances
        that the row stands in. `kind` is 1 for a span of time and -1 for a date.
        """
        years = (arrays.year, arrays.row_year, arrays.flow_year)
        return cls(
            year=np.select([year > 0 for year in years], years, 0).astype(np.int32),
            month=arrays.month,
            kind=np.sign(arrays.months),
            measure=np.where(arrays.measure == _UNKNOWN_MEASURE, 0, arrays.measure + 1).astype(np.int32),
        )

    def compatible(self, left: slice, right: slice) -> Mask:
        """Tell which of the mentions `left` (l,) and `right` (r,) share a group: bool (l, r)."""
        fits: Mask = np.ones((left.stop - left.start, right.stop - right.start), dtype=bool)
        for key in (self.year, self.month, self.kind, self.measure):
            first, second = key[left, None], key[None, right]
            fits &= (first == second) | (first == 0) | (second == 0)
        return fits


def grouped_pairs(document: Document, arrays: MentionArrays | None = None) -> Pairs:
    """Return the pairs (k, 2) of numbers in different tables that share a group, in ascending order.

    Both numbers have a value."""
    arrays = arrays or mention_arrays(document)
    keys, count = Keys.of(arrays), len(arrays)
    stated = np.array([mention.number.value is not None for mention in document.mentions], dtype=bool)
    parts = [np.empty((0, 2), dtype=np.int64)]
    for start in range(0, count, _ROWS_AT_ONCE):
        block, rest = slice(start, min(start + _ROWS_AT_ONCE, count)), slice(start, count)
        fits = keys.compatible(block, rest) & stated[block, None] & stated[None, rest]
        fits &= arrays.table[block, None] != arrays.table[None, rest]
        parts.append(np.argwhere(np.triu(fits, 1)) + start)
    return np.concatenate(parts)


@dataclass(frozen=True)
class Cells:
    """The distinct cells of a document. Mentions with equal components are one cell.

    `words` int64 (cells, `COMPONENTS`, `WORDS`) are the word numbers of the row label, the row path with its
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


class AutoCheckCard(msgspec.Struct, frozen=True):
    """The card of the trained network: its words, numbered from 1, and the best threshold on dev."""

    threshold: float
    words: list[str]


def load(options: MethodOptions) -> Method:
    """Load the network. Raises `ModelError` where the folder of trained models lacks a part of it."""
    card = read_card(trained_file(options, "autocheck.json"), AutoCheckCard)
    network = Network(
        trained_file(options, "autocheck-cells.onnx"),
        trained_file(options, "autocheck-pairs.onnx"),
        options.threads,
    )
    return AutoCheck(network, card)


class Network:
    """The network: one half makes cell vectors from words, the other a probability from two cell vectors."""

    def __init__(self, cells: Path, pairs: Path, threads: int = 2) -> None:
        self._cells = _session(cells, threads)
        self._pairs = _session(pairs, threads)

    def embed(self, words: npt.NDArray[np.int64]) -> Floats:
        """Return the vectors (cells, d) of `words` (cells, 4, words of a component)."""
        (vectors,) = self._cells.run(None, {"words": words})
        return np.asarray(vectors, dtype=np.float32)

    def score(self, first: Floats, second: Floats, agreement: Floats) -> Floats:
        """Return the probability of each pair, (k,), from its two cell vectors and the agreement of keys."""
        inputs = {"first": first, "second": second, "agreement": agreement}
        (probability,) = self._pairs.run(None, inputs)
        return np.asarray(probability, dtype=np.float32)


class AutoCheck:
    """Grouped pairs, each distinct pair of cells classified once."""

    def __init__(self, network: Network, card: AutoCheckCard) -> None:
        self.network = network
        self.vocabulary = {word: number for number, word in enumerate(card.words, 1)}
        self.threshold = card.threshold

    def match(self, document: Document) -> Matches:
        """Return the grouped pairs with the network's probabilities."""
        arrays = mention_arrays(document)
        pairs = grouped_pairs(document, arrays)
        if not len(pairs):
            return Matches(pairs, np.empty(0), pairs)
        cells = Cells.build(arrays, self.vocabulary)
        probability = self._probability(cells, pairs).astype(np.float64)
        return Matches(pairs, probability, pairs[probability >= self.threshold])

    def _probability(self, cells: Cells, pairs: Pairs) -> Floats:
        """Return the probability of each pair of mentions; pairs of the same two cells are scored once."""
        ends, count = np.sort(cells.of[pairs], axis=1), len(cells.words)
        code, which = np.unique(ends[:, 0] * count + ends[:, 1], return_inverse=True)
        left, right = code // count, code % count
        vectors = self.network.embed(cells.words)
        scores = np.empty(len(code), dtype=np.float32)
        for start in range(0, len(code), _BLOCK):
            block = slice(start, start + _BLOCK)
            a, b = left[block], right[block]
            scores[block] = self.network.score(vectors[a], vectors[b], cells.agreement(a, b))
        probability: Floats = scores[which.reshape(-1)]
        return probability


def _session(path: Path, threads: int) -> Any:
    import onnxruntime
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except (state.Fail, state.InvalidArgument, state.InvalidGraph, state.InvalidProtobuf) as error:
        raise ModelError(f"{path}: is no part of a trained AutoCheck ({error}); train it again.") from error
