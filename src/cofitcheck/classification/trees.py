"""Boosted trees over pair features, in ONNX Runtime.

Two ensembles in a row. The first scores pairs by words, vectors, periods and units. The second sees these
too, with what the neighbours' values say and what the first scores of all other pairs say. Neither sees the
pair's own values.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cofitcheck.classification.arrays import mention_arrays
from cofitcheck.classification.features import FloatArray, evidence_features, matrix, semantic_features
from cofitcheck.classification.support import support
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.errors import ModelError
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs

OUTPUTS = ["label", "probabilities"]
"""The graph's outputs: int64 (pairs,) and float32 (pairs, 2), the second column for "same fact"."""


class Trees:
    """One tree ensemble: feature rows in, probabilities out. Raises `ModelError` where the file is none."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        import onnxruntime
        from onnxruntime.capi import onnxruntime_pybind11_state as state

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
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
        outputs = [output.name for output in self._session.get_outputs()]
        if outputs != OUTPUTS:
            raise ModelError(
                f"{path}: is no pair classifier (it returns {', '.join(outputs)}); install the package again."
            )
        self._input = self._session.get_inputs()[0].name

    def score(self, features: FloatArray) -> FloatArray:
        """Return the probability for feature rows of shape (pairs, features), float32 of shape (pairs,)."""
        (probabilities,) = self._session.run(OUTPUTS[1:], {self._input: features})
        return np.asarray(probabilities, dtype=np.float32)[:, 1]


def first_scores(
    first: Trees, document: Document, encoded: Encoded, candidates: CandidatePairs
) -> FloatArray:
    """Return what the first ensemble gives each pair by words, vectors, periods and units: float32 (n,)."""
    if not len(candidates):
        return np.zeros(0, dtype=np.float32)
    arrays = mention_arrays(document)
    return first.score(matrix(semantic_features(arrays, encoded, candidates.left, candidates.right)))


class TreeClassifier:
    """The bundled second stage: a first and a second ensemble of trees."""

    threshold = 0.5
    """The best on the documents of the training that the trees had not seen."""

    def __init__(self, first: Trees, second: Trees) -> None:
        self.first = first
        self.second = second

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        """Return the candidates with their probabilities, in the same order."""
        a, b = candidates.left, candidates.right
        if not len(candidates):
            return ScoredPairs(a, b, np.zeros(0, dtype=np.float32))
        arrays = mention_arrays(document)
        semantic = semantic_features(arrays, encoded, a, b)
        scores = self.first.score(matrix(semantic))
        every = {**semantic, **evidence_features(arrays, a, b), **support(scores, arrays, a, b)}
        return ScoredPairs(a, b, self.second.score(matrix(every)))
