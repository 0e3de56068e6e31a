"""The methods of matching that are compared, by name, and the results that they return.

A method returns the pairs that it looked at, and those that it takes for one fact. Trained baselines are in a
folder of small files that the package does not ship.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from cofitcheck.config import CheckConfig
from cofitcheck.config import Method as System
from cofitcheck.document import Document
from cofitcheck.errors import InputError, ModelError

__all__ = ["METHODS", "Estimate", "Matches", "Method", "MethodOptions", "load_method", "require_known"]

METHODS = {
    "default": "the bundled model, or that of --model",
    "ties": "equal numbers that are held for one fact, their values known: what is ticked",
    "words": "the bundled model without reconciliation: each pair by its words alone",
    "value": "equal values",
    "value-period": "equal values and the same period",
    "lexical": "like labels, scored by trees over the words",
    "autocheck": "AutoCheck (Li et al., 2020), as far as published",
    "heuristic": "AutoCheck's filter, then our classifier",
    "own-value": "our classifier with the pair's own values visible, which no checker may do",
    "cascade": "a language model, asked what the bundled trees leave open",
    "paper": "the paper's own system: near vectors, a language model asked about all of them, and no more",
    "all-pairs": "no first stage; time estimated from a sample of the pairs",
}
"""Each method in a few words."""
_HOMES = {
    "all-pairs": "value",
    "cascade": "default",
    "heuristic": "default",
    "lexical": "value",
    "own-value": "default",
    "paper": "default",
    "ties": "default",
    "value-period": "value",
    "words": "default",
}
"""The modules of methods without a module of their own: "words" is loaded by `load_words` of `default`.

The other methods have the function `load` in a module of their name."""

Pairs = npt.NDArray[np.int64]

FOLDER = Path("benchmarks/baselines")
"""The folder of trained baselines in a checkout, from its root."""
Card = TypeVar("Card")


def require_known(name: str) -> None:
    """Raise `InputError` where `name` is no method. The error names all methods."""
    if name not in METHODS:
        raise InputError(f"There is no method {name}; name one of {', '.join(METHODS)}.")


def load_method(name: str, options: MethodOptions | None = None) -> Method:
    """Load a method by its name.

    Raises `InputError` where there is no such method, `ModelError` where its model is missing."""
    require_known(name)
    module = import_module(f"{__name__}.{_HOMES.get(name, name)}")
    load = getattr(module, f"load_{name.replace('-', '_')}" if name in _HOMES else "load")
    method: Method = load(options or MethodOptions())
    return method


@dataclass(frozen=True, slots=True)
class Estimate:
    """The size and time of a full run, where only a sample of the pairs was run.

    `pairs` is the number of candidate pairs of the full run. `seconds` is its wall time: the time of encoding
    and the time of classifying the sample, scaled by the number of pairs.
    """

    pairs: int
    seconds: float


@dataclass(frozen=True, eq=False)
class Matches:
    """The result of a method for one document.

    `candidates` (k, 2) int64 are the mention pairs that it looked at, left < right, each once. `probability`
    (k,) float64 is its score of each. `predicted` (m, 2) int64 are the pairs that it takes for one fact, left
    < right. With an `estimate` only a sample was run, and recall and F1 mean nothing. `similarity` (k,) is
    the score by which a first stage ranks the candidates, None where it ranks none. `seconds` has the wall
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
    """Options of methods.

    They are CPU threads (0: all cores), a folder of trained baselines, and the `config` of a checker. The
    checker's own methods use the models of `config`."""

    threads: int = 0
    models: Path | None = None
    config: CheckConfig = field(default_factory=CheckConfig)

    def checking(self, system: System) -> CheckConfig:
        """Return the configuration of a checker with one of its own methods.

        Raises `ConfigError` where it names no model that the method needs."""
        return replace(self.config, method=system, threads=self.threads)


class Method(Protocol):
    """One way of finding the pairs of mentions that state the same fact."""

    def match(self, document: Document) -> Matches:
        """Return the result for one document. Equal documents have equal results."""
        ...


def trained_file(options: MethodOptions, name: str) -> Path:
    """Return a file of the folder of trained models. Its `name` begins with the name of its method.

    Raises `ModelError` where it is missing. The error says where the file comes from.
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
    """Read the JSON that says how a baseline was trained. Raises `ModelError` where it is something else."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except msgspec.DecodeError as error:
        raise ModelError(
            f"{path}: does not describe a trained baseline ({error}); train it again."
        ) from error
