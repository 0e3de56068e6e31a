"""What a trained encoder teaches a smaller one: its weights, and its vectors of tables and sentences."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from cofitcheck import read
from cofitcheck.checks.text.similar import said_document
from cofitcheck.encoding import HEADS
from cofitcheck.encoding.onnx import OnnxEncoder
from cofitcheck.encoding.passes import PackedPass
from cofitcheck.errors import InputError, ModelError
from cofitcheck.prose.read import read_prose
from cofitcheck.training.encoder.model import ModelConfig, TableEncoder

GRAPH = "encoder.onnx"
_PARTS = ("key_value", "query", "out", "up", "down")
"""The products of a layer, in the order of its steps in the graph."""


@dataclass(frozen=True, slots=True)
class TaughtPass:
    """A pass of a table or of sentences, and the teacher's vectors of what it asks, float16 (M, width).

    The vectors of all heads stand side by side, in the order of `HEADS`."""

    layout: PackedPass
    vectors: npt.NDArray[np.float16]


def taught_passes(path: Path, teacher: OnnxEncoder) -> list[TaughtPass]:
    """Return the passes of a document's tables and of its sentences. Raises `InputError`."""
    document = read(path)
    made: list[TaughtPass] = []
    for each in (document, said_document(document, read_prose(document))):
        encoded = teacher.encode(each)
        vectors = np.concatenate([getattr(encoded, head) for head in HEADS], axis=1).astype(np.float16)
        made += [TaughtPass(laid, vectors[laid.asked]) for laid in teacher.layout.passes(each)]
    return made


def keep_passes(files: Iterable[Path], teacher: Path, folder: Path, workers: int = 2) -> list[Path]:
    """Write the passes of each file into a folder, and return what is there of them.

    What is there already is left as it is. A file that cannot be read, or states no number, is said and left
    out."""
    folder.mkdir(parents=True, exist_ok=True)
    files = list(files)
    with ProcessPoolExecutor(workers) as pool:
        for said in pool.map(partial(_keep, teacher=teacher, folder=folder), files):
            if said:
                print(said, flush=True)
    return [kept for each in files if (kept := _kept(each, folder)).exists()]


def load_passes(path: Path) -> list[TaughtPass]:
    """Read what `keep_passes` wrote. A pickle runs code when it is read: give it no file from elsewhere."""
    passes: list[TaughtPass] = pickle.loads(path.read_bytes())
    return passes


def _kept(file: Path, folder: Path) -> Path:
    return folder / f"{file.name}.pickle"


def _keep(file: Path, teacher: Path, folder: Path) -> str:
    kept = _kept(file, folder)
    if kept.exists():
        return ""
    try:
        passes = taught_passes(file, _teacher(teacher))
    except InputError as error:
        return f"left out: {error}"
    if not passes:
        return f"left out: {file} states no number in a table or a sentence"
    kept.write_bytes(pickle.dumps(passes, protocol=pickle.HIGHEST_PROTOCOL))
    return ""


@lru_cache(1)
def _teacher(folder: Path) -> OnnxEncoder:
    return OnnxEncoder(folder / GRAPH, threads=1)


def load_teacher(folder: Path, local: int) -> TableEncoder:
    """Return a trained encoder in torch, with the weights of its int8 graph as floats (dropout 0).

    `local` is what it was trained with (see `ModelConfig`), which its graph does not say.
    Its vectors are those of the graph but for what rounding the activations to bytes costs (a cosine of .994
    on dev). Raises `ModelError` where the graph has other weights.
    """
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(folder / GRAPH)).graph
    stored = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    products = (_floats(stored, name) for name in _products(stored))
    layers = sum(name.startswith("layers.") and name.endswith(".norm.weight") for name in stored)
    model = TableEncoder(ModelConfig(layers=layers, local=local, dropout=0.0))
    named = [f"layers.{layer}.{part}" for layer in range(layers) for part in _PARTS]
    try:
        weights = {f"{name}.weight": each.T for name, each in zip([*named, *HEADS], products, strict=True)}
        weights |= {f"{name}.weight": _floats(stored, f"{name}.weight") for name in ("words", "places")}
        weights |= {name: stored[name] for name in model.state_dict() if name in stored}
        model.load_state_dict({name: _tensor(each) for name, each in weights.items()})
    except (KeyError, ValueError, RuntimeError) as error:
        raise ModelError(f"{folder / GRAPH} has other weights than an encoder of ours: {error}") from error
    return model


def first_student(teacher: TableEncoder, layers: Sequence[int], local: int) -> TableEncoder:
    """Return an encoder of some of the teacher's layers, before it is taught. `local` is of `ModelConfig`."""
    model = TableEncoder(ModelConfig(layers=len(layers), local=local, dropout=0.0))
    theirs = teacher.state_dict()
    weights = {name: each for name, each in theirs.items() if not name.startswith("layers.")}
    for number, layer in enumerate(layers):
        begin = f"layers.{layer}."
        weights |= {
            f"layers.{number}.{name.removeprefix(begin)}": each
            for name, each in theirs.items()
            if name.startswith(begin)
        }
    model.load_state_dict(weights)
    model.words.weight.requires_grad = False
    return model


def _products(stored: dict[str, npt.NDArray[np.generic]]) -> list[str]:
    """Return the names of the weights that multiply, in the order of the graph: the exporter numbers them."""
    begin, end = "onnx::MatMul_", "_quantized"
    names = [name.removesuffix(end) for name in stored if name.startswith(begin) and name.endswith(end)]
    return sorted(names, key=lambda name: int(name.removeprefix(begin)))


def _floats(stored: dict[str, npt.NDArray[np.generic]], name: str) -> npt.NDArray[np.float32]:
    whole, zero, scale = (
        stored[f"{name}_{part}"].astype(np.float32) for part in ("quantized", "zero_point", "scale")
    )
    floats: npt.NDArray[np.float32] = (whole - zero) * scale
    return floats


def _tensor(values: npt.NDArray[np.generic]) -> Tensor:
    return torch.from_numpy(np.array(values, np.float32))
