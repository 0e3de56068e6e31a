"""ONNX Runtime: the sessions of all its models, and the encoder on it, the default backend without torch.

The runtime shares out the sums of one run among its threads, so that the last bits of a result depend on the
number of threads. Here every run has one thread, and several runs go on side by side.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from cofitcheck.document import Document
from cofitcheck.encoding import HEADS, Encoded, Vectors
from cofitcheck.encoding.description import EncoderDescription
from cofitcheck.encoding.kept_vectors import KeptVectors, fingerprint_of, key_of
from cofitcheck.encoding.layouts import Layout, split_tables
from cofitcheck.encoding.passes import PackedPass, pad
from cofitcheck.errors import ModelError, was_interrupt

INPUTS = ("tokens", "positions", "attention", "queries")
"""The inputs of a mention encoder's graph: arrays of `Batch`."""

Item = TypeVar("Item")
Result = TypeVar("Result")


class OnnxEncoder:
    """Encodes each table in one pass, on the CPU.

    Passes do not share a batch. Weights and activations are bytes, and the scale of activations is that of
    the whole batch: in a shared batch the vectors of a table would depend on the other tables. So no bit of a
    vector depends on other tables or on the number of threads, nothing is lost to padding, and vectors that
    are `kept` can replace a run of their pass.

    The graph's outputs are those of `HEADS` that it was trained with, float32 (B, M, width), each vector of
    unit length.
    """

    def __init__(
        self, model: Path, threads: int = 0, kept: KeptVectors | None = None, *, later: bool = False
    ) -> None:
        """Load a graph with `tokenizer.json` and `cofitcheck.json` beside it; `threads` 0 takes all cores.

        `kept` keeps vectors from one document to the next; None keeps none. With `later` the graph is loaded
        when the first document is encoded, which saves a tenth of a second where no document needs vectors.

        Raises `ModelError`. A file that cannot be used raises it when it is loaded.
        """
        if not model.is_file():
            raise ModelError(f"The model file {model} is missing.")
        self._model = model
        self._description = EncoderDescription.read(model.parent)
        self.threshold = self._description.threshold
        self._threads = threads
        self._kept, self._fingerprint = kept, fingerprint_of(model) if kept else b""
        if not later:
            self.open()

    def open(self) -> None:
        """Load what is not yet loaded. Raises `ModelError`."""
        _ = self.layout, self._widths

    @cached_property
    def layout(self) -> Layout:
        """The layout that the graph was trained with."""
        return self._description.make_layout(self._model.parent / "tokenizer.json")

    @cached_property
    def _session(self) -> Any:
        try:
            return open_session(self._model)
        except Exception as error:  # the runtime has an exception of its own for each way to fail
            raise ModelError(f"The model file {self._model} cannot be loaded: {error}") from error

    @cached_property
    def _widths(self) -> dict[str, int]:
        return _widths(self._session, self._model)

    def encode(self, document: Document) -> Encoded:
        """Return the vectors of every mention, with one pass for each table."""
        return self._run(document, self.layout.passes(document))

    def encode_one_mention_per_pass(self, document: Document) -> Encoded:
        """Return the same vectors as `encode`, far slower. One-pass encoding is tested against it."""
        passes = self.layout.passes(document)
        return self._run(document, [each.only(which) for each in passes for which in range(len(each.asked))])

    def _run(self, document: Document, passes: Sequence[PackedPass]) -> Encoded:
        width = sum(self._widths.values())
        vectors = np.zeros((len(document.mentions), width), np.float32)
        for each, found in zip(passes, self._vectors(passes), strict=True):
            vectors[each.asked] = found
        heads = np.split(vectors, np.cumsum([*self._widths.values()])[:-1], axis=1)
        # Each is copied, because sums over rows with gaps between them may round in another way.
        named = dict(zip(self._widths, map(np.ascontiguousarray, heads), strict=True))
        return Encoded(**named, split=split_tables(passes))

    def _vectors(self, passes: Sequence[PackedPass]) -> list[Vectors]:
        """Return for each pass the vectors of what it asks, (M, width), all heads side by side.

        Passes that the model cannot tell apart are run once."""
        keys = [key_of(self._fingerprint, each) for each in passes]
        known = dict(self._kept.find(keys)) if self._kept else {}
        new = {key: each for key, each in zip(keys, passes, strict=True) if key not in known}
        worked_out = dict(zip(new, self._forward_all(list(new.values())), strict=True))
        if self._kept:
            self._kept.keep({key: vectors.tobytes() for key, vectors in worked_out.items()})
        return [
            worked_out[key] if key in worked_out else self._unpacked(known[key], each)
            for key, each in zip(keys, passes, strict=True)
        ]

    def _unpacked(self, kept: bytes, each: PackedPass) -> Vectors:
        return np.frombuffer(kept, np.float32).reshape(len(each.asked), -1)

    def _forward_all(self, passes: Sequence[PackedPass]) -> list[Vectors]:
        if not passes:
            return []
        # The longest come first, so that no thread starts a long one at the end. The shortest comes last and
        # gives the memory of all back.
        *order, last = sorted(range(len(passes)), key=lambda at: len(passes[at]), reverse=True)
        done = side_by_side(self._forward, [passes[at] for at in order], self._threads)
        done.append(self._forward(passes[last], giving_back()))
        vectors = dict(zip([*order, last], done, strict=True))
        return [vectors[at] for at in range(len(passes))]

    def _forward(self, each: PackedPass, options: Any = None) -> Vectors:
        batch = pad([each], self.layout.padding)
        inputs = {name: getattr(batch, name) for name in INPUTS}
        outputs = self._session.run(list(self._widths), inputs, options)
        return np.concatenate([output[0] for output in outputs], axis=1)


