"""The encoder on ONNX Runtime: the default backend, without torch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cofitcheck.document.model import Document
from cofitcheck.encoding.batching import pad
from cofitcheck.encoding.description import EncoderDescription
from cofitcheck.encoding.layouts import Layout, split_tables
from cofitcheck.encoding.passes import PackedPass
from cofitcheck.encoding.protocol import HEADS, Encoded, Vectors
from cofitcheck.encoding.sessions import open_session, side_by_side
from cofitcheck.errors import ModelError

INPUTS = ("tokens", "positions", "attention", "queries")
"""What a mention encoder's graph takes, as `Batch` has it."""


class OnnxEncoder:
    """Encodes each table in one pass, on the CPU.

    Passes do not share a batch. Weights and activations are bytes, and the scale of activations is that of
    the whole batch: a table's vectors would depend on what stands beside it. So no bit of a vector depends on
    other tables or on the number of threads, and nothing is lost to padding.

    The graph's outputs are those of `HEADS` that it was trained with, float32 (B, M, width), each vector of
    unit length.
    """

    def __init__(self, model: Path, threads: int = 0) -> None:
        """Load a graph with `tokenizer.json` and `cofitcheck.json` beside it; `threads` 0 takes all cores.

        Raises `ModelError`.
        """
        if not model.is_file():
            raise ModelError(f"The model file {model} is missing.")
        description = EncoderDescription.read(model.parent)
        self.layout: Layout = description.make_layout(model.parent / "tokenizer.json")
        self.threshold = description.threshold
        try:
            self._session = open_session(model)
        except Exception as error:  # the runtime has an exception of its own for each way to fail
            raise ModelError(f"The model file {model} cannot be loaded: {error}") from error
        self._widths = _widths(self._session, model)
        self._threads = threads

    def encode(self, document: Document) -> Encoded:
        """Return the vectors of every mention: one pass per table."""
        return self._run(document, self.layout.passes(document))

    def encode_one_mention_per_pass(self, document: Document) -> Encoded:
        """Return the same vectors as `encode`, far slower: what one-pass encoding is tested against."""
        passes = self.layout.passes(document)
        return self._run(document, [each.only(which) for each in passes for which in range(len(each.asked))])

    def _run(self, document: Document, passes: Sequence[PackedPass]) -> Encoded:
        vectors = [np.zeros((len(document.mentions), width), np.float32) for width in self._widths.values()]

        def encode(each: PackedPass) -> None:
            for whole, part in zip(vectors, self._forward(each), strict=True):
                whole[each.asked] = part

        # The longest first: no thread is left with one at the end.
        side_by_side(encode, sorted(passes, key=len, reverse=True), self._threads)
        named = dict(zip(self._widths, vectors, strict=True))
        return Encoded(**named, split=split_tables(passes))

    def _forward(self, each: PackedPass) -> list[Vectors]:
        batch = pad([each], self.layout.padding)
        outputs = self._session.run(list(self._widths), {name: getattr(batch, name) for name in INPUTS})
        return [output[0] for output in outputs]


def _widths(session: Any, model: Path) -> dict[str, int]:
    """Return the widths of a graph's outputs by name. Raises `ModelError` where it is another's."""
    taken = {each.name for each in session.get_inputs()}
    widths = {each.name: each.shape[-1] for each in session.get_outputs()}
    known = "fact" in widths and set(widths) <= set(HEADS)
    if taken != set(INPUTS) or not known or not all(isinstance(each, int) for each in widths.values()):
        raise ModelError(
            f"The model file {model} is of another architecture: it turns {', '.join(sorted(taken))} into "
            f"{', '.join(widths)}, not {', '.join(INPUTS)} into vectors of mentions."
        )
    return widths
