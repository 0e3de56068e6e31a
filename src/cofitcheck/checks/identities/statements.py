"""Equations between the lines of one statement by their meaning, and balances carried forward.

The statements are a balance sheet, cash flows and income. The closing balance of a period is the opening
balance of the next, in the same table or in one of the next tables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.addends import deducts, names_closing, names_opening
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_lines import lines_by_table
from cofitcheck.checks.identities.equations import (
    INTERIM,
    Equation,
    Family,
    Term,
    is_interim,
    same_date,
    value,
)
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import CURRENT_SIGNS, CURRENT_WORDS, NONCURRENT_SIGNS, NONCURRENT_WORDS
from cofitcheck.numbers import Measure
from cofitcheck.periods.text import said_besides

_NEAR = 3
"""How many tables away the opening balance of a closing balance may stand, before or behind."""
_YEAR = 12
_PART = re.compile(
    rf"\b(?:{CURRENT_WORDS}|{NONCURRENT_WORDS})\b|{CURRENT_SIGNS}|{NONCURRENT_SIGNS}", re.IGNORECASE
)
"""Words that name a balance as a part of the one above. It is not carried forward."""
_ASSETS = frozenset({"assets", "current_assets", "other_assets"})
_CLAIMS = frozenset({"equity", "liabilities", "current_liabilities", "other_liabilities", "funding"})
_Key = tuple[int, int, Measure]


@dataclass(frozen=True, slots=True)
class Identity:
    """A line that is the sum of others by their meaning; each is a field of `language.model.Statements`.

    `either` lines are deducted: they are printed with the sign of a cost or without one. `optional` lines
    may take part where the statement has them. `always` tells that statements never break the identity.
    Statements may break other identities, where an unnamed line stands between. The identity does not apply
    to a table that states the line `without`.
    """

    total: str
    parts: tuple[str, ...]
    why: ReasonCode
    either: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    without: str = ""
    always: bool = False


IDENTITIES = (
    Identity("assets", ("funding",), ReasonCode.BALANCE, always=True),
    Identity(
        "assets", ("liabilities", "equity"), ReasonCode.BALANCE, optional=("mezzanine",), without="funding"
    ),
    Identity("assets", ("current_assets", "other_assets"), ReasonCode.ALL_ASSETS),
    Identity("liabilities", ("current_liabilities", "other_liabilities"), ReasonCode.ALL_LIABILITIES),
    Identity("funding", ("liabilities", "equity"), ReasonCode.FUNDING, optional=("mezzanine",)),
    Identity("net_current", ("current_assets",), ReasonCode.NET_ASSETS, either=("current_liabilities",)),
    Identity("after_current", ("other_assets", "net_current"), ReasonCode.NET_ASSETS),
    Identity("net_assets", ("after_current",), ReasonCode.NET_ASSETS, either=("other_liabilities",)),
    Identity("net_assets", ("assets",), ReasonCode.NET_ASSETS, either=("liabilities",)),
    Identity("equity", ("net_assets",), ReasonCode.NET_ASSETS),
    Identity(
        "change",
        ("operating", "investing", "financing"),
        ReasonCode.CHANGE_IN_CASH,
        optional=("translation",),
    ),
    Identity("closing", ("opening", "change"), ReasonCode.CLOSING_CASH, optional=("translation",)),
    Identity("gross_profit", ("revenue",), ReasonCode.GROSS_PROFIT, either=("cost",)),
    Identity("operating_income", ("gross_profit",), ReasonCode.OPERATING_INCOME, either=("expenses",)),
    Identity(
        "operating_income",
        ("revenue",),
        ReasonCode.OPERATING_INCOME,
        either=("expenses",),
        without="gross_profit",
    ),
    Identity("pretax", ("operating_income",), ReasonCode.BEFORE_TAX, either=("other_income",)),
    Identity("net_income", ("pretax",), ReasonCode.NET_OF_TAX, either=("tax",), optional=("after_tax",)),
    Identity("comprehensive", ("net_income", "other_comprehensive"), ReasonCode.COMPREHENSIVE),
)


def statements(grid: Grid) -> Iterator[Family]:
    """Yield, for each table, the identities of which it states all lines, in the columns that state them.

    A summary may leave out an optional line that the statement itself has.
    """
    tables = list(lines_by_table(grid.document).values())
    known = set().union(*tables)
    for named in tables:
        for identity in IDENTITIES:
            if identity.total in named and identity.without not in named:
                columns = (_in_column(identity, named, column) for column in named[identity.total])
                equations = tuple(each for each in columns if each is not None)
                if equations:
                    whole = known.intersection(identity.optional) <= named.keys()
                    yield Family(
                        identity.why,
                        equations,
                        always=identity.always,
                        sole=True,
                        whole=whole,
                        of_statement=True,
                    )


def _in_column(
    identity: Identity, named: Mapping[str, Mapping[int, Mention]], column: int
) -> Equation | None:
    def terms(lines: tuple[str, ...], sign: int) -> tuple[Term, ...]:
        return tuple((named[line][column], sign) for line in lines if column in named.get(line, {}))

    parts, either = terms(identity.parts, 1), terms(identity.either, -1)
    if len(parts) < len(identity.parts) or len(either) < len(identity.either):
        return None
    return Equation(named[identity.total][column], parts, terms(identity.optional, 1), either)


def two_sides(grid: Grid) -> Iterator[Family]:
    """Yield the equations of the last lines of two successive tables, one of assets, the other of liabilities
    and equity: they are one amount."""
    for (at, assets), (_, claims) in pairwise(enumerate(lines_by_table(grid.document).values())):
        apart = _ASSETS & assets.keys() and not _CLAIMS & assets.keys() and _CLAIMS & claims.keys()
        if apart and not _ASSETS & claims.keys() - {"assets"}:
            one, other = _total(grid, at, assets, "assets"), _total(grid, at + 1, claims, "funding", "assets")
            equations = tuple(
                Equation(other[header], ((one[header], 1),)) for header in one.keys() & other.keys()
            )
            if equations:
                yield Family(ReasonCode.BALANCE, equations, always=True, of_statement=True)


def _total(
    grid: Grid, table: int, lines: Mapping[str, Mapping[int, Mention]], *names: str
) -> Mapping[tuple[str, ...], Mention]:
    """Return the numbers of the last line of a table, by their headers, where it has one of these names."""
    last = max((each.row for each in grid.table(table)), default=0)
    cells = next((lines[name].values() for name in names if name in lines), ())
    return {each.column_path: each for each in cells if each.row == last}


def carried(grid: Grid) -> Iterator[Family]:
    """Yield the equations of opening balances with the closing balances of the period before."""
    interim = is_interim(grid.periods)
    for table in grid.document.tables:
        if equations := tuple(_in_table(grid, table.index, interim=interim)):
            yield Family(ReasonCode.CARRIED, equations, CheckKind.ROLL_FORWARD, always=True)
    yield from _between_tables(grid)


def _in_table(grid: Grid, table: int, *, interim: bool) -> Iterator[Equation]:
    """Yield the equations of a table with a column for each year: one column ends with a balance, and another
    begins with it.

    In an `interim` report a year alone does not date a balance. And a quarter does not begin with the closing
    balance of the same quarter a year before.
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
    """Tell whether the headers of two balances are the same but for the time.

    A successor company does not begin with the closing balance of its predecessor.
    """
    words = (said_besides(each.column_path) for each in (begun, ended))
    # In Chinese and Japanese the words for "this year" and "the year before" are among them.
    return len({frozenset(filter(str.isascii, said)) for said in words}) == 1


def _sign(begun: Mention, ended: Mention) -> int:
    """Return -1 where labels deduct one of two balances only and their signs differ, else 1."""
    other_way = _is_deducted(begun) is not _is_deducted(ended)
    return -1 if other_way and value(begun) * value(ended) < 0 else 1


def _is_deducted(mention: Mention) -> bool:
    return any(map(deducts, mention.row_path[-1:]))


def _between_tables(grid: Grid) -> Iterator[Family]:
    """Yield the equations of opening balances in one table with closing balances in another.

    In such tables each column is an item, and a row is a balance of one date.
    """
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
    """Yield, of the rows of a table that are balances of one date, the first. A new policy is applied to the
    rows below it."""
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
