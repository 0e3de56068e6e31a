"""Where the trained baselines lie: a folder of small files that the package does not ship."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from cofitcheck.errors import ModelError
from cofitcheck.evaluation.methods.model import MethodOptions

FOLDER = Path("benchmarks/baselines")
"""Where a checkout keeps them, seen from its root."""
Card = TypeVar("Card")


def trained_file(options: MethodOptions, name: str) -> Path:
    """Return a file of the folder of trained models. Raises `ModelError` where it is missing."""
    path = (options.models or FOLDER) / name
    if not path.is_file():
        raise ModelError(
            f"{path}: this trained baseline is missing; run from the root of a checkout, or name the folder "
            "that holds it with --models."
        )
    return path


def read_card(path: Path, kind: type[Card]) -> Card:
    """Read the JSON that says how a baseline was trained. Raises `ModelError` where it is not that."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except msgspec.DecodeError as error:
        raise ModelError(
            f"{path}: does not describe a trained baseline ({error}); train it again."
        ) from error
