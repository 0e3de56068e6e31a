"""What the lines of one statement come to, by their meaning: of a balance sheet, of cash flows, of income."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_lines import lines_by_table
from cofitcheck.checks.identities.equations import Equation, Family, Term
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.document import Mention


@dataclass(frozen=True, slots=True)
class Identity:
    """A line that is the sum of others by what they are; each is a field of `language.model.Statements`.

    `either` are taken off: they are printed with the sign of a cost or without one. `optional` lines
    take part where the statement has them, or do not. `always` tells that statements never break it: others
    may have a line between that has no name here. Nothing is said of a table that states the line `without`.
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
    """Yield for each table the identities of which it states all lines, in the columns that do.

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


_ASSETS = frozenset({"assets", "current_assets", "other_assets"})
_CLAIMS = frozenset({"equity", "liabilities", "current_liabilities", "other_liabilities", "funding"})


def two_sides(grid: Grid) -> Iterator[Family]:
    """Yield what the last lines are of two tables that follow each other, the one of assets, the other of
    what pays for them: one amount."""
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
