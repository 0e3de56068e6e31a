"""The curve of the paper's Figure 4: candidates per document against pooled recall, one threshold for all.

The pairs of a document, and the gold pairs among them, are counted above all thresholds at once. All pairs
are looked at and none is kept, because their cosines go into a histogram.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.errors import InputError
from cofitcheck.evaluation.figures import DIGITS, Json, share
from cofitcheck.evaluation.gold import Pairs
from cofitcheck.evaluation.metrics import pair_codes
from cofitcheck.filtering import CandidatePairs
from cofitcheck.filtering.model import Directions, cosines, rounded
from cofitcheck.filtering.search import cosine_blocks

Counts = npt.NDArray[np.int64]

STEPS = 20_000
THRESHOLDS = np.arange(STEPS + 1) * 2 / STEPS - 1
"""Cosines from -1 to 1, a ten-thousandth apart, float64 (20001,)."""

EVERY = STEPS // 40
"""The steps from one saved point of the curve to the next: there are 41, a twentieth apart."""

RECALLS = tuple(round(0.01 * step, 2) for step in range(50, 100))
"""The recalls for which the threshold is looked up, among them .80, .90, .95, .97 and .99."""


@dataclass(frozen=True)
class Tally:
    """How many pairs across tables are above each of `THRESHOLDS`, and how many of them are gold.

    `candidates` and `found` are int64 (20001,), and never rise. `gold` is the number of all gold pairs.
    `documents` and `mentions` are the numbers of those counted. Tallies add up over documents, with one
    threshold for all of them.
    """

    candidates: Counts
    found: Counts
    gold: int
    documents: int = 1
    mentions: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.candidates + other.candidates,
            self.found + other.found,
            self.gold + other.gold,
            self.documents + other.documents,
            self.mentions + other.mentions,
        )

    @classmethod
    def of_vectors(cls, vectors: npt.NDArray[Any], tables: npt.NDArray[np.int32], gold: Pairs) -> Tally:
        """Compare all mentions of different tables with each other, in blocks.

        `vectors` (n, d) are of any length, `tables` (n,) names their tables, `gold` (k, 2) are pairs of
        mentions in different tables. A zero vector is above no threshold. Raises `InputError` where vectors
        are not finite, or are not one for each mention.
        """
        known = Directions.of(vectors, tables)
        bins = np.zeros(STEPS + 1, dtype=np.int64)
        for start, similarity in cosine_blocks(known.vectors):
            rows, columns = np.arange(similarity.shape[0])[:, None], np.arange(similarity.shape[1])
            across = known.tables[start + rows] != known.tables[start + columns]
            bins += _histogram(rounded(similarity[across & (rows < columns)]))
        directed = gold[np.isin(gold, known.mentions).all(axis=1)]
        of_gold = _histogram(cosines(vectors, directed[:, 0], directed[:, 1]))
        return cls(_above(bins), _above(of_gold), len(gold), mentions=len(tables))

    @classmethod
    def of_pairs(cls, pairs: CandidatePairs, gold: Pairs, mentions: int) -> Tally:
        """Count scored pairs of a document by their similarity.

        The document has `mentions` mentions. A pair that is not in `pairs` is above no threshold."""
        is_gold = _is_among(pairs, gold, mentions)
        return cls(
            _above(_histogram(pairs.similarity)),
            _above(_histogram(pairs.similarity[is_gold])),
            len(gold),
            mentions=mentions,
        )

    def united_with(self, pairs: CandidatePairs, gold: Pairs) -> Tally:
        """Return the tally of the union of the pairs above each threshold and `pairs`, whatever their cosine.

        `pairs` are pairs across tables of the same document, with the cosines of the same vectors. At a
        threshold of 1 the union is `pairs` alone.
        """
        theirs = Tally.of_pairs(pairs, gold, self.mentions)
        found = int(_is_among(pairs, gold, self.mentions).sum())
        return Tally(
            self.candidates + len(pairs) - theirs.candidates,
            self.found + found - theirs.found,
            self.gold,
            self.documents,
            self.mentions,
        )


def total(tallies: list[Tally]) -> Tally:
    """Sum the tallies of documents. Without any, all counts are 0."""
    nothing = np.zeros(STEPS + 1, dtype=np.int64)
    return reduce(Tally.__add__, tallies, Tally(nothing, nothing, 0, documents=0))


def _histogram(similarity: npt.NDArray[np.float32]) -> Counts:
    """Count cosines by the number of thresholds below them: int64 (20001,)."""
    below = np.ceil((similarity.astype(np.float64) + 1) * (STEPS / 2)).astype(np.int32)
    return np.bincount(below, minlength=STEPS + 1)


def _above(bins: Counts) -> Counts:
    """Return for each threshold how many of the counted pairs are above it."""
    counted: Counts = bins.sum() - np.cumsum(bins)
    return counted


def _is_among(pairs: CandidatePairs, gold: Pairs, mentions: int) -> npt.NDArray[np.bool_]:
    codes = pair_codes(np.stack([pairs.left, pairs.right], axis=1), mentions)
    return np.isin(codes, pair_codes(gold, mentions))


@dataclass(frozen=True, slots=True)
class Point:
    """One threshold for all documents.

    It has the mean number of candidate pairs per document, and the share of all gold pairs among them (None
    without gold)."""

    threshold: float
    candidates_per_document: float | None
    recall: float | None


@dataclass(frozen=True, slots=True)
class Curve:
    """How candidates and recall change with the threshold.

    `thresholds` are the points from -1 to 1. `recalls` has for each of `RECALLS` the point of the highest
    threshold, in ten-thousandths, that reaches it; None where no threshold does.
    """

    documents: int
    mentions: int
    gold: int
    thresholds: tuple[Point, ...]
    recalls: tuple[tuple[float, Point | None], ...]

    def to_json(self) -> Json:
        """Return the curve as JSON. `recalls` become points that name the recall that was asked for."""
        return {
            "documents": self.documents,
            "mentions": self.mentions,
            "gold": self.gold,
            "thresholds": [asdict(point) for point in self.thresholds],
            "recalls": [
                {"asked": asked, **(asdict(point) if point else dict.fromkeys(Point.__slots__))}
                for asked, point in self.recalls
            ],
        }

    def at_recall(self, asked: float) -> Point | None:
        """Return the point that reaches one of `RECALLS`, None where none does."""
        return dict(self.recalls)[asked]


def curve(tally: Tally) -> Curve:
    """Return the curve of the tally of one document or, summed, of many."""
    reached = [(asked, _index(tally, asked)) for asked in RECALLS]
    return Curve(
        documents=tally.documents,
        mentions=tally.mentions,
        gold=tally.gold,
        thresholds=tuple(_point(tally, index) for index in range(0, STEPS + 1, EVERY)),
        recalls=tuple((asked, None if at is None else _point(tally, at)) for asked, at in reached),
    )


def calibrate(tally: Tally, recall: float) -> float:
    """Return the highest threshold, in ten-thousandths, above which the share `recall` of the gold is found.

    Raises `InputError` where there is no gold, or no threshold reaches that recall.
    """
    index = _index(tally, recall)
    if index is None:
        why = f"at most {tally.found[0] / tally.gold:.4f} of the gold pairs" if tally.gold else "no gold pair"
        raise InputError(
            f"No threshold reaches a recall of {recall}: the candidates hold {why}; ask for less, or give "
            "documents with more tags."
        )
    return _threshold(index)


def _index(tally: Tally, recall: float) -> int | None:
    """Return the place in `THRESHOLDS` of the highest threshold that reaches a recall."""
    reached = np.flatnonzero(tally.found >= recall * tally.gold - 1e-9)
    return int(reached[-1]) if tally.gold and len(reached) else None


def _point(tally: Tally, index: int) -> Point:
    return Point(
        threshold=_threshold(index),
        candidates_per_document=share(int(tally.candidates[index]), tally.documents),
        recall=share(int(tally.found[index]), tally.gold),
    )


def _threshold(index: int) -> float:
    return round(float(THRESHOLDS[index]), DIGITS)
