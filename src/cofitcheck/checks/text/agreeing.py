"""What tells a number that a cell states from one that agrees with it by chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.evidence.calibrated import CalibratedTrees
from cofitcheck.checks.text.counterparts import Counterpart, Way
from cofitcheck.checks.text.links import Fit, Links
from cofitcheck.checks.text.similar import NAMES as SIMILAR
from cofitcheck.prose import Operation, ProseMention, Role

_WAYS, _ROLES, _OPERATIONS = list(Way), list(Role), list(Operation)

_OWN = (
    "label label_near indicator headers title sections year months distance words way role operation digits"
    " cell_digits rivals rank lead finer bound numbers said_year said_months bases laid_out"
).split()
NAMES = [*_OWN, *SIMILAR]
"""The columns of `tie_features`, in order."""


@dataclass(frozen=True, slots=True)
class Agreeing:
    """A number in prose and what agrees with it, and how well the words and periods fit."""

    said: ProseMention
    counterpart: Counterpart
    fit: Fit


class TieModel(CalibratedTrees):
    """The trees of `ties.onnx`, over the columns that `NAMES` lists."""

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Load the two files of a folder. Raises `ModelError` where one is missing or of another version."""
        return cls.read(folder, "ties", NAMES)


def tie_features(links: Links, agreeing: Sequence[Agreeing]) -> npt.NDArray[np.float32]:
    """Return what is known of one number beside each of what agrees with it, float32 (agreeing, NAMES)."""
    order = sorted((each.fit.score for each in agreeing), reverse=True)
    rows = [_row(links, each, order) for each in agreeing]
    return np.array(rows, dtype=np.float32).reshape(-1, len(NAMES))


def _row(links: Links, each: Agreeing, order: Sequence[float]) -> list[float]:
    said, fit, held = each.said, each.fit, each.counterpart
    return [
        fit.label,
        fit.label_near,
        fit.indicator,
        fit.headers,
        fit.title,
        fit.sections,
        fit.year,
        fit.months,
        fit.distance,
        fit.words,
        _WAYS.index(held.way),
        _ROLES.index(said.role),
        _OPERATIONS.index(said.operation),
        _significant(said),
        links.grid[held.cells[0]].number.digits,
        len(order),
        order.index(fit.score),
        fit.score - (order[1] if len(order) > 1 else 0.0),
        said.number.precision - held.finest,
        said.bound != "exact",
        len(links.sentences[said.passage, said.sentence.start]),
        bool(said.period.year),
        bool(said.period.months),
        len(said.basis),
        links.grid.document.passages[said.passage].laid_out,
        *links.similar(said, held.cells[0]),
    ]


def _significant(said: ProseMention) -> int:
    return len(str(said.number.displayed or "").replace(".", "").strip("-0"))
