"""Check the equations that hold by the meaning of lines, within a statement and between tables.

An equation that does not come out may only leave out another line. Then it is explained and not reported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import accumulate, chain, combinations
from typing import ClassVar

from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.reconciling import reconciling_item
from cofitcheck.checks.evidence.statement_lines import AMOUNTS
from cofitcheck.checks.identities.between import cash, halves, parts_elsewhere, quarters
from cofitcheck.checks.identities.equations import Equation, Family, Term, digits, per_share, value
from cofitcheck.checks.identities.findings import Held, finding, of_shares, of_units
from cofitcheck.checks.identities.statements import carried, statements, two_sides
from cofitcheck.checks.ledger import Confirmed
from cofitcheck.checks.model import Finding
from cofitcheck.checks.protocol import CheckResult, Known, not_reached
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.deadline import NEVER, Deadline
from cofitcheck.document import Mention
from cofitcheck.mentions.words import mention_bases
from cofitcheck.numbers import Slip

_COMPLETE = (ReasonCode.CHANGE_IN_CASH, ReasonCode.CLOSING_CASH)
"""The equations of which every named line is in the statement, so that none of them is left out."""
_FEW = 2
"""How many broken columns of a balance sheet may be errors even if none comes out. A table with more is no
balance sheet."""

_LONGEST = 100
"""The most lines of a column that are looked at, those nearest to the total. A hostile table may have
more."""
_DIGITS = 3
"""The fewest digits of a difference that is sought elsewhere in a document. Shorter numbers are equal by
chance."""


@dataclass(frozen=True)
class IdentitiesCheck:
    """Checks the lines of statements against the equations that their meaning requires."""

    stage: ClassVar[str] = "derived"

    def run(self, known: Known) -> CheckResult:
        """Return the equations that break, and those that hold."""
        before = known.before
        return check_identities(
            known.grid,
            known.settings,
            before.footed,
            before.in_findings,
            before.totals,
            known.deadline,
            before.holding,
        )


def check_identities(
    grid: Grid,
    settings: CheckSettings,
    footed: Collection[int],
    in_findings: Collection[int],
    totals: Collection[int] = (),
    deadline: Deadline = NEVER,
    sums: Collection[Confirmed] = (),
) -> CheckResult:
    """Check the lines of statements against the equations that their meaning requires.

    Among the numbers of a broken equation, one that does not foot is likelier wrong (`footed` are those that
    do). A number of an earlier finding (`in_findings`) is not reported again. An unnamed line may stand
    between the lines of an equation. So a broken equation is reported only where no other number explains the
    difference, and where more equations of its family hold than break, or only one breaks. Rules that
    documents never break need neither.
    `totals` are the mentions that are the sum of others of their column, `sums` the calculations that hold.
    """
    findings: list[Finding] = []
    holding: list[Confirmed] = []
    told = set(in_findings)
    held: list[tuple[Family, Held]] = []
    families = chain(
        statements(grid),
        two_sides(grid),
        carried(grid),
        cash(grid),
        quarters(grid),
        halves(grid),
        parts_elsewhere(grid, totals),
    )
    left = 0
    for family in (_of_one_company(grid, each) for each in families):
        if deadline.passed:
            left = 1  # how many more there are is not known
            break
        kept = [(each.total, way) for each in family.equations if (way := each.holding) is not None]
        holding += (
            Confirmed(family.kind, (*(each.index for each, _ in way), end.index)) for end, way in kept
        )
        if family.of_statement:
            held += ((family, (each, way)) for each in family.equations if (way := each.holding))
        for equation, way in _missed(family, [way for _, way in kept]):
            named = {equation.total.index, *(each.index for each, _ in way)}
            shared = _shared(family)
            found = finding(grid, settings, family, equation, way, footed, len(kept), shared)
            if (
                found.probability >= settings.threshold
                and named.isdisjoint(told)
                and _is_error(family, found)
                and not _is_explained(grid, family, equation, way)
            ):
                told.add(found.mention)
                findings.append(found)
    of_unit, left_open = of_units(grid, settings, held, sums, footed, told)
    shares = [
        of_shares(grid, settings, each)
        for each in deadline.until(per_share(grid))
        if each.stated.index not in told and each.earned.index not in told
    ]
    unreached = not_reached("equations", left, deadline)
    return CheckResult(
        (*findings, *of_unit, *shares), tuple(holding), left_open=left_open, not_checked=unreached
    )


def _of_one_company(grid: Grid, family: Family) -> Family:
    """Return a family without the equations that compare numbers of the parent alone with the group's."""
    bases = mention_bases(grid.document)
    equations = tuple(
        each
        for each in family.equations
        if len({bases[term.index].of_parent for term, _ in ((each.total, 1), *each.terms)}) == 1
    )
    return family if len(equations) == len(family.equations) else replace(family, equations=equations)


def _missed(family: Family, kept: Sequence[Sequence[Term]]) -> Iterator[tuple[Equation, tuple[Term, ...]]]:
    """Yield the broken equations, each with the terms that the equations that hold add up, or else the
    nearest."""
    broken = _broken(family)
    fewest = _FEW if family.always else family.sole
    if not family.whole or _errors(family) > max(fewest, len(kept)):
        return
    lines = [_lines(way) for way in kept]
    for equation in broken:
        if says_change(equation.total.column_path):  # the sign may be that of a cost or of a rise
            continue
        as_kept = next((way for way in equation.ways if _lines(way) in lines), None)
        yield equation, as_kept or equation.nearest


