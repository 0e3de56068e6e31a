"""The facets of a fact, and how probably two mentions agree in each."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cofitcheck.classification.features import Columns, matrix
from cofitcheck.classification.trees import Trees
from cofitcheck.mentions.arrays import FloatArray


class Facet(StrEnum):
    """A part of a fact. Two mentions of one fact agree in all five."""

    INDICATOR = "indicator"
    """What is counted: revenue, goodwill, shares."""
    MEASURE = "measure"
    """How: gross or net, before or after tax, basic or diluted, current or not."""
    PERIOD = "period"
    """Of what dates."""
    BREAKDOWN = "breakdown"
    """Of which part: a segment, a component, the parent or the group."""
    UNIT = "unit"
    """In what unit: dollars, shares, per cent."""


LIKELY = 0.01
"""Pairs that are less probably one fact come into no finding, and their facets are not asked for."""

LEARNT = (Facet.INDICATOR, Facet.MEASURE, Facet.PERIOD, Facet.BREAKDOWN)
"""The facets that trees score; units are known."""


class FacetTrees:
    """An ensemble of trees for each facet that is learnt. It sees the features that the classifier sees."""

    def __init__(self, folder: Path, threads: int = 2) -> None:
        """Take the files of a folder. Raises `ModelError` where one is missing."""
        self._trees = {facet: Trees(file_of(folder, facet), threads) for facet in LEARNT}

    def score(self, semantic: Columns, probability: FloatArray) -> dict[str, FloatArray]:
        """Return for each facet how probably pairs agree in it, float32 (pairs,).

        The trees see the semantic features of the pairs. Pairs that are one fact with a probability below
        `LIKELY` get NaN."""
        likely = probability >= LIKELY
        rows = matrix({name: column[likely] for name, column in semantic.items()})
        known = {str(facet): trees.score(rows) for facet, trees in self._trees.items()} if len(rows) else {}
        known[str(Facet.UNIT)] = _same_unit(semantic)[likely]
        return {facet: _placed(scores, likely) for facet, scores in known.items()}


def _same_unit(semantic: Columns) -> FloatArray:
    same: FloatArray = ((semantic["measure"] == 1) & (semantic["currency"] == 1)).astype(np.float32)
    return same


def _placed(scores: FloatArray, at: npt.NDArray[np.bool_]) -> FloatArray:
    placed = np.full(len(at), np.nan, dtype=np.float32)
    placed[at] = scores
    return placed


def file_of(folder: Path, facet: Facet) -> Path:
    """Return the file of a facet's trees in the folder of a model."""
    return folder / f"{facet}.onnx"
