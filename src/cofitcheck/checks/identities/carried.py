"""Balances carried forward: what a period ends with, the next begins with, in one table or the next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.addends import deducts
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.named_lines import names_closing, names_opening
from cofitcheck.checks.identities.equations import INTERIM, Equation, Family, is_interim, same_date, value
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import CURRENT_SIGNS, CURRENT_WORDS, NONCURRENT_SIGNS, NONCURRENT_WORDS
from cofitcheck.numbers import Measure
from cofitcheck.periods.text import said_besides

_NEAR = 3
"""A balance is carried into one of the next tables, or from one of those before."""
_YEAR = 12
_PART = re.compile(
    rf"\b(?:{CURRENT_WORDS}|{NONCURRENT_WORDS})\b|{CURRENT_SIGNS}|{NONCURRENT_SIGNS}", re.IGNORECASE
)
"""A balance that is said to be a part of the one above is carried nowhere."""
_Key = tuple[int, int, Measure]


def carried(grid: Grid) -> Iterator[Family]:
    """Yield what opening balances are: the closing ones of the period before."""
    interim = is_interim(grid.periods)
    for table in grid.document.tables:
        if equations := tuple(_in_table(grid, table.index, interim=interim)):
            yield Family(ReasonCode.CARRIED, equations, CheckKind.ROLL_FORWARD, always=True)
    yield from _between_tables(grid)


def _in_table(grid: Grid, table: int, *, interim: bool) -> Iterator[Equation]:
    """Yield the balances of a table with a column a year that one column ends and another begins with.

    In an `interim` report a year alone does not date a balance, and a quarter does not begin with what that
    of the year before ends with.
    """
    spans = [(each.column, grid.periods[each.index].months) for each in grid.table(table)]
    quarters = {column for column, months in spans if months in INTERIM}
    if interim:  # a column with a day for a header may be of any span
        quarters |= {column for column, _ in spans} - {column for column, months in spans if months == _YEAR}
    opening: dict[_Key, list[Mention]] = defaultdict(list)
    closing: dict[_Key, list[Mention]] = defaultdict(list)
    for mention in grid.table(table):
        period = grid.periods[mention.index]
        dated = period.year and (period.month or not interim) and mention.column not in quarters
        part = _PART.search(mention.row_path[-1]) if mention.row_path else None
        if dated and not part and mention.number.value is not None:
            begins, ends = names_opening(mention.row_path), names_closing(mention.row_path)
            if begins is not ends:
                side = opening if begins else closing
                side[period.year, period.month, mention.number.measure].append(mention)
    for key, at in opening.items():
        before = closing.get(key, ())
        if (
            len(at) == len(before) == 1
            and at[0].column != before[0].column
            and _of_one_entity(at[0], before[0])
        ):
            yield Equation(at[0], ((before[0], _sign(at[0], before[0])),))


def _of_one_entity(begun: Mention, ended: Mention) -> bool:
    """Tell whether headers say the same of two balances but for the time: a successor does not begin with
    what its predecessor ends with."""
    words = (said_besides(each.column_path) for each in (begun, ended))
    # In Chinese and Japanese the words for "this year" and "the year before" are among them.
    return len({frozenset(filter(str.isascii, said)) for said in words}) == 1


def _sign(begun: Mention, ended: Mention) -> int:
    """Return -1 where one of two balances is added, the other deducted, and each is printed with its sign."""
    other_way = _is_deducted(begun) is not _is_deducted(ended)
    return -1 if other_way and value(begun) * value(ended) < 0 else 1


def _is_deducted(mention: Mention) -> bool:
    return any(map(deducts, mention.row_path[-1:]))


def _between_tables(grid: Grid) -> Iterator[Family]:
    """Yield the balances of a table with a column an item that the rows of another begin with."""
    rows = [
        row
        for table in grid.document.tables
        for row in _as_reported(grid, list(_balances(grid, table.index)))
    ]
    for begun in (row for row in rows if names_opening(row[0].row_path)):
        for ended in (row for row in rows if names_closing(row[0].row_path)):
            if not 0 < abs(begun[0].table - ended[0].table) <= _NEAR:
                continue
            if not same_date(grid.periods[begun[0].index], grid.periods[ended[0].index]):
                continue
            before = {each.column_path: each for each in ended}
            equations = tuple(
                Equation(each, ((before[each.column_path], 1),))
                for each in begun
                if each.column_path in before
            )
            if len(equations) > 1 and len(before) == len(ended):
                yield Family(ReasonCode.CARRIED, equations, CheckKind.ROLL_FORWARD)


def _as_reported(grid: Grid, balances: Sequence[Sequence[Mention]]) -> Iterator[Sequence[Mention]]:
    """Yield the first of the rows of a table that are balances of one date: to those below it a new policy is
    applied."""
    for at, row in enumerate(balances):
        above = (grid.periods[each[0].index] for each in balances[:at])
        if not any(same_date(each, grid.periods[row[0].index]) for each in above):
            yield row


def _balances(grid: Grid, table: int) -> Iterator[Sequence[Mention]]:
    """Yield the rows of a table that are balances of one date, with two numbers or more."""
    rows: dict[int, list[Mention]] = defaultdict(list)
    for mention in grid.table(table):
        if mention.number.value is not None:
            rows[mention.row].append(mention)
    for row in rows.values():
        path = row[0].row_path
        dates = {grid.periods[each.index] for each in row}
        if len(row) > 1 and len(dates) == 1 and (names_opening(path) or names_closing(path)):
            yield row
