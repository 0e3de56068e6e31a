"""Data between the classifier and the checks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class ScoredPairs:
    """Candidate pairs with the classifier's probability that both mentions state the same fact.

    `left` and `right` are mention indices, int32 of shape (n,), `left < right`; `probability` is float32
    (n,).
    """

    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    probability: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.left)


@dataclass(frozen=True, slots=True)
class FactSet:
    """Mentions that state one fact.

    `links` are the scored pairs inside the set, as (left, right, probability), best first.
    """

    index: int
    mentions: tuple[int, ...]
    links: tuple[tuple[int, int, float], ...]
