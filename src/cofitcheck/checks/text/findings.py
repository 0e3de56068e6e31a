"""Make a finding, or an item that is left open, of a sentence that contradicts the tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.fingerprint import place_name
from cofitcheck.checks.model import Finding, FindingKind, Told
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.severity import remark_on_slip, severity_of, share_of_larger
from cofitcheck.checks.text.counterparts import Counterpart, Way
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.near_misses import NearMiss
from cofitcheck.checks.text.plain_statements import WrongStatement
from cofitcheck.checks.text.ratios import WrongRatio
from cofitcheck.checks.text.sentence_context import states_levels
from cofitcheck.checks.text.slipping import Difference, difference_of
from cofitcheck.numbers import Relation, Slip
from cofitcheck.numbers.relations import EXACT
from cofitcheck.prose import ProseMention

SLIPS = {
    Difference.DIGIT: Slip.DIGIT,
    Difference.TRANSPOSITION: Slip.TRANSPOSITION,
    Difference.DROPPED_DIGIT: Slip.DROPPED_DIGIT,
    Difference.SCALE: Slip.SCALE,
    Difference.DIRECTION: Slip.SIGN,
}
"""The slip that each kind of difference is. A kind that is not listed is no slip."""
_WRONG_RATIO = 0.7
"""The probability of an error in a ratio, set by hand. Of the ratios that people read in filings three were
real errors. Those that were false alarms are no longer reported, so that nothing is left to count."""
_WRONG_STATEMENT = 0.9
"""The probability of an error in a statement about lines of the statements, set by hand. 192 sentences were
written for twelve filings, half of them false: all that were reported were false."""
_MOST = 0.8
"""The least share of words at which a reason says that a sentence has them."""


def finding_of(
    links: Links, miss: NearMiss, probability: float, settings: CheckSettings, confirmed: Collection[int]
) -> Finding:
    """Return the finding, or what may be one, of a number that misses what it is meant to state."""
    said = miss.said
    kind = _kind(
        miss, abs(said.number.value or Decimal(0)), _as_said(miss.counterpart, said.number.precision)
    )
    why = tuple(reasons(links, miss, confirmed, links.told[said.number.value] - 1))
    found = _of_sentence(links.grid, said, miss.counterpart, kind, probability, why, settings)
    by_own_levels = states_levels(links, said, miss.counterpart)
    return replace(found, told=replace(found.told, by_own_levels=by_own_levels)) if found.told else found


def of_ratio(grid: Grid, wrong: WrongRatio, settings: CheckSettings) -> Finding:
    """Return the finding of a ratio that its lines do not come to."""
    elsewhere = (Reason.of(ReasonCode.RATIO_ELSEWHERE, n=wrong.kept),) if wrong.kept else ()
    why = (Reason(ReasonCode.NAMES_RATIO), *elsewhere)
    return _of_sentence(grid, wrong.said, wrong.counterpart, wrong.difference, _WRONG_RATIO, why, settings)


def of_statement(grid: Grid, wrong: WrongStatement, settings: CheckSettings) -> Finding:
    """Return the finding of a statement that its line makes wrong."""
    why = (Reason(ReasonCode.NAMES_ROW), Reason(ReasonCode.SAME_YEAR))
    return _of_sentence(
        grid, wrong.said, wrong.counterpart, wrong.difference, _WRONG_STATEMENT, why, settings
    )


def _of_sentence(
    grid: Grid,
    said: ProseMention,
    held: Counterpart,
    kind: Difference,
    probability: float,
    why: tuple[Reason, ...],
    settings: CheckSettings,
) -> Finding:
    stated, computed = abs(said.number.value or Decimal(0)), _as_said(held, said.number.precision)
    cell = grid[held.cells[0]]
    title = grid.document.tables[cell.table].title
    without = kind is Difference.DIRECTION or said.number.value is None
    difference = None if without else EXACT.subtract(stated, computed)
    share = share_of_larger(difference, stated, computed)
    unit = Decimal(1).scaleb(said.number.precision, EXACT)
    is_last_digit = difference is not None and abs(difference) <= unit
    slip = Slip.ROUNDING if is_last_digit else SLIPS.get(kind, Slip.OTHER)
    remark = remark_on_slip(slip)
    return Finding(
        fingerprint=place_name(cell, f"{title} / {held.way} / {said.indicator}"),
        fact=None,
        mention=held.cells[0],
        counterpart=held.cells[-1],
        relation=Relation.INCONSISTENT,
        slip=slip,
        difference=difference,
        same_fact=None,
        probability=probability,
        severity=severity_of(probability, share, settings, remark),
        reasons=why,
        kind=FindingKind.TEXT,
        told=Told(said, held.cells, held.way.value, computed, held.rose, kind.value),
        share=share,
        remark=remark,
    )


def _kind(miss: NearMiss, stated: Decimal, computed: Decimal) -> Difference:
    """Return how the two differ: a number that is worked out may be copied wrongly, as one that is stated
    may."""
    if miss.difference is not Difference.OTHER:
        return miss.difference
    finest = int(computed.as_tuple().exponent)
    return difference_of(stated, miss.said.number.precision, computed, finest) or Difference.OTHER


def _as_said(held: Counterpart, precision: int) -> Decimal:
    """Return what cells come to, with the digits that the sentence has. Where the sentence has fewer, the
    result has three digits of a cell's number, or two of one that is worked out. It has no digit that a
    stated cell has not."""
    value = held.middle
    if held.way in (Way.STATED, Way.BESIDE):
        last = max(min(precision, value.adjusted() - 2), held.finest)
    else:
        last = min(precision, value.adjusted() - 1) if value else precision
    return value.quantize(Decimal(1).scaleb(last), ROUND_HALF_UP, EXACT)


def reasons(links: Links, miss: NearMiss, confirmed: Collection[int], again: int) -> Iterator[Reason]:
    """Yield why a number in text should agree with cells, and which side is likelier wrong; `again` counts
    the other sentences that say the same."""
    if miss.fit.label >= _MOST:
        yield Reason(ReasonCode.NAMES_ROW)
    elif miss.fit.indicator >= _MOST:
        yield Reason(ReasonCode.SHARES_WORDS)
    if miss.fit.year > 0:
        yield Reason(ReasonCode.SAME_YEAR)
    row, table = miss.context.row, miss.context.table
    if row or table:
        yield Reason.of(ReasonCode.FROM_SAME_ROW if row else ReasonCode.FROM_SAME_TABLE, n=row or table)
    if miss.difference is Difference.OTHER_PERIOD:
        yield Reason(ReasonCode.OTHER_PERIOD)
    if miss.difference is Difference.DIRECTION:
        yield Reason(ReasonCode.OTHER_DIRECTION)
    if miss.counterpart.way is Way.STATED and miss.cell in confirmed:
        yield Reason(ReasonCode.CELL_FOOTS)
    elif again:
        yield Reason.of(ReasonCode.SAID_AGAIN, n=again)
