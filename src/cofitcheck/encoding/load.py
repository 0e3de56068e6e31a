"""Loads a trained encoder from its folder into the backend that runs it.

The memory that a large model takes is printed before it is loaded. It is worked out from the model's files,
without torch.
"""

from __future__ import annotations

import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from cofitcheck.encoding import Encoder
from cofitcheck.encoding.kept_vectors import KeptVectors
from cofitcheck.encoding.layouts import Layout
from cofitcheck.encoding.onnx import OnnxEncoder
from cofitcheck.errors import ModelError

BYTES = {"float32": 4, "bfloat16": 2, "float16": 2}
"""Bytes of one number in each data type."""
_GIGA = 1e9
_LARGE = 1e9
"""Bytes of weights from which a model's memory is printed. Smaller models fit everywhere."""
_HEADER = 8
"""Bytes of the number that begins a .safetensors file: the length of its header."""


class TrainedEncoder(Encoder, Protocol):
    """An encoder that shows the layout of its input. Equal passes have equal vectors."""

    @property
    def layout(self) -> Layout:
        """The layout that it was trained with."""
        ...


def load_encoder(
    path: Path, threads: int = 0, kept: KeptVectors | None = None, *, later: bool = False
) -> TrainedEncoder:
    """Return the encoder of a folder, or of one .onnx file in it.

    A folder with `encoder.onnx` runs on ONNX Runtime in `threads` threads (0: all cores). Vectors that are in
    `kept` are taken from there. With `later` the model is loaded when it is first used. A folder with a
    causal model runs on Transformers, on the CPU with as many threads as torch is set to. The memory that a
    large model takes is printed before it is loaded. Raises `ModelError`, also where it does not fit;
    `MissingDependencyError` where a causal model's libraries are not installed.
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


@dataclass(frozen=True, slots=True)
class Footprint:
    """The memory that a model takes, in bytes: its `weights`, and `working` memory more while it runs."""

    folder: Path
    parameters: int
    dtype: str
    weights: int
    working: int

    def sentence(self, place: str, free: int) -> str:
        """Return a sentence with this memory and the `free` bytes of a place.

        It ends in the form "the GPU NVIDIA H100 has 79.2 GB free"."""
        billions = f"{self.parameters / _GIGA:.1f} billion parameters in {self.dtype}"
        parts = f"{self.weights / _GIGA:.1f} for its weights, {self.working / _GIGA:.1f} to work in"
        needs = f"about {(self.weights + self.working) / _GIGA:.1f} GB ({parts})"
        return f"{self.folder.name}: {billions} need {needs}; {place} has {free / _GIGA:.1f} GB free"


def footprint(folder: Path, dtype: str, tokens: int) -> Footprint | None:
    """Return the memory that the causal model of a folder takes in a data type.

    Its passes have `tokens` tokens. It is None where the folder has no weights as .safetensors. Raises
    `ModelError` where the weights are damaged, or the configuration is missing or damaged.
    """
    files = sorted(folder.glob("*.safetensors"))
    if not files:
        return None
    parameters = sum(map(_parameters, files))
    size = BYTES[dtype]
    return Footprint(folder, parameters, dtype, parameters * size, _working(folder, tokens) * size)


def say_footprint(folder: Path, device: str, dtype: str, tokens: int) -> None:
    """Print on standard error the memory that a large model will take, and the free memory.

    Raises `ModelError` where not even its weights fit.
    """
    found = footprint(folder, dtype, tokens)
    if found is None or found.weights < _LARGE:
        return
    place, free = _free(device)
    sentence = found.sentence(place, free)
    if found.weights > free:
        raise ModelError(f"{sentence}: take a smaller model, or a larger machine.")
    print(f"{sentence}. Attention: PyTorch's SDPA.", file=sys.stderr)


def _parameters(file: Path) -> int:
    """Return how many numbers a file of weights holds."""
    with file.open("rb") as opened:
        length = int.from_bytes(opened.read(_HEADER), "little")
        try:
            tensors: dict[str, Any] = json.loads(opened.read(min(length, file.stat().st_size)))
        except ValueError as error:
            raise ModelError(f"{file}: is damaged; get the file again.") from error
    return sum(math.prod(each["shape"]) for name, each in tensors.items() if name != "__metadata__")


def _working(folder: Path, tokens: int) -> int:
    """Return the most numbers that a pass of `tokens` tokens holds: one layer's, and those of two masks."""
    file = folder / "config.json"
    try:
        config = json.loads(file.read_bytes())
    except FileNotFoundError as error:
        raise ModelError(f"{folder}: has weights, but no config.json; get the whole model again.") from error
    except ValueError as error:
        raise ModelError(f"{file}: is damaged; get the file again.") from error
    hidden = int(config.get("hidden_size", 0))
    inner = int(config.get("intermediate_size", 4 * hidden))
    return tokens * (3 * inner + 8 * hidden) + 2 * tokens * tokens


def _free(device: str) -> tuple[str, int]:
    """Return the name of a device, and its free bytes."""
    if device.startswith("cuda"):
        import torch

        free, _ = torch.cuda.mem_get_info(device)
        return f"the GPU {torch.cuda.get_device_name(device)}", free
    return "this machine", _free_here()


def _free_here() -> int:
    """Return the free bytes of this machine, or of the container that this runs in."""
    fields = dict(line.split(":", 1) for line in _lines(Path("/proc/meminfo")))
    free = int(fields["MemAvailable"].split()[0]) * 1024 if "MemAvailable" in fields else sys.maxsize
    limit = "".join(_lines(Path("/sys/fs/cgroup/memory.max")))
    return min(free, int(limit)) if limit.isdecimal() else free


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.is_file() else []
