"""Why a sentence is held against a cell."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cofitcheck.checks.reasons import Reason, Why
from cofitcheck.checks.text.counterparts import Way
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.near import Near
from cofitcheck.checks.text.slipping import Difference
from cofitcheck.numbers import Slip

SLIPS = {
    Difference.DIGIT: Slip.DIGIT,
    Difference.TRANSPOSITION: Slip.TRANSPOSITION,
    Difference.DROPPED_DIGIT: Slip.DROPPED_DIGIT,
    Difference.SCALE: Slip.SCALE,
    Difference.DIRECTION: Slip.SIGN,
}
"""The slips of the pen that differences are; what is not here is none."""

_MOST = 0.8
"""A share of words from which they are said to be all there."""


def reasons(links: Links, near: Near, confirmed: Collection[int], again: int) -> Iterator[Reason]:
    """Yield why a number in text is taken for that of cells, and which side is likelier wrong; `again` counts
    the other sentences that say the same."""
    if near.fit.label >= _MOST:
        yield Reason(Why.NAMES_ROW)
    elif near.fit.indicator >= _MOST:
        yield Reason(Why.SHARES_WORDS)
    if near.fit.year > 0:
        yield Reason(Why.SAME_YEAR)
    row, table = near.beside.row, near.beside.table
    if row or table:
        yield Reason.of(Why.FROM_SAME_ROW if row else Why.FROM_SAME_TABLE, n=row or table)
    if near.difference is Difference.OTHER_PERIOD:
        yield Reason(Why.OTHER_PERIOD)
    if near.difference is Difference.DIRECTION:
        yield Reason(Why.OTHER_DIRECTION)
    if near.counterpart.way is Way.STATED and near.cell in confirmed:
        yield Reason(Why.CELL_FOOTS)
    elif again:
        yield Reason.of(Why.SAID_AGAIN, n=again)
