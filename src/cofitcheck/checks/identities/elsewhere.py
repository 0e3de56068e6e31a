"""Tables without a total of their own: their lines add up to a line of another table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.identities.equations import AMOUNTS, Equation, Family, digits, same_period, value
from cofitcheck.checks.reasons import Why
from cofitcheck.document import Mention

_FEWEST = 2
"""So many columns must come to numbers of one line."""
_MOST = 12
"""A longer table without a total is a list."""
_SHORTEST = 3
"""Numbers of fewer digits meet by chance."""


def parts_elsewhere(grid: Grid, totals: Iterable[int]) -> Iterator[Family]:
    """Yield the tables whose columns come to the numbers of one line elsewhere; `totals` are the mentions
    that are the sum of others of their own column."""
    own = {(grid[each].table, grid[each].column) for each in totals}
    stated: dict[Decimal, list[Mention]] = defaultdict(list)
    for each in grid.document.mentions:
        if each.number.measure in AMOUNTS and each.number.value and digits(each) >= _SHORTEST:
            stated[value(each)].append(each)
    for table in grid.document.tables:
        columns = {
            column: each
            for column, each in _columns(grid, table.index).items()
            if (table.index, column) not in own and 2 <= len(each) <= _MOST
        }
        yield from _lines(grid, columns, stated)


def _columns(grid: Grid, table: int) -> Mapping[int, list[Mention]]:
    """Return the amounts of a table by column; without a column that has anything else."""
    columns: dict[int, list[Mention]] = defaultdict(list)
    for each in grid.table(table):
        columns[each.column].append(each)
    return {
        column: found
        for column, found in columns.items()
        if all(each.number.measure in AMOUNTS and each.number.value is not None for each in found)
    }


def _lines(
    grid: Grid, columns: Mapping[int, list[Mention]], stated: Mapping[Decimal, list[Mention]]
) -> Iterator[Family]:
    met: dict[tuple[int, int], set[int]] = defaultdict(set)
    for column, parts in columns.items():
        date = grid.periods[parts[0].index]
        for total in stated.get(sum(map(value, parts), Decimal(0)), ()):
            if total.table != parts[0].table and same_period(grid.periods[total.index], date):
                met[total.table, total.row].add(column)
    for line, kept in met.items():
        if len(kept) >= _FEWEST:
            yield Family(Why.PARTS_ELSEWHERE, tuple(_equations(grid, columns, grid.line(*line))))
            return


def _equations(grid: Grid, columns: Mapping[int, list[Mention]], line: list[Mention]) -> Iterator[Equation]:
    for parts in columns.values():
        date = grid.periods[parts[0].index]
        of_date = [each for each in line if same_period(grid.periods[each.index], date)]
        if len(of_date) == 1:
            yield Equation(of_date[0], tuple((each, 1) for each in parts))
