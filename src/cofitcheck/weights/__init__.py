"""The bundled default model: its files, its card (`CARD.md`) and its licence notes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

NAME = "cofitcheck-base-6"


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of one model, all in one folder: those of its encoder, and what judges its candidates."""

    name: str
    folder: Path

    @property
    def first(self) -> Path:
        """The trees that see no value."""
        return self.folder / "first.onnx"

    @property
    def second(self) -> Path:
        """The trees that see the neighbours' values too."""
        return self.folder / "second.onnx"

    @property
    def difference(self) -> Path:
        """The weights that judge a difference."""
        return self.folder / "difference.json"

    @property
    def levels(self) -> Path:
        """The weights that say how probably a finding of any check is real."""
        return self.folder / "levels.json"


def bundled() -> Bundle:
    """Return the model that ships inside the package."""
    return Bundle(NAME, Path(__file__).parent)
