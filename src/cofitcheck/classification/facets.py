"""In what two mentions agree: the facets of a fact, each with a score of its own."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import numpy as np

from cofitcheck.classification.arrays import FloatArray
from cofitcheck.classification.features import Columns, matrix
from cofitcheck.classification.trees import Trees


class Facet(StrEnum):
    """What a fact is made of; two mentions of one fact agree in all five."""

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


LEARNT = (Facet.INDICATOR, Facet.MEASURE, Facet.PERIOD, Facet.BREAKDOWN)
"""The facets that trees score; units are known."""


class FacetTrees:
    """An ensemble of trees for each facet that is learnt; they see what the first ensemble sees."""

    def __init__(self, folder: Path, threads: int = 2) -> None:
        """Load the files of a folder. Raises `ModelError` where one is missing or none."""
        self._trees = {facet: Trees(file_of(folder, facet), threads) for facet in LEARNT}

    def score(self, semantic: Columns) -> dict[str, FloatArray]:
        """Return for each facet how probably pairs agree in it, float32 (pairs,), given their semantic
        features."""
        rows = matrix(semantic)
        scores = {str(facet): trees.score(rows) for facet, trees in self._trees.items()}
        return {**scores, str(Facet.UNIT): unit_agreement(semantic)}


def unit_agreement(semantic: Columns) -> FloatArray:
    """Return 1 for pairs in one unit and 0 for others, float32 (pairs,)."""
    same: FloatArray = ((semantic["measure"] == 1) & (semantic["currency"] == 1)).astype(np.float32)
    return same


def file_of(folder: Path, facet: Facet) -> Path:
    """Return where a model's folder has the trees of a facet."""
    return folder / f"{facet}.onnx"
