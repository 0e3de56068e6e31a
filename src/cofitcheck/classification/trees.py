"""Boosted trees over pair features, in ONNX Runtime."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cofitcheck.classification.features import FloatArray, pair_features
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.errors import ModelError
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs


class TreeClassifier:
    """A trained tree ensemble: features in, probability of "same fact" out.

    Raises `ModelError` where the file is no such model.
    """

    def __init__(self, path: Path, threads: int = 2) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime raises its own bare exception classes
            raise ModelError(
                f"{path}: is no pair classifier ({error}); install the package again."
            ) from error
        self._input = self._session.get_inputs()[0].name

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        """Return the candidates with their probabilities, in the same order."""
        if not len(candidates):
            return ScoredPairs(candidates.left, candidates.right, np.zeros(0, dtype=np.float32))
        features, _ = pair_features(document, encoded, candidates)
        return ScoredPairs(candidates.left, candidates.right, self.score(features))

    def score(self, features: FloatArray) -> FloatArray:
        """Return the probability for feature rows of shape (pairs, features), float32 of shape (pairs,)."""
        _, probabilities = self._session.run(None, {self._input: features})
        return np.asarray(probabilities, dtype=np.float32)[:, 1]
