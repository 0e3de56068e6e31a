"""AutoCheck (Li et al., KDD 2020), rebuilt from what is published: rules, cell embedding, pair classifier.

`docs/baselines.md` says what its authors left open and what stands in its place here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document
from cofitcheck.errors import ModelError
from cofitcheck.evaluation.methods.autocheck_cells import Cells, Floats
from cofitcheck.evaluation.methods.autocheck_filter import grouped_pairs
from cofitcheck.evaluation.methods.model import Matches, Method, MethodOptions, Pairs
from cofitcheck.evaluation.methods.trained import read_card, trained_file
from cofitcheck.mentions.arrays import mention_arrays

_BLOCK = 16_384
"""Pairs that are classified at once."""


class AutoCheckCard(msgspec.Struct, frozen=True):
    """What training left beside the network: its words, numbered from 1, and the best threshold on dev."""

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
    """The two halves of the network: words to cell vectors, and two cell vectors to a probability."""

    def __init__(self, cells: Path, pairs: Path, threads: int = 2) -> None:
        self._cells = _session(cells, threads)
        self._pairs = _session(pairs, threads)

    def embed(self, words: npt.NDArray[np.int64]) -> Floats:
        """Return the vectors (cells, d) of `words` (cells, 4, words of a component)."""
        (vectors,) = self._cells.run(None, {"words": words})
        return np.asarray(vectors, dtype=np.float32)

    def score(self, first: Floats, second: Floats, agreement: Floats) -> Floats:
        """Return the probability of each pair, (k,), given two cells' vectors and what their keys say."""
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
