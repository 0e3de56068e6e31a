"""The bundled default model: its files, its card (`CARD.md`) and its licence notes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

NAME = "cofitcheck-base-1"


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of one model."""

    name: str
    encoder: Path
    tokenizer: Path
    first: Path
    second: Path
    difference: Path

    @classmethod
    def of(cls, folder: Path, name: str) -> Bundle:
        """Return the bundle that lies in a folder."""
        return cls(
            name,
            encoder=folder / "encoder.onnx",
            tokenizer=folder / "tokenizer.json",
            first=folder / "first.onnx",
            second=folder / "second.onnx",
            difference=folder / "difference.json",
        )


def bundled() -> Bundle:
    """Return the model that ships inside the package."""
    return Bundle.of(Path(__file__).parent, NAME)
