"""How probably a broken sum is an error: trees over what is known of the break."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from cofitcheck.checks.evidence.calibrated import CalibratedTrees
from cofitcheck.checks.sums.features import NAMES


class SumModel(CalibratedTrees):
    """The trees of `sums.onnx`, over the columns that `features.NAMES` lists."""

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Load the two files of a folder. Raises `ModelError` where one is missing or of another version."""
        return cls.read(folder, "sums", NAMES)
