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
    """Return a file of the folder of trained models, whose `name` begins with its method's.

    Raises `ModelError` where it is missing; the error says where it comes from.
    """
    path = (options.models or FOLDER) / name
    if not path.is_file():
        method = path.stem.partition("-")[0]
        raise ModelError(
            f"{path}: this trained baseline is missing, as the package does not ship it; name its folder "
            f"with --models: {FOLDER} of a checkout, or one that you train with `python -m "
            f"cofitcheck.training.baselines.{method} --data DATA --output FOLDER`, from the DATA that "
            "`python -m cofitcheck.training.dataset` writes."
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
