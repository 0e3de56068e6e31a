"""Boosted trees in ONNX Runtime: the bundled stage 2 judges pairs by words, vectors, periods and units.

Other trees say for each facet of a fact how probably two mentions agree in it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self
from weakref import WeakSet

import numpy as np
import numpy.typing as npt

from cofitcheck.classification.features import Columns, matrix, semantic_features
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.onnx import open_session, side_by_side
from cofitcheck.errors import ModelError
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs
from cofitcheck.mentions import FloatArray, MentionArrays, mention_arrays

OUTPUTS = ["label", "probabilities"]
"""The graph's outputs: int64 (pairs,) and float32 (pairs, 2), the second column for "same fact"."""

_BLOCK = 4096
"""How many pairs one thread scores at a time."""


_unopened: WeakSet[Trees] = WeakSet()

LIKELY = 0.01
"""The probability of one fact below which facets are not worked out: such pairs come into no finding."""


class Trees:
    """One tree ensemble: feature rows in, probabilities out.

    Its file is opened when it is first asked, since a small document does not ask every ensemble. Raises
    `ModelError` then, where the file holds no ensemble.
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

        The number of threads does not change the result.
        """
        blocks = [features[start : start + _BLOCK] for start in range(0, len(features), _BLOCK)]
        scored = side_by_side(self._score, blocks, self._threads)
        return np.concatenate([np.zeros(0, dtype=np.float32), *scored])

    def _score(self, features: FloatArray) -> FloatArray:
        named = self._session.get_inputs()[0].name
        (probabilities,) = self._session.run(OUTPUTS[1:], {named: features})
        return np.asarray(probabilities, dtype=np.float32)[:, 1]


def open_all() -> None:
    """Open the files of all trees now, so that forks of this process find them open. Raises `ModelError`."""
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


class Facet(StrEnum):
    """A part of a fact. Two mentions of one fact agree in all five."""

    INDICATOR = "indicator"
    """What is measured: revenue, goodwill, shares."""
    MEASURE = "measure"
    """How it is measured: gross or net, before or after tax, basic or diluted, current or not."""
    PERIOD = "period"
    """The dates that it is of."""
    BREAKDOWN = "breakdown"
    """The part that it is of: a segment, a component, the parent or the group."""
    UNIT = "unit"
    """The unit that it is in: dollars, shares, per cent."""


LEARNT = (Facet.INDICATOR, Facet.MEASURE, Facet.PERIOD, Facet.BREAKDOWN)
"""The facets that trees score. The unit needs none: it is known."""


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


@dataclass(frozen=True)
class PairFeatures:
    """What is known of candidate pairs without any value.

    It is the document's mentions as arrays, and named columns of features (pairs,)."""

    arrays: MentionArrays
    semantic: Columns

    @classmethod
    def of(cls, document: Document, encoded: Encoded, pairs: CandidatePairs) -> PairFeatures:
        """Return the features of a document's candidate pairs."""
        arrays = mention_arrays(document)
        return cls(arrays, semantic_features(arrays, encoded, pairs.left, pairs.right))


class WordClassifier:
    """Judges pairs one by one. It looks at no value, and at no other pair's probability."""

    threshold = 0.5

    def __init__(self, first: Trees, facets: FacetTrees | None = None) -> None:
        self.first, self.facets = first, facets

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        """Return the candidates with their probabilities, in the same order."""
        features = PairFeatures.of(document, encoded, candidates)
        return self.with_facets(self.judge(candidates, features), features)

    def judge(self, candidates: CandidatePairs, features: PairFeatures) -> ScoredPairs:
        """Return the candidates with their probabilities, given their features."""
        rows = matrix(features.semantic)
        scores = self.first.score(rows) if len(rows) else np.zeros(0, dtype=np.float32)
        return ScoredPairs(candidates.left, candidates.right, scores, by_words=scores)

    def with_facets(self, scored: ScoredPairs, features: PairFeatures) -> ScoredPairs:
        """Return scored pairs with the facets in which they agree."""
        if self.facets is None:
            return scored
        return replace(scored, facets=self.facets.score(features.semantic, scored.probability))
