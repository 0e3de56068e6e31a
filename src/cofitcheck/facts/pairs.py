"""The pairs that a classifier takes for one fact, each by itself: the paper's method links no further."""

from __future__ import annotations

import numpy as np

from cofitcheck.facts.model import FactSet, ScoredPairs


def facts_of_pairs(pairs: ScoredPairs, threshold: float) -> tuple[FactSet, ...]:
    """Return a set of two for each pair of at least `threshold`, in the order of the pairs.

    A mention may be in several. A pair without a probability is in none.
    """
    taken = np.flatnonzero(np.nan_to_num(pairs.probability, nan=-1.0) >= threshold)
    columns = (each[taken].tolist() for each in (pairs.left, pairs.right, pairs.probability))
    return tuple(
        FactSet(index, (left, right), ((left, right, probability),))
        for index, (left, right, probability) in enumerate(zip(*columns, strict=True))
    )
