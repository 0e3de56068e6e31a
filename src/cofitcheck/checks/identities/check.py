"""Statements come to what their lines are by meaning: a balance sheet and a cash flow statement, column by
column."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck.checks.bookkeeping import Confirmed
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.fingerprint import place_name
from cofitcheck.checks.identities.statements import StatedIdentity, columns_of
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.model import Calculation, Finding, FindingKind, Severity
from cofitcheck.checks.reasons import Reason
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.document import Mention
from cofitcheck.numbers import Relation, Slip
from cofitcheck.numbers.slips import EXACT, find_slip

_SURE = 0.95
"""No balance sheet as filed was seen to break it; nobody's error is certain."""
_FEW = 2
"""So many columns of a balance sheet may all be wrong; a table of more that do not come out is another."""
_LIKELY = 0.85
"""Where other columns of the statement keep what one breaks."""


@dataclass(frozen=True)
class IdentitiesChecked:
    """What the identities of a document say: the findings, and those that hold."""

    findings: tuple[Finding, ...]
    holding: tuple[Confirmed, ...]


def check_identities(
    grid: Grid, settings: CheckSettings, footed: Collection[int], accused: Collection[int]
) -> IdentitiesChecked:
    """Hold the totals of each statement against what they are by meaning.

    Of numbers that do not come out the one that does not foot (`footed`) is likelier wrong. One that another
    finding accuses already is not told again. But for the two totals of a balance sheet, an identity accuses
    only where more columns of the statement keep it than break it: a line that has no name here may stand
    between.
    """
    findings: list[Finding] = []
    holding: list[Confirmed] = []
    for table in grid.document.tables:
        for identity, columns in columns_of(grid, table.index).items():
            kept = [way for column in columns if (way := _holding(column)) is not None]
            holding += (Confirmed(CheckKind.SUM, tuple(each.index for each in way)) for way in kept)
            broken = [column for column in columns if _holding(column) is None]
            probability = _SURE if identity.always else _LIKELY
            rare = len(broken) <= max(_FEW, len(kept)) if identity.always else len(broken) < len(kept)
            if not rare or probability < settings.threshold:
                continue
            for column in broken:
                if {each.index for each in (column.total, *column.parts)}.isdisjoint(accused):
                    parts = _as_kept(column, kept)
                    counts = len(kept), len(broken)
                    findings.append(_finding(grid, column, parts, footed, counts, probability))
    return IdentitiesChecked(tuple(findings), tuple(holding))


def _holding(column: StatedIdentity) -> tuple[Mention, ...] | None:
    """Return the parts and the total of the first way in which an identity comes out, None of none."""
    for way in column.ways:
        if 2 * abs(_off(column.total, way)) <= _allowed(column.total, way):
            return (*way, column.total)
    return None


def _off(total: Mention, parts: Sequence[Mention]) -> Decimal:
    return EXACT.subtract(_value(total), sum(map(_value, parts), Decimal(0)))


def _allowed(total: Mention, parts: Sequence[Mention]) -> Decimal:
    """Return twice what rounding explains: half a unit of the last digit for each number."""
    return sum((Decimal(1).scaleb(each.number.precision) for each in (total, *parts)), Decimal(0))


def _value(mention: Mention) -> Decimal:
    return mention.number.value or Decimal(0)


def _as_kept(column: StatedIdentity, kept: Sequence[Sequence[Mention]]) -> tuple[Mention, ...]:
    """Return the parts that another column adds up where it keeps the identity; all, where none does."""
    rows = [{each.row for each in way} for way in kept]
    ways = (way for way in column.ways if {column.total.row, *(each.row for each in way)} in rows)
    return next(ways, next(column.ways))


def _finding(
    grid: Grid,
    column: StatedIdentity,
    parts: Sequence[Mention],
    footed: Collection[int],
    counts: tuple[int, int],
    probability: float,
) -> Finding:
    total = column.total
    off = _off(total, parts)
    wrong = _likeliest_wrong(total, parts, footed)
    mended = EXACT.subtract(_value(wrong), off) if wrong is total else EXACT.add(_value(wrong), off)
    precision = wrong.number.precision
    last = next((each for each in reversed(parts) if each is not wrong), total)
    return Finding(
        fingerprint=place_name(wrong, f"{grid.document.tables[wrong.table].title} / identity"),
        fact=None,
        mention=wrong.index,
        counterpart=last.index if wrong is total else total.index,
        relation=Relation.INCONSISTENT,
        slip=find_slip(_value(wrong), mended, (precision, precision)) if mended else Slip.OTHER,
        difference=EXACT.subtract(_value(wrong), mended),
        same_fact=None,
        probability=probability,
        severity=Severity.HIGH,
        reasons=(Reason(column.identity.why),),
        kind=FindingKind.IDENTITY,
        calculation=Calculation(
            total=total.index,
            addends=tuple((each.index, 1) for each in parts),
            stated=_value(total),
            computed=EXACT.subtract(_value(total), off),
            tolerance=_allowed(total, parts) / 2,
            across=False,
            kept=counts[0],
            broken=counts[1],
        ),
        mended=mended,
    )


def _likeliest_wrong(total: Mention, parts: Sequence[Mention], footed: Collection[int]) -> Mention:
    """Return the one number that does not foot; where several do not, or none, the total, or what is as much
    as it is."""
    unfooted = [each for each in (total, *parts) if each.index not in footed]
    if len(unfooted) == 1:
        return unfooted[0]
    return parts[0] if len(parts) == 1 else total
