"""The encoder on ONNX Runtime: the default backend, without torch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cofitcheck.document.model import Document
from cofitcheck.encoding.batching import Batch, batches
from cofitcheck.encoding.layouts import Layout, StructuredLayout
from cofitcheck.encoding.passes import TablePass
from cofitcheck.encoding.protocol import Encoded, Vectors
from cofitcheck.encoding.wordpieces import Wordpieces
from cofitcheck.errors import ModelError

OUTPUTS = ("fact", "indicator", "breakdown")
"""The graph's outputs, float32 (B, M, width), each vector of unit length."""


class OnnxEncoder:
    """Encodes each table in one pass, on the CPU."""

    def __init__(self, model: Path, tokenizer: Path, threads: int = 0) -> None:
        """Load the model and its tokenizer; `threads` 0 takes all cores. Raises `ModelError`."""
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        # The arena keeps the largest batch's memory for the life of the process; large tables are rare.
        options.enable_cpu_mem_arena = False
        self._layout: Layout = StructuredLayout(Wordpieces.load(tokenizer))
        if not model.is_file():
            raise ModelError(f"The model file {model} is missing.")
        self._session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self._widths = {output.name: int(output.shape[-1]) for output in self._session.get_outputs()}

    def encode(self, document: Document) -> Encoded:
        """Return the vectors of every mention: one pass per table, tables of similar length together."""
        return self._run(document, self._layout.passes(document))

    def encode_one_mention_per_pass(self, document: Document) -> Encoded:
        """Return the same vectors as `encode`, far slower: what one-pass encoding is tested against."""
        passes = self._layout.passes(document)
        return self._run(
            document, [each.only(which) for each in passes for which in range(len(each.mentions))]
        )

    def _run(self, document: Document, passes: Sequence[TablePass]) -> Encoded:
        vectors = [np.zeros((len(document.mentions), self._widths[name]), np.float32) for name in OUTPUTS]
        for batch in batches(passes, self._layout.padding):
            for whole, part in zip(vectors, self._forward(batch), strict=True):
                whole[batch.mentions] = part[batch.real]
        return Encoded(*vectors)

    def _forward(self, batch: Batch) -> list[Vectors]:
        inputs = {
            "tokens": batch.tokens,
            "positions": batch.positions,
            "attention": batch.attention,
            "queries": batch.queries,
        }
        outputs: list[Vectors] = self._session.run(OUTPUTS, inputs)
        return outputs
