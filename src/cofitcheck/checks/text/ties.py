"""Which cells each number in prose is tied to: those that state it, or whose change it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.evidence.calibrated import CalibratedTrees
from cofitcheck.checks.text.counterparts import Counterpart, Way, changes, stated
from cofitcheck.checks.text.links import Fit, Links
from cofitcheck.checks.text.similar import NAMES as SIMILAR
from cofitcheck.checks.text.words import Row
from cofitcheck.prose import Operation, ProseMention, Role

WELL = 0.5
"""A number is tied to what agrees with it from this probability that the agreement is not by chance."""
NEARLY = 0.8
"""A number is also tied to cells that are at least this part as probable as the most probable one."""
_AS_PROBABLE = 0.98
"""A number is about all cells that are at least this part as probable as the best: one fact in several
tables."""
CHANGES = frozenset({Operation.CHANGE, Operation.PERCENT_CHANGE})
"""The operations of numbers that state a change of others."""
_WAYS, _ROLES, _OPERATIONS = list(Way), list(Role), list(Operation)

_OWN = (
    "label label_near indicator headers title sections year months distance words way role operation digits"
    " cell_digits rivals rank lead finer bound numbers said_year said_months bases laid_out"
).split()
TIE_NAMES = [*_OWN, *SIMILAR]
"""The columns of `tie_features`, in order."""


@dataclass(frozen=True, slots=True)
class Agreeing:
    """A number in prose and what agrees with it, and how well the words and periods fit."""

    said: ProseMention
    counterpart: Counterpart
    fit: Fit


class TieModel(CalibratedTrees):
    """The trees of `ties.onnx`, over the columns that `TIE_NAMES` lists."""

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Load the two files of a folder. Raises `ModelError` where one is missing or of another version."""
        return cls.read(folder, "ties", TIE_NAMES)


def tie_features(links: Links, agreeing: Sequence[Agreeing]) -> npt.NDArray[np.float32]:
    """Return what is known of a number and of all that agrees with it, float32 (agreeing, TIE_NAMES)."""
    order = sorted((each.fit.score for each in agreeing), reverse=True)
    rows = [_row(links, each, order) for each in agreeing]
    return np.array(rows, dtype=np.float32).reshape(-1, len(TIE_NAMES))


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


@dataclass(frozen=True, slots=True)
class Tie:
    """A number in prose and what agrees with it in a table; `probability` is that the agreement is not by
    chance."""

    said: int
    counterpart: Counterpart
    fit: Fit
    probability: float

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that the number is tied to."""
        return self.counterpart.cells


Ties = Mapping[int, Sequence[Tie]]
"""For each number in prose what agrees with it, the most probable first."""


def ties_of(
    links: Links, model: TieModel, sentences: Iterable[Sequence[ProseMention]]
) -> dict[int, list[Tie]]:
    """Return what agrees with each number of sentences of a document."""
    sentences = list(sentences)
    found = {
        said.index: each for together in sentences for said in together if (each := agreeing(links, said))
    }
    ties = _judged(links, model, found.values())
    more = [
        each
        for together in sentences
        for said in together
        if said.operation in CHANGES and not well_tied(ties, said)
        if (each := _of_rows_beside(links, ties, said, together))
    ]
    return ties | _judged(links, model, more)


def agreeing(links: Links, said: ProseMention, beside: Sequence[Row] = ()) -> list[Agreeing]:
    """Return what agrees with a number in prose: cells anywhere, and changes of the rows that its sentence
    may name and of those `beside`."""
    held = [stated(links, cell) for cell in links.equal(said)]
    if said.operation in CHANGES:
        rows = [*links.rows(said), *beside]
        held += (each for each in changes(links, said, rows) if each.agrees(said) and each.goes_with(said))
    return [Agreeing(said, each, links.fit(said, each.cells[0])) for each in held]


def _of_rows_beside(
    links: Links, ties: Ties, said: ProseMention, together: Sequence[ProseMention]
) -> list[Agreeing]:
    """Return what agrees with a number where the rows of the sentence's other numbers are looked at, too."""
    beside = [row for other in together if other is not said for row in tied_rows(links, ties, other)]
    own = links.rows(said)
    new = [row for row in dict.fromkeys(beside) if row not in own]
    return agreeing(links, said, new) if new else []


def _judged(links: Links, model: TieModel, found: Iterable[Sequence[Agreeing]]) -> dict[int, list[Tie]]:
    """Return what agrees with each number, judged all at once."""
    import numpy as np

    found = list(found)
    if not found:
        return {}
    probabilities = iter(model.probabilities(np.concatenate([tie_features(links, each) for each in found])))
    ties: dict[int, list[Tie]] = {}
    for each in found:
        told = [Tie(a.said.index, a.counterpart, a.fit, float(next(probabilities))) for a in each]
        ties[each[0].said.index] = sorted(
            told, key=lambda tie: (-tie.probability, tie.counterpart.way is not Way.STATED, tie.cells)
        )
    return ties


def well_tied(ties: Ties, said: ProseMention) -> list[Tie]:
    """Return what a number is tied to: what is nearly as probable as the best, if that is probable."""
    told = ties.get(said.index, ())
    if not told or told[0].probability < WELL:
        return []
    return [tie for tie in told if tie.probability >= NEARLY * told[0].probability]


def is_named(tie: Tie) -> bool:
    """Tell whether the words of a number name the whole row and the whole column of the cell that states it:
    such a tie is not by chance."""
    return tie.counterpart.way is Way.STATED and tie.fit.label == tie.fit.headers == 1.0


def tied_cells(told: Sequence[Tie]) -> tuple[int, ...]:
    """Return the cells that a well tied number is about: each that states it, or the two of a change."""
    if told[0].counterpart.way is not Way.STATED:
        return told[0].cells
    least = _AS_PROBABLE * told[0].probability
    return tuple(
        tie.cells[0] for tie in told if tie.counterpart.way is Way.STATED and tie.probability >= least
    )


def tied_rows(links: Links, ties: Ties, said: ProseMention) -> list[Row]:
    """Return the rows that a number is tied to."""
    cells = (links.grid[tie.cells[0]] for tie in well_tied(ties, said))
    return list(dict.fromkeys((cell.table, cell.row) for cell in cells))