def _widths(session: Any, model: Path) -> dict[str, int]:
    """Return the widths of a graph's outputs by name. Raises `ModelError` where it is no mention encoder."""
    taken = {each.name for each in session.get_inputs()}
    widths = {each.name: each.shape[-1] for each in session.get_outputs()}
    known = "fact" in widths and set(widths) <= set(HEADS)
    if taken != set(INPUTS) or not known or not all(isinstance(each, int) for each in widths.values()):
        raise ModelError(
            f"The model file {model} is of another architecture: it turns {', '.join(sorted(taken))} into "
            f"{', '.join(widths)}, not {', '.join(INPUTS)} into vectors of mentions."
        )
    return widths


def open_session(model: Path, *, optimised: bool = True) -> Any:
    """Return a session of a graph on the CPU, safe to run in several threads.

    A graph of one step need not be `optimised`, which takes time. Raises the errors of ONNX Runtime."""
    try:
        return _opened(model, optimised)
    except Exception as error:
        # The runtime's import turns an interrupt into an ImportError.
        if was_interrupt(error):
            raise KeyboardInterrupt from error
        raise


def _opened(model: Path, optimised: bool) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    # Batches differ in size, so a plan of the last one's memory is of no use for the next. The arena itself
    # has to stay: without it each step of each run asks the system for memory anew (a third of the time).
    options.enable_mem_pattern = False
    if not optimised:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def giving_back() -> Any:
    """Return the options of a run after which its session gives the memory of its arena back to the system.

    An encoder's arena would otherwise keep 150 MB for the longest table that it has seen."""
    import onnxruntime

    options = onnxruntime.RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options


def side_by_side(work: Callable[[Item], Result], items: Iterable[Item], threads: int) -> list[Result]:
    """Return the result of each item in order, worked out in up to `threads` threads (0: one a core)."""
    if (threads or os.cpu_count() or 1) == 1:
        # No thread is started here, because a process that is forked later would not have it.
        return list(map(work, items))
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        return list(pool.map(work, items))