def _broken(family: Family) -> list[Equation]:
    return [each for each in family.equations if each.holding is None]


def _errors(family: Family) -> int:
    """Return how many numbers may be wrong: one where all broken equations have a number in common."""
    return 1 if _shared(family) else len(_broken(family))


def _shared(family: Family) -> set[int]:
    """Return the mentions that are in all of several broken equations and in none that comes out."""
    broken = [_held(each) for each in _broken(family)]
    right = (_held(each) for each in family.equations if each.holding is not None)
    return set.intersection(*broken).difference(*right) if len(broken) > 1 else set()


def _held(equation: Equation) -> set[int]:
    return {equation.total.index, *(term.index for term, _ in equation.terms)}


def _is_error(family: Family, found: Finding) -> bool:
    """Tell whether a broken equation is an error: more equations of its family hold than may be wrong.

    In a `sole` family it is enough that one number is wrong. In a `closed` one it is enough that a slip
    explains the miss. In an `always` family nothing else is needed.
    """
    assert found.calculation is not None
    errors = _errors(family)
    outvoted = errors < found.calculation.kept
    alone = family.sole and errors == 1
    return family.always or outvoted or alone or (family.closed and found.slip is not Slip.OTHER)


def _is_explained(grid: Grid, family: Family, equation: Equation, way: tuple[Term, ...]) -> bool:
    if family.why is ReasonCode.CARRIED:
        return is_stated_below(grid, equation, way)
    if family.why is ReasonCode.CASH_OF_STATEMENTS and _states_another_column(family, equation):
        return False
    complete = family.why in _COMPLETE
    # A line that may be taken off or added explains a miss with either sign.
    ways = (way, *equation.ways) if equation.either else (way,)
    return not family.always and any(is_explained(grid, equation, each, complete=complete) for each in ways)


def _states_another_column(family: Family, broken: Equation) -> bool:
    """Tell whether the cash of the balance sheet equals the total of another equation, which holds."""
    stated = {value(term) for term, _ in broken.terms}
    return any(value(each.total) in stated for each in family.equations if each.holding is not None)


def _lines(way: Sequence[Term]) -> frozenset[tuple[int, int, int]]:
    return frozenset((each.table, each.row, sign) for each, sign in way)


def is_explained(grid: Grid, equation: Equation, way: tuple[Term, ...], *, complete: bool = False) -> bool:
    """Tell whether other lines have the amount that `way` misses its total by.

    They may be one line, two lines between, or several in succession. They may also be a line whose sign was
    read wrongly, or a reconciling item of the period, as exchange differences. The own lines of a `complete`
    equation do not count.
    """
    off = abs(equation.off(way))
    column = _column(grid, equation.total)
    ends = [equation.total, *(each for each, _ in way)]
    if complete:
        named = {each.index for each in ends}
        column = [each for each in column if each.index not in named]
    if any(off == abs(value(each)) for each in column) or reconciling_item(grid, off, ends):
        return True
    if len({equation.total.table, *(each.table for each, _ in way)}) > 1:
        return _is_printed(grid, off, equation)
    if any(off == 2 * abs(value(each)) for each in column):
        return True
    rows = [equation.total.row, *(each.row for each, _ in way)]
    between = [each for each in column if min(rows) <= each.row <= max(rows)]
    if len(way) == 1:  # the two ends differ by the miss itself, so they explain nothing
        between = [each for each in between if each not in ends]
        column = between
    rounded = len(ends) * Decimal(1).scaleb(equation.total.number.precision)
    if any(each not in ends and abs(off - abs(value(each))) <= rounded for each in between):
        return True
    if complete:
        last = max(each.row for each, _ in way)
        between = [each for each in between if each.row > last or equation.total.row < each.row]
    return _is_run(between if complete else column, off) or any(
        off in (abs(value(one) + value(other)), abs(value(one) - value(other)))
        for one, other in combinations(between, 2)
    )


def is_stated_below(grid: Grid, equation: Equation, way: tuple[Term, ...]) -> bool:
    """Tell whether a line below two balances is their difference, as cash of discontinued operations is."""
    off, ends = abs(equation.off(way)), (equation.total, *(each for each, _ in way))
    if len({each.table for each in ends}) > 1:
        return False
    last = max(each.row for each in ends)
    below = (each for end in ends for each in grid.column(end.index) if each.row > last)
    return any(abs(value(each)) == off for each in below if each.number.measure in AMOUNTS)


def _column(grid: Grid, total: Mention) -> list[Mention]:
    column = [total, *grid.column(total.index)]
    amounts = [each for each in column if each.number.measure in AMOUNTS and each.number.value]
    return sorted(
        sorted(amounts, key=lambda each: abs(each.row - total.row))[:_LONGEST], key=lambda each: each.row
    )


def _is_run(column: list[Mention], off: Decimal) -> bool:
    sums = [Decimal(0), *accumulate(map(value, column))]
    return any(abs(end - begun) == off for begun, end in combinations(sums, 2))


def _is_printed(grid: Grid, off: Decimal, equation: Equation) -> bool:
    """Tell whether a number of the document is the difference between two tables (`off`)."""
    if len(str(int(off.scaleb(-equation.total.number.precision)))) < _DIGITS:
        return False
    return any(
        each.number.value is not None and abs(each.number.value) == off and digits(each) >= _DIGITS
        for each in grid.document.mentions
    )
