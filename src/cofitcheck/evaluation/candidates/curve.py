"""The curve of the paper's Figure 4: candidates a document against pooled recall, one threshold for all."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from cofitcheck.errors import InputError
from cofitcheck.evaluation.candidates.tally import STEPS, THRESHOLDS, Tally
from cofitcheck.evaluation.figures import DIGITS, Json, share

EVERY = STEPS // 40
"""A point of the curve is saved for each of 41 thresholds, a twentieth apart."""

RECALLS = tuple(round(0.01 * step, 2) for step in range(50, 100))
"""The recalls for which the threshold is looked up; .80, .90, .95, .97 and .99 are among them."""


@dataclass(frozen=True, slots=True)
class Point:
    """One global threshold: the mean number of candidate pairs a document, and the share of all documents'
    gold pairs among them (None without gold)."""

    threshold: float
    candidates_per_document: float | None
    recall: float | None


@dataclass(frozen=True, slots=True)
class Curve:
    """How candidates and recall move with the threshold.

    `thresholds` are the points from -1 to 1. `recalls` has for each of `RECALLS` the point of the highest
    threshold, in ten-thousandths, that reaches it; None where no threshold does.
    """

    documents: int
    mentions: int
    gold: int
    thresholds: tuple[Point, ...]
    recalls: tuple[tuple[float, Point | None], ...]

    def to_json(self) -> Json:
        """Return the curve as JSON; `recalls` become points with the recall that was asked for."""
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
    """Return the place in `THRESHOLDS` of the highest that reaches a recall."""
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
