"""Boosted trees over pair features, in ONNX Runtime: pairs judged by words, vectors, periods and units."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self
from weakref import WeakSet

import numpy as np

from cofitcheck.encoding.sessions import open_session, side_by_side
from cofitcheck.errors import ModelError
from cofitcheck.mentions.arrays import FloatArray

OUTPUTS = ["label", "probabilities"]
"""The graph's outputs: int64 (pairs,) and float32 (pairs, 2), the second column for "same fact"."""

_BLOCK = 4096
"""Pairs that one thread scores at a time."""


_unopened: WeakSet[Trees] = WeakSet()


class Trees:
    """One tree ensemble: feature rows in, probabilities out.

    Its file is opened when it is first asked: a small document asks few. Raises `ModelError` then, where the
    file is none.
    """

    def __init__(self, path: Path, threads: int = 2) -> None:
        """Take the file. Raises `ModelError` where it is missing."""
        if not path.is_file():
            raise ModelError(
                f"{path}: is no pair classifier (there is no such file); install the package again."
            )
        self._path, self._threads = path, threads
        _unopened.add(self)

    @cached_property
    def _session(self) -> Any:
        from onnxruntime.capi import onnxruntime_pybind11_state as state

        path = self._path
        _unopened.discard(self)
        try:
            session = open_session(path, optimised=False)
        except (
            state.Fail,
            state.InvalidArgument,
            state.InvalidGraph,
            state.InvalidProtobuf,
            state.NoSuchFile,
        ) as error:
            raise ModelError(
                f"{path}: is no pair classifier ({error}); install the package again."
            ) from error
        outputs = [output.name for output in session.get_outputs()]
        if outputs != OUTPUTS:
            raise ModelError(
                f"{path}: is no pair classifier (it returns {', '.join(outputs)}); install the package again."
            )
        return session

    def open(self) -> None:
        """Open the file now. Raises `ModelError`."""
        _ = self._session

    def score(self, features: FloatArray) -> FloatArray:
        """Return the probability for feature rows of shape (pairs, features), float32 of shape (pairs,).

        The number of threads changes no bit of it.
        """
        blocks = [features[start : start + _BLOCK] for start in range(0, len(features), _BLOCK)]
        scored = side_by_side(self._score, blocks, self._threads)
        return np.concatenate([np.zeros(0, dtype=np.float32), *scored])

    def _score(self, features: FloatArray) -> FloatArray:
        named = self._session.get_inputs()[0].name
        (probabilities,) = self._session.run(OUTPUTS[1:], {named: features})
        return np.asarray(probabilities, dtype=np.float32)[:, 1]


def open_all() -> None:
    """Open the files of all trees now, where forks of this process are to find them open. Raises
    `ModelError`."""
    for trees in list(_unopened):
        trees.open()


class ThresholdTrees:
    """A tree ensemble and the probability from which its answer is yes, in two files of one `name`."""

    name: ClassVar[str]

    def __init__(self, trees: Trees, threshold: float) -> None:
        self.trees, self.threshold = trees, threshold

    @classmethod
    def files(cls) -> tuple[str, str]:
        """Return the names of the file of the trees and of the file that has the threshold."""
        return f"{cls.name}.onnx", f"{cls.name}.json"

    @classmethod
    def load(cls, folder: Path, threads: int = 2) -> Self:
        """Take the files of a model's folder. Raises `ModelError` where one is missing."""
        graph, described = (folder / file for file in cls.files())
        try:
            threshold = float(json.loads(described.read_text("utf-8"))["threshold"])
        except (OSError, ValueError, KeyError) as error:
            raise ModelError(f"{described}: cannot be read; install the package again.") from error
        return cls(Trees(graph, threads), threshold)
