"""What tells a number in prose that was written wrong from one that is of something else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import log10

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.text.counterparts import Way
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.near import Near
from cofitcheck.checks.text.similar import NAMES as SIMILAR
from cofitcheck.checks.text.slipping import Difference
from cofitcheck.document.passages import PassageKind
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
    links: Links, nears: Sequence[Near], confirmed: Collection[int], tied: Collection[int]
) -> npt.NDArray[np.float32]:
    """Return what is known of one number in prose beside each cell that it is held against, float32
    (nears, len(NAMES)).

    `confirmed` are the mentions in sums that hold, `tied` those that another table repeats.
    """
    order = sorted((near.fit.words for near in nears), reverse=True)
    slips = Counter(near.difference for near in nears)
    rows = [_of(links, near, order, slips, confirmed, tied) for near in nears]
    return np.array([[row[name] for name in NAMES] for row in rows], dtype=np.float32).reshape(-1, len(NAMES))


def _of(
    links: Links, near: Near, order: Sequence[float], slips: Mapping[Difference, int],
    confirmed: Collection[int], tied: Collection[int],
) -> dict[str, float]:  # fmt: skip
    said, fit, cell = near.said, near.fit, links.grid[near.cell]
    value, other = abs(float(said.number.value or 0)), abs(float(near.counterpart.middle))
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
        "difference": _DIFFERENCES.index(near.difference),
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
        "agrees": near.agrees.probability if near.agrees else -1.0,
        "agrees_words": near.agrees.fit.words if near.agrees else -1.0,
        "agrees_year": near.agrees.fit.year if near.agrees else -2.0,
        "in_row": near.beside.row,
        "in_column": near.beside.column,
        "in_table": near.beside.table,
        "rivals": len(order),
        "rank": order.index(fit.words),
        "best_words": order[0],
        "lead": fit.words - (order[1] if len(order) > 1 else 0.0),
        "repeats": len(links.stating(cell)),
        "told_again": links.told[said.number.value] - 1,
        "numbers": len(links.sentences[said.passage, said.sentence.start]),
        "length": said.sentence.end - said.sentence.start,
        "confirmed": near.cell in confirmed,
        "tied": near.cell in tied,
        "magnitude": log10(value + 1e-9),
        "said_year": bool(said.period.year),
        "said_months": bool(said.period.months),
        "whole": bool(said.whole),
        "way": _WAYS.index(near.counterpart.way),
        "against": bool(said.against.year),
        "finer": said.number.precision - near.counterpart.finest,
        "slips": slips[near.difference],
        "beside_tied": near.tied[0],
        "beside": near.tied[1],
        "cell_months": links.grid.periods[near.cell].months,
        "own_months": links.prose.own.months,
        "years_right": near.years[0],
        "years_wrong": near.years[1],
        "listed": near.beside.listed,
        "exchanged": near.beside.exchanged,
        "named": near.named,
        "better": near.better,
        "agrees_named": links.named(said, links.row(near.agrees.cells[0])) if near.agrees else -1.0,
        "label_weight": links.label_weight(near.cell),
        "kept": near.kept,
        "supporting": near.beside.supporting,
        "opposing": near.beside.opposing,
        "in_list": near.beside.in_list,
        "of_list": near.beside.of_list,
        "off_list": near.beside.off_list,
        "doubled": near.beside.doubled,
        "misdated": near.beside.misdated,
        "printed": near.beside.printed,
        **dict(zip(SIMILAR, links.similar(said, near.cell), strict=True)),
        "rounded": not said.number.displayed % 10 if said.number.displayed else 0,
    }
