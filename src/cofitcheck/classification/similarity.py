"""How alike two labels are: weighted word overlap, computed once for every distinct pair of labels."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float32]


class LabelSimilarity:
    """Word overlap of labels, each word weighted by how rare it is among the document's labels."""

    def __init__(self, labels: Sequence[tuple[str, ...]]) -> None:
        self.sets = [frozenset(label) for label in labels]
        seen = Counter(word for words in self.sets for word in words)
        self.weight = {word: math.log(1 + len(self.sets) / count) for word, count in seen.items()}
        self.mass = [math.fsum(self.weight[word] for word in words) for words in self.sets]

    def __call__(self, a: npt.NDArray[np.int32], b: npt.NDArray[np.int32]) -> tuple[FloatArray, FloatArray]:
        """Return weighted Jaccard and containment for label ids `a` and `b`, float32 of shape (pairs,)."""
        count = max(len(self.sets), 1)
        # One number a pair: of columns of two, NumPy would sort records.
        codes = np.minimum(a, b).astype(np.int64) * count + np.maximum(a, b)
        distinct, where = np.unique(codes, return_inverse=True)
        scores = [self._one(*divmod(code, count)) for code in distinct.tolist()]
        both = np.array(scores, dtype=np.float32).reshape(-1, 2)[where]
        return both[:, 0], both[:, 1]

    def _one(self, i: int, j: int) -> tuple[float, float]:
        if i == j:
            return (1.0, 1.0) if self.sets[i] else (0.5, 0.5)
        if not self.sets[i] or not self.sets[j]:
            return 0.0, 0.0
        shared = math.fsum(self.weight[word] for word in self.sets[i] & self.sets[j])
        return shared / (self.mass[i] + self.mass[j] - shared), shared / min(self.mass[i], self.mass[j])
