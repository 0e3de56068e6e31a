"""What every method of matching gives: the pairs it looked at, and those it takes for one fact.

Where the trained baselines lie: a folder of small files that the package does not ship.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from cofitcheck.config import CheckConfig
from cofitcheck.config import Method as System
from cofitcheck.document import Document
from cofitcheck.errors import ModelError

Pairs = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a full run would take, where only a sample of the pairs was run.

    `pairs` is the number of candidate pairs of the full run, `seconds` its wall time: that of
    encoding, and that of classifying the sample scaled by the number of pairs.
    """

    pairs: int
    seconds: float


@dataclass(frozen=True, eq=False)
class Matches:
    """What a method says of one document.

    `candidates` (k, 2) int64 are the mention pairs it looked at, left < right, each once; `probability` (k,)
    float64 is its score of each; `predicted` (m, 2) int64 are the pairs it takes for one fact, left < right.
    With an `estimate` the run was of a sample: nothing is claimed of recall or F1. `similarity` (k,) is the
    score by which a first stage ranks the candidates, None where it ranks none. `seconds` holds the wall
    time by stage ("filter", "classify"), where a method knows it.
    """

    candidates: Pairs
    probability: npt.NDArray[np.float64]
    predicted: Pairs
    estimate: Estimate | None = None
    similarity: npt.NDArray[np.float64] | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MethodOptions:
    """What a method may be told: CPU threads (0: all cores), a folder of trained baselines, and the `config`
    of a checker, whose models the checker's own methods take."""

    threads: int = 0
    models: Path | None = None
    config: CheckConfig = field(default_factory=CheckConfig)

    def checking(self, system: System) -> CheckConfig:
        """Return the configuration of a checker that follows one of its methods. Raises `ConfigError` where
        it lacks a model of it."""
        return replace(self.config, method=system, threads=self.threads)


class Method(Protocol):
    """One way of finding the pairs of mentions that state the same fact."""

    def match(self, document: Document) -> Matches:
        """Return what it says of one document; deterministic."""
        ...


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
