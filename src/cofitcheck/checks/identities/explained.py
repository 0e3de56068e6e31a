"""What else may be behind an identity that does not come out: a line that it leaves out.

The lines of a statement are known by their names, and others may stand between them: an effect of exchange
rates, a share in associates, "other income" that is told apart. Their numbers are printed, so that the
difference is one of them, or what some of them come to.
"""

from __future__ import annotations

from decimal import Decimal
from itertools import accumulate, combinations

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.reconciling import reconciling_item
from cofitcheck.checks.evidence.statement_lines import AMOUNTS
from cofitcheck.checks.identities.equations import Equation, Term, digits, value
from cofitcheck.document import Mention

_LONGEST = 100
"""Of a longer column, as a hostile table may have, only the lines about the total are looked at."""
_DIGITS = 3
"""Shorter numbers meet by chance elsewhere in a document."""


def is_explained(grid: Grid, equation: Equation, way: tuple[Term, ...], *, complete: bool = False) -> bool:
    """Tell whether a line, two lines between, or several that follow each other are as much as what `way`
    misses its total by, or a sign that was read wrongly is; or an item of its period that other tables have,
    as exchange differences. Of a `complete` equation no line of its own may be left out."""
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
    if len(way) == 1:  # the two ends themselves differ by what is missing
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
    """Tell whether a line below two balances is their difference: the cash of what is given up."""
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
    """Tell whether a number of the document is the difference of what two tables state."""
    if len(str(int(off.scaleb(-equation.total.number.precision)))) < _DIGITS:
        return False
    return any(
        each.number.value is not None and abs(each.number.value) == off and digits(each) >= _DIGITS
        for each in grid.document.mentions
    )
