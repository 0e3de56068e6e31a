"""A folder with a trained encoder to the backend that runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from cofitcheck.encoding.footprint import say_footprint
from cofitcheck.encoding.kept import KeptVectors
from cofitcheck.encoding.layouts import Layout
from cofitcheck.encoding.onnx import OnnxEncoder
from cofitcheck.encoding.protocol import Encoder
from cofitcheck.errors import ModelError


class TrainedEncoder(Encoder, Protocol):
    """An encoder that says how it lays out its input: equal passes have equal vectors."""

    @property
    def layout(self) -> Layout:
        """The layout that it was trained with."""
        ...


def load_encoder(
    path: Path, threads: int = 0, kept: KeptVectors | None = None, *, later: bool = False
) -> TrainedEncoder:
    """Return the encoder of a folder, or of one .onnx file in it.

    A folder with `encoder.onnx` runs on ONNX Runtime with so many `threads` (0: all cores), and takes from
    `kept` the vectors that lie there; `later` loads it when it is first used. One with a causal model runs on
    Transformers, on the CPU with as many threads as torch is set to. What a large one takes is printed before
    it is loaded. Raises `ModelError`, also where it does not fit; `MissingDependencyError` where a causal
    model's libraries are not installed.
    """
    if path.suffix == ".onnx":
        return OnnxEncoder(path, threads, kept, later=later)
    if (path / "encoder.onnx").is_file():
        return OnnxEncoder(path / "encoder.onnx", threads, kept, later=later)
    if not (path / "config.json").is_file():
        raise ModelError(
            f"{path} holds no encoder: neither encoder.onnx nor the config.json of a causal model."
        )
    from cofitcheck.encoding.transformers import BATCH_TOKENS, TransformersEncoder, best_device

    device, dtype = best_device()
    say_footprint(path, device, dtype, BATCH_TOKENS)
    return TransformersEncoder(path, device=device, dtype=dtype)
