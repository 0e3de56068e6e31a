"""The model of how probably a number that no cell agrees with is an error: trees over what is known of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, log10
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.evidence.calibrated import EDGE, CalibratedTrees
from cofitcheck.checks.text.counterparts import Way
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.near_misses import NearMiss
from cofitcheck.checks.text.rule_based_errors import Plain
from cofitcheck.checks.text.similar import NAMES as SIMILAR
from cofitcheck.checks.text.slipping import Difference
from cofitcheck.checks.text.ties import TieModel
from cofitcheck.document.structure import PassageKind
from cofitcheck.errors import ModelError
from cofitcheck.prose import Basis, Bound, Direction, Operation, Role

_DIFFERENCES, _ROLES, _BOUNDS, _WAYS = list(Difference), list(Role), list(Bound), list(Way)
_OPERATIONS, _DIRECTIONS, _KINDS = list(Operation), list(Direction), list(PassageKind)

_OWN = (
    "label label_near indicator headers title sections words year months distance difference role bound"
    " operation direction kind bases partial digits cell_digits relative agrees agrees_words agrees_year"
    " in_row in_column in_table rivals rank best_words lead repeats told_again numbers length confirmed tied"
    " magnitude said_year said_months whole way against finer slips rounded beside_tied beside"
    " cell_months own_months years_right years_wrong listed exchanged printed"
    " named better agrees_named label_weight kept supporting opposing in_list of_list off_list doubled"
    " misdated"
).split()
NAMES = [*_OWN, *SIMILAR]
"""The columns of `features`, in order."""


def features(
    links: Links, misses: Sequence[NearMiss], confirmed: Collection[int], tied: Collection[int]
) -> npt.NDArray[np.float32]:
    """Return what is known of one number in prose beside each cell that it is held against, float32
    (misses, len(NAMES)).

    `confirmed` are the mentions in sums that hold, `tied` those that another table repeats.
    """
    order = sorted((miss.fit.words for miss in misses), reverse=True)
    slips = Counter(miss.difference for miss in misses)
    rows = [_of(links, miss, order, slips, confirmed, tied) for miss in misses]
    return np.array([[row[name] for name in NAMES] for row in rows], dtype=np.float32).reshape(-1, len(NAMES))


def _of(
    links: Links, miss: NearMiss, order: Sequence[float], slips: Mapping[Difference, int],
    confirmed: Collection[int], tied: Collection[int],
) -> dict[str, float]:  # fmt: skip
    said, fit, cell = miss.said, miss.fit, links.grid[miss.cell]
    value, other = abs(float(said.number.value or 0)), abs(float(miss.counterpart.middle))
    return {
        "label": fit.label,
        "label_near": fit.label_near,
        "indicator": fit.indicator,
        "headers": fit.headers,
        "title": fit.title,
        "sections": fit.sections,
        "words": fit.words,
        "year": fit.year,
        "months": fit.months,
        "distance": fit.distance,
        "difference": _DIFFERENCES.index(miss.difference),
        "role": _ROLES.index(said.role),
        "bound": _BOUNDS.index(said.bound),
        "operation": _OPERATIONS.index(said.operation),
        "direction": _DIRECTIONS.index(said.direction),
        "kind": _KINDS.index(links.grid.document.passages[said.passage].kind),
        "bases": len(said.basis),
        "partial": bool(said.basis & {Basis.ORGANIC, Basis.CONSTANT_CURRENCY}),
        "digits": said.number.digits,
        "cell_digits": cell.number.digits,
        "relative": log10((value + 1e-9) / (other + 1e-9)),
        "agrees": miss.agrees.probability if miss.agrees else -1.0,
        "agrees_words": miss.agrees.fit.words if miss.agrees else -1.0,
        "agrees_year": miss.agrees.fit.year if miss.agrees else -2.0,
        "in_row": miss.context.row,
        "in_column": miss.context.column,
        "in_table": miss.context.table,
        "rivals": len(order),
        "rank": order.index(fit.words),
        "best_words": order[0],
        "lead": fit.words - (order[1] if len(order) > 1 else 0.0),
        "repeats": len(links.stating(cell)),
        "told_again": links.told[said.number.value] - 1,
        "numbers": len(links.sentences[said.passage, said.sentence.start]),
        "length": said.sentence.end - said.sentence.start,
        "confirmed": miss.cell in confirmed,
        "tied": miss.cell in tied,
        "magnitude": log10(value + 1e-9),
        "said_year": bool(said.period.year),
        "said_months": bool(said.period.months),
        "whole": bool(said.whole),
        "way": _WAYS.index(miss.counterpart.way),
        "against": bool(said.against.year),
        "finer": said.number.precision - miss.counterpart.finest,
        "slips": slips[miss.difference],
        "beside_tied": miss.tied[0],
        "beside": miss.tied[1],
        "cell_months": links.grid.periods[miss.cell].months,
        "own_months": links.prose.own.months,
        "years_right": miss.years[0],
        "years_wrong": miss.years[1],
        "listed": miss.context.listed,
        "exchanged": miss.context.exchanged,
        "named": miss.named,
        "better": miss.better,
        "agrees_named": links.named(said, links.row(miss.agrees.cells[0])) if miss.agrees else -1.0,
        "label_weight": links.label_weight(miss.cell),
        "kept": miss.kept,
        "supporting": miss.context.supporting,
        "opposing": miss.context.opposing,
        "in_list": miss.context.in_list,
        "of_list": miss.context.of_list,
        "off_list": miss.context.off_list,
        "doubled": miss.context.doubled,
        "misdated": miss.context.misdated,
        "printed": miss.context.printed,
        **dict(zip(SIMILAR, links.similar(said, miss.cell), strict=True)),
        "rounded": not said.number.displayed % 10 if said.number.displayed else 0,
    }


class TextModel(CalibratedTrees):
    """The trees of `text.onnx`, over the columns that `NAMES` lists."""

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Load the two files of a folder. Raises `ModelError` where one is missing or of another version."""
        return cls.read(folder, "text", NAMES)


