"""How probably a number that no cell agrees with is an error: trees over what is known of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from cofitcheck.checks.evidence.calibrated import CalibratedTrees
from cofitcheck.checks.text.agreeing import TieModel
from cofitcheck.checks.text.features import NAMES


class TextModel(CalibratedTrees):
    """The trees of `text.onnx`, over the columns that `features.NAMES` lists."""

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Load the two files of a folder. Raises `ModelError` where one is missing or of another version."""
        return cls.read(folder, "text", NAMES)


@dataclass(frozen=True)
class TextModels:
    """What a check of sentences needs: what ties a number to a cell, and what accuses one."""

    ties: TieModel
    text: TextModel

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Load the files of a folder. Raises `ModelError` where one is missing or of another version."""
        return cls(TieModel.load(folder), TextModel.load(folder))
