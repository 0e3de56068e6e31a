"""Findings of equations that break, of sums that miss by a unit, and of earnings per share.

Where all other sums of a document come out to the unit, a miss of one unit counts, even if rounding allows
it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from decimal import Decimal

from cofitcheck.checks.evidence.certain import SOLE_IDENTITY
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.rounding import are_no_chance, says_rounded
from cofitcheck.checks.evidence.statement_lines import compared
from cofitcheck.checks.fingerprint import place_name
from cofitcheck.checks.identities.equations import Equation, Family, PerShare, Term, value
from cofitcheck.checks.ledger import CheckKind, Confirmed
from cofitcheck.checks.model import Calculation, Finding, FindingKind, LeftOpen, Remark, Severity
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.severity import remark_on_slip, severity_of, share_of_larger
from cofitcheck.document import Mention
from cofitcheck.numbers import Measure, Relation, Slip
from cofitcheck.numbers.relations import EXACT, find_slip

_SURE = 0.95
"""The probability of an error where a rule is broken that documents never break."""
_OPEN = 0.4
"""The probability of an error where a unit may be rounding, and nothing else in the document is off."""
_LIKELY = 0.85
"""The probability of an error where other columns of the statement keep the rule that one breaks."""

_SUMS = (CheckKind.SUM, CheckKind.ROLL_FORWARD)
_BY_CHANCE = 0.2
"""The share of documents, at most, in which rounded numbers come out to the unit as often as in this one."""
_PARTS = frozenset({Measure.PERCENT, Measure.BASIS_POINTS, Measure.RATIO, Measure.PER_SHARE})
_FEWEST = 2
"""The fewest terms of an equation that may miss by a unit. Two numbers that are one amount are rounded alike;
with more numbers, each is rounded by itself."""

Held = tuple[Equation, tuple[Term, ...]]
"""An equation of a statement, and the way in which it comes out."""


def finding(
    grid: Grid,
    settings: CheckSettings,
    family: Family,
    equation: Equation,
    way: Sequence[Term],
    footed: Collection[int],
    kept: int,
    shared: Collection[int] = (),
) -> Finding:
    """Return the finding of an equation that breaks.

    The number taken for wrong is one that all broken equations have (`shared`), else one that does not foot.
    """
    total, off = equation.total, equation.off(way)
    every = (total, *(each for each, _ in way))
    wrong = next((each for each in every if each.index in shared), None) or _likeliest_wrong(
        total, way, footed
    )
    sign = next((sign for each, sign in way if each is wrong), -1)
    mended = EXACT.add(value(wrong), sign * off)
    precision = wrong.number.precision
    last = next((each for each, _ in reversed(way) if each is not wrong), total)
    carried_on = family.kind is CheckKind.ROLL_FORWARD
    probability = _probability(family)
    computed = EXACT.subtract(value(total), off)
    slip = find_slip(value(wrong), mended, (precision, precision)) if mended else Slip.OTHER
    share, remark = share_of_larger(off, value(total), computed), remark_on_slip(slip)
    return Finding(
        fingerprint=place_name(wrong, f"{grid.document.tables[wrong.table].title} / identity"),
        fact=None,
        mention=wrong.index,
        counterpart=last.index if wrong is total else total.index,
        relation=Relation.INCONSISTENT,
        slip=slip,
        difference=EXACT.subtract(value(wrong), mended),
        same_fact=None,
        probability=probability,
        severity=severity_of(probability, share, settings, remark),
        reasons=(Reason(family.why),),
        kind=FindingKind.ROLL_FORWARD if carried_on else FindingKind.IDENTITY,
        calculation=Calculation(
            total=total.index,
            addends=tuple((each.index, sign) for each, sign in way),
            stated=value(total),
            computed=computed,
            tolerance=equation.allowed(way) / 2,
            across=False,
            kept=kept,
            broken=sum(each.holding is None for each in family.equations),
        ),
        mended=mended,
        share=share,
        remark=remark,
    )


def _probability(family: Family) -> float:
    if family.always:
        return _SURE
    return SOLE_IDENTITY.probability if family.sole else _LIKELY


def _likeliest_wrong(total: Mention, way: Sequence[Term], footed: Collection[int]) -> Mention:
    """Return the one number that does not foot. Where several do not, or none, return the total, or the only
    term."""
    unfooted = [each for each in (total, *(each for each, _ in way)) if each.index not in footed]
    if len(unfooted) == 1:
        return unfooted[0]
    return way[0][0] if len(way) == 1 else total


def of_units(
    grid: Grid,
    settings: CheckSettings,
    held: Sequence[tuple[Family, Held]],
    sums: Collection[Confirmed],
    footed: Collection[int],
    told: Collection[int],
) -> tuple[tuple[Finding, ...], tuple[LeftOpen, ...]]:
    """Return the equation that misses by a unit: as a finding where this is no chance, else as left open."""
    missed, certain = missed_units(grid, [each for _, each in held], sums)
    cells = [{each.total.index, *(term.index for term, _ in way)} for each, way in missed]
    if not missed or not set().union(*cells).isdisjoint(told):
        return (), ()
    equation, way = missed[0]
    family = next(family for family, each in held if each[0] is equation)
    one = replace(family, equations=tuple(each for each, _ in missed))
    shared = set.intersection(*cells) if len(cells) > 1 else ()
    found = finding(grid, settings, one, equation, way, footed, 0, shared)
    assert found.calculation is not None
    if certain and found.probability >= settings.threshold:
        exact = replace(found.calculation, tolerance=Decimal(0))
        notice = replace(
            found, calculation=exact, slip=Slip.ROUNDING, severity=Severity.NOTICE, remark=Remark.ROUNDING
        )
        return (notice,), ()
    return (), (
        LeftOpen(
            fact=None,
            mention=found.mention,
            counterpart=found.counterpart,
            relation=found.relation,
            difference=found.difference,
            same_fact=None,
            probability=min(_OPEN, settings.threshold),
            rule="",
            kind=found.kind,
            calculation=found.calculation,
        ),
    )


def of_shares(grid: Grid, settings: CheckSettings, missed: PerShare) -> Finding:
    """Return the finding of earnings per share that are not earnings over shares."""
    stated, number = missed.stated, missed.stated.number
    off = value(stated) - missed.computed
    share = share_of_larger(off, value(stated), missed.computed)
    return Finding(
        fingerprint=place_name(stated, f"{grid.document.tables[stated.table].title} / per share"),
        fact=None,
        mention=stated.index,
        counterpart=missed.earned.index,
        relation=Relation.INCONSISTENT,
        slip=missed.slip,
        difference=off,
        same_fact=None,
        probability=_LIKELY,
        severity=severity_of(_LIKELY, share, settings),
        reasons=(Reason(ReasonCode.PER_SHARE),),
        kind=FindingKind.DERIVED,
        calculation=Calculation(
            total=stated.index,
            addends=((missed.earned.index, 1), (missed.shares.index, 1)),
            stated=value(stated),
            computed=missed.computed,
            tolerance=Decimal(1).scaleb(number.precision),
            across=False,
            kept=missed.kept,
            broken=1,
            way="ratio",
        ),
        mended=missed.computed,
        share=share,
    )


def missed_units(grid: Grid, held: Sequence[Held], sums: Iterable[Confirmed]) -> tuple[Sequence[Held], bool]:
    """Return the equations that miss by what rounding would allow though nothing else in the document is off,
    and whether that is no chance.

    All of them must share a number, which may be wrong. Without such a number none is returned.
    """
    off = [each for each in held if len(each[1]) >= _FEWEST and _misses(*each)]
    shared = set.intersection(*map(_cells, off)) if off else set()
    if not shared or says_rounded(grid.document) or _is_explained(grid, off) or _are_rounded(grid, off):
        return (), False
    others = [*_others([each for each in held if each not in off], sums, shared)]
    if not all(exact for _, exact in others):
        return (), False
    totals = {cells[-1]: len(cells) - 1 for cells, _ in others}
    # Further equations that miss by the same amount count like sums that come out.
    agreeing = [len(way) for _, way in off[1:]] if len({abs(each.off(way)) for each, way in off}) == 1 else []
    return off, are_no_chance([*totals.values(), *agreeing], _BY_CHANCE)


def _misses(equation: Equation, way: tuple[Term, ...]) -> bool:
    return all(equation.off(each) for each in (way, *equation.ways))


def _cells(held: Held) -> set[int]:
    equation, way = held
    return {equation.total.index, *(each.index for each, _ in way)}


def _others(
    held: Iterable[Held], sums: Iterable[Confirmed], shared: AbstractSet[int]
) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield the mentions of the other sums and equations, the total last, and whether they come out to the
    unit. Those that are off and have all `shared` numbers are left out."""
    stated = [(each.mentions, each.exact) for each in sums if each.kind in _SUMS]
    stated += [((*(each.index for each, _ in way), end.total.index), not end.off(way)) for end, way in held]
    for mentions, exact in stated:
        if len(mentions) > _FEWEST and (exact or not shared <= set(mentions)):
            yield mentions, exact


def _are_rounded(grid: Grid, off: Iterable[Held]) -> bool:
    """Tell whether the document states a line of an equation to more digits elsewhere, so that it is
    rounded."""
    coarse: dict[str, int] = {}
    for equation, way in off:
        for each in (equation.total, *(term for term, _ in way)):
            coarse[compared(each.row_path)] = each.number.precision
    return any(
        each.number.precision < coarse.get(compared(each.row_path), each.number.precision)
        for each in grid.document.mentions
        if each.number.measure not in _PARTS and each.number.value
    )


def _is_explained(grid: Grid, off: Iterable[Held]) -> bool:
    """Tell whether a line of the total's column has the amount that an equation misses by."""
    return any(
        value(each) and abs(value(each)) == abs(equation.off(way))
        for equation, way in off
        for each in grid.column(equation.total.index)
    )
