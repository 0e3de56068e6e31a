"""Trees that judge whether something that does not come out is an error, and how probably."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from cofitcheck.classification.trees import Trees
from cofitcheck.errors import ModelError

EDGE = 1e-7
"""How far probabilities are kept from 0 and 1, so that their log odds are finite."""


@dataclass(frozen=True)
class CalibratedTrees:
    """The trees, and the `threshold`: their raw probability from which real filings bring few findings.

    The threshold is reported as one half. The training data has more errors than real filings, because errors
    were planted in it.
    """

    trees: Trees
    threshold: float

    @classmethod
    def read(cls, folder: Path, name: str, features: Sequence[str]) -> Self:
        """Load `name`.onnx and `name`.json of a folder. Raises `ModelError` where one is missing or was
        trained for other features."""
        described = folder / f"{name}.json"
        try:
            description = json.loads(described.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise ModelError(f"{described}: cannot be read; install the package again.") from error
        if tuple(description["features"]) != tuple(features):
            raise ModelError(
                f"{folder / name}.onnx: was trained for other features; python -m cofitcheck.training.{name} "
                "trains it anew."
            )
        return cls(Trees(folder / f"{name}.onnx", threads=1), float(description["threshold"]))

    def probabilities(self, features: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """Return the probability of an error for each row of features, float64 (rows,), to six decimals."""
        if not len(features):
            return np.zeros(0)
        raw = np.clip(self.trees.score(features).astype(np.float64), EDGE, 1 - EDGE)
        odds = np.log(raw / (1 - raw)) - log(self.threshold / (1 - self.threshold))
        rounded: npt.NDArray[np.float64] = np.round(1 / (1 + np.exp(-odds)), 6)
        return rounded
