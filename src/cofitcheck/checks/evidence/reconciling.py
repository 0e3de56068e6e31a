"""Find the line that is the difference between two amounts: the one includes it and the other leaves it
out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.caching import once_a_document
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.signs import stated_difference
from cofitcheck.checks.evidence.statement_lines import AMOUNTS, CASH_FLOWS, lines_by_table, statement_of
from cofitcheck.document import Document, Mention
from cofitcheck.language.lexicon import (
    DIVIDEND_SIGNS,
    DIVIDEND_WORDS,
    RECONCILING_SIGNS,
    RECONCILING_WORDS,
)
from cofitcheck.periods import Period

ANOTHER_LINE = "another line is the difference"
"""The name of the rule."""

_DIGITS = 3
"""The fewest digits of such a line. Shorter numbers are a difference by chance. Zeros at the end count only
where the two numbers have different lengths and the line stands next to one: a wrong digit makes a round
difference too."""
_NEAR = 2
"""How many lines above and below a number may be a part that another statement of it leaves out."""
_RECONCILING = re.compile(rf"\b{RECONCILING_WORDS}\b|{RECONCILING_SIGNS}", re.IGNORECASE)
_DIVIDENDS = re.compile(rf"\b{DIVIDEND_WORDS}\b|{DIVIDEND_SIGNS}", re.IGNORECASE)


def line_between(grid: Grid, first: int, second: int) -> Mention | None:
    """Return the line that is the difference between two statements of one line, None where none is.

    It is a reconciling item of their period (minority interests, preferred dividends), wherever it stands, or
    a line next to one of the two. Statements of cash flows begin with income before dividends, so dividends
    explain nothing there.
    """
    pair = grid[first], grid[second]
    off = stated_difference(grid, first, second)
    if not off or len({each.number.precision for each in pair}) > 1 or not all(map(_is_amount, pair)):
        return None
    near = [line for each in pair for line in _next_to(grid, each)]
    of_flows = any(_is_of_cash_flows(grid, each.table) for each in pair)
    found = [*_as_much_as(off, (*near, *_reconciling_items(grid, off, pair)), pair)]
    if len({_length(each) for each in pair}) > 1:  # no single digit is wrong, as their lengths differ
        found += (each for each in near if _is_as_much(each, off) and _length(each) >= _DIGITS)
    return next((each for each in found if not (of_flows and _names(_DIVIDENDS, each))), None)


def line_in_both(grid: Grid, first: int, second: int) -> Mention | None:
    """Return the line that is the difference and that both tables state, None where none is.

    In each table it stands next to the number or in its row. Both tables then tell the part apart, and a sum
    that asks for the one number may well have the part twice.
    """
    line = line_between(grid, first, second)
    if line is None:
        return None
    off = line.number.value or Decimal(0)
    sides = (
        [*_as_much_as(off, (*_next_to(grid, grid[each]), *grid.row(each)), ())] for each in (first, second)
    )
    return line if all(sides) else None


def line_beside_both(grid: Grid, first: int, second: int) -> Mention | None:
    """Return the line that is the difference, where the table of one number states the other number too.

    All three must stand together: a subtotal, one line more, and the total. The result is None where they do
    not. Dividends do not count where one number is of cash flows, which begin with income before dividends.
    """
    pair = grid[first], grid[second]
    of_flows = any(_is_of_cash_flows(grid, each.table) for each in pair)
    for one, other in (pair, pair[::-1]):
        near = [*_next_to(grid, one)]
        stated = [each for each in near if each.number.value == other.number.value]
        off = abs((one.number.value or Decimal(0)) - (other.number.value or Decimal(0)))
        line = next((each for each in near if off and _is_as_much(each, off)), None)
        if line and of_flows and _names(_DIVIDENDS, line):
            continue
        if line and any(_length(each) >= _DIGITS and each.row != line.row for each in stated):
            return line
    return None


def are_paid_and_declared(grid: Grid, first: int, second: int) -> bool:
    """Tell whether the one is dividends of a statement of cash flows, and the other dividends of another
    table.

    Declared dividends are paid later.
    """
    pair = grid[first], grid[second]
    flows = {_is_of_cash_flows(grid, each.table) for each in pair}
    return len(flows) > 1 and all(_names(_DIVIDENDS, each) for each in pair)


def reconciling_item(grid: Grid, off: Decimal, ends: Sequence[Mention]) -> Mention | None:
    """Return the reconciling item with the amount `off` (base units) that a calculation misses by, None where
    none is. It is of the period of the calculation. `ends` are the numbers that the calculation names."""
    items = _reconciling_items(grid, off, ends)
    return next(_as_much_as(off, items, ends), None)


def _as_much_as(off: Decimal, lines: Iterable[Mention], ends: Sequence[Mention]) -> Iterator[Mention]:
    named = {each.index for each in ends}
    for line in lines:
        if line.index not in named and line.number.digits >= _DIGITS and _is_as_much(line, off):
            yield line


def _is_as_much(line: Mention, off: Decimal) -> bool:
    return abs(line.number.value or Decimal(0)) == abs(off) and _is_amount(line)


def _length(mention: Mention) -> int:
    """Return how many digits stand before the point of a number, zeros at its end too."""
    return len(str(abs(int(mention.number.displayed or 0))))


def _next_to(grid: Grid, mention: Mention) -> Iterator[Mention]:
    column = grid.column(mention.index)
    above = [each for each in column if each.row < mention.row]
    below = [each for each in column if each.row > mention.row]
    yield from (*above[-_NEAR:], *below[:_NEAR])


def _reconciling_items(grid: Grid, off: Decimal, ends: Sequence[Mention]) -> Iterator[Mention]:
    """Yield the reconciling items of an amount that stand in a column of the ends, or are of their period."""
    columns = {(each.table, each.column) for each in ends}
    periods = {grid.periods[each.index] for each in ends}
    for at in _items_by_amount(grid.document).get(abs(off), ()):
        line = grid[at]
        if (line.table, line.column) in columns or _are_of_one_period(grid.periods[at], periods):
            yield line


def _are_of_one_period(period: Period, others: Iterable[Period]) -> bool:
    return bool(period.year) and any(
        (period.year, period.months) == (other.year, other.months)
        and (not period.month or not other.month or period.month == other.month)
        for other in others
    )


@once_a_document
def _items_by_amount(document: Document) -> Mapping[Decimal, Sequence[int]]:
    found: dict[Decimal, list[int]] = defaultdict(list)
    for each in document.mentions:
        if each.number.value and _names(_RECONCILING, each):
            found[abs(each.number.value)].append(each.index)
    return found


def _is_of_cash_flows(grid: Grid, table: int) -> bool:
    return statement_of(lines_by_table(grid.document)[table]) == CASH_FLOWS


def _is_amount(mention: Mention) -> bool:
    return mention.number.measure in AMOUNTS


def _names(words: re.Pattern[str], mention: Mention) -> bool:
    return bool(mention.row_path) and bool(words.search(mention.row_path[-1]))
