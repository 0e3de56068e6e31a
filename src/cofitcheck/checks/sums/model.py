"""How probably a broken sum is an error: trees over what is known of the break."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import log
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.sums.features import NAMES
from cofitcheck.classification.trees import Trees
from cofitcheck.errors import ModelError

FILE, DESCRIPTION = "sums.onnx", "sums.json"
_EDGE = 1e-7
"""Probabilities are kept so far from nought and one: their log odds are finite."""


@dataclass(frozen=True)
class SumModel:
    """The trees, and the probability of theirs from which filings as filed bring few findings.

    That one is told as one half: planted errors are more frequent where the trees learn than anywhere else.
    """

    trees: Trees
    threshold: float

    @classmethod
    def load(cls, folder: Path) -> SumModel:
        """Load the two files of a folder. Raises `ModelError` where one is missing or of another version."""
        try:
            description = json.loads((folder / DESCRIPTION).read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise ModelError(f"{folder / DESCRIPTION}: cannot be read; install the package again.") from error
        if tuple(description["features"]) != tuple(NAMES):
            raise ModelError(
                f"{folder / FILE}: was trained for other features; python -m cofitcheck.training.sums trains "
                "it anew."
            )
        return cls(Trees(folder / FILE, threads=1), float(description["threshold"]))

    def probabilities(self, features: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """Return the probability of an error for each row of features, float64 (breaks,), to six decimals."""
        if not len(features):
            return np.zeros(0)
        raw = np.clip(self.trees.score(features).astype(np.float64), _EDGE, 1 - _EDGE)
        odds = np.log(raw / (1 - raw)) - log(self.threshold / (1 - self.threshold))
        rounded: npt.NDArray[np.float64] = np.round(1 / (1 + np.exp(-odds)), 6)
        return rounded