def log_odds(by_trees: float, plain: Plain) -> float:
    """Return the log odds of a probability by trees. It counts as one half at least where a sentence's own
    numbers prove an error."""
    least = 0.5 if plain is Plain.OWN_NUMBERS else EDGE
    raw = min(max(by_trees, least), 1 - EDGE)
    return log(raw / (1 - raw))


@dataclass(frozen=True)
class Calibration:
    """How trees and rules are turned into a probability, by what they were worth in filings that people read
    (Platt 1999): the log odds of an error are `slope` times those of the trees, plus an offset for what rules
    say."""

    slope: float
    offsets: Mapping[Plain, float]

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Load the calibration in `text.json`. Raises `ModelError` where it has none."""
        described = folder / "text.json"
        try:
            held = json.loads(described.read_text("utf-8"))["calibration"]
            return cls(float(held["slope"]), {each: float(held["offsets"][each]) for each in Plain})
        except (OSError, ValueError, KeyError) as error:
            raise ModelError(
                f"{described}: has no calibration; install the package again, or make one with "
                "python -m cofitcheck.training.text_calibration."
            ) from error

    def probability(self, by_trees: float, plain: Plain) -> float:
        """Return the probability of an error, to six decimals; `by_trees` is the probability by the trees."""
        odds = self.slope * log_odds(by_trees, plain) + self.offsets[plain]
        return round(1 / (1 + exp(-odds)), 6)


@dataclass(frozen=True)
class TextModels:
    """The models of a check of sentences: one ties a number to a cell, one judges a near miss, and a
    calibration says what that judgement was worth."""

    ties: TieModel
    text: TextModel
    calibration: Calibration

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Load the files of a folder. Raises `ModelError` where one is missing or of another version."""
        return cls(TieModel.load(folder), TextModel.load(folder), Calibration.load(folder))
