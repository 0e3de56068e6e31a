"""In which facets two tagged mentions agree, as their tags have it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

import numpy as np
import numpy.typing as npt

from cofitcheck import patterns as re
from cofitcheck.classification.facets import Facet
from cofitcheck.filtering import CandidatePairs
from cofitcheck.training.data import TrainingDocument

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_MEASURES = frozenset(
    """accumulated after basic before current diluted excluding gross including net noncurrent pretax
    tax""".split()
)
"""Words of a concept that say how it is measured; the others say what."""

Labels = Mapping[Facet, npt.NDArray[np.int8]]


def facet_labels(example: TrainingDocument, pairs: CandidatePairs) -> Labels:
    """Return for each facet that is learnt whether pairs agree in it: 1, 0, or -1 where a tag is missing."""
    concepts = [None if concept is None else _split(concept) for concept in example.concept]
    stated: dict[Facet, Iterable[Hashable]] = {
        Facet.INDICATOR: [concept and concept[0] for concept in concepts],
        Facet.MEASURE: [concept and concept[1] for concept in concepts],
        Facet.PERIOD: example.period,
        Facet.BREAKDOWN: example.members,
    }
    return {facet: _agree(_numbered(values), pairs) for facet, values in stated.items()}


def _split(concept: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words of a concept that say what is counted, and those that say how it is measured."""
    words = [word.lower() for word in _WORD.findall(concept.rpartition(":")[2])]
    what = tuple(word for word in words if word not in _MEASURES)
    return what, tuple(sorted(word for word in words if word in _MEASURES))


def _numbered(values: Iterable[Hashable]) -> npt.NDArray[np.int32]:
    """Return equal numbers for equal values, -1 for None."""
    known: dict[Hashable, int] = {None: -1}
    return np.array([known.setdefault(value, len(known) - 1) for value in values], dtype=np.int32)


def _agree(values: npt.NDArray[np.int32], pairs: CandidatePairs) -> npt.NDArray[np.int8]:
    left, right = values[pairs.left], values[pairs.right]
    return np.where((left < 0) | (right < 0), -1, left == right).astype(np.int8)
