"""What the lines of one statement come to, by their meaning: of a balance sheet, of cash flows, of income."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.identities.equations import AMOUNTS, Equation, Family, label_of
from cofitcheck.checks.reasons import Why
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import STATEMENT_LINES

NAMED = {line: re.compile(words) for line, words in STATEMENT_LINES.items()}
"""What the whole label of each line of `language.model.Statements` matches."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A line that is the sum of others by what they are; each is a field of `language.model.Statements`.

    `deducted` lines are taken off. `optional` lines take part where the statement has them, or do not.
    `always` tells that statements never break it: others may have a line between that has no name here.
    """

    total: str
    parts: tuple[str, ...]
    why: Why
    deducted: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    always: bool = False


IDENTITIES = (
    Identity("assets", ("funding",), Why.BALANCE, always=True),
    Identity("assets", ("current_assets", "other_assets"), Why.ALL_ASSETS),
    Identity("liabilities", ("current_liabilities", "other_liabilities"), Why.ALL_LIABILITIES),
    Identity("funding", ("liabilities", "equity"), Why.FUNDING, optional=("mezzanine",)),
    Identity(
        "change", ("operating", "investing", "financing"), Why.CHANGE_IN_CASH, optional=("translation",)
    ),
    Identity("closing", ("opening", "change"), Why.CLOSING_CASH, optional=("translation",)),
    Identity("gross_profit", ("revenue",), Why.GROSS_PROFIT, deducted=("cost",)),
    # Tax is printed without a sign by most, and with that of a loss by others.
    Identity("net_income", ("pretax",), Why.NET_OF_TAX, deducted=("tax",), optional=("after_tax",)),
    Identity("net_income", ("pretax", "tax"), Why.NET_OF_TAX, optional=("after_tax",)),
)


def statements(grid: Grid) -> Iterator[Family]:
    """Yield for each table the identities of which it states all lines, in the columns that do.

    A summary may leave out an optional line that the statement itself has.
    """
    tables = [lines_of(grid.table(table.index)) for table in grid.document.tables]
    known = set().union(*tables)
    for named in tables:
        for identity in IDENTITIES:
            if identity.total in named:
                columns = (_in_column(identity, named, column) for column in named[identity.total])
                equations = tuple(each for each in columns if each is not None)
                if equations:
                    whole = known.intersection(identity.optional) <= named.keys()
                    yield Family(identity.why, equations, always=identity.always, whole=whole)


def _in_column(
    identity: Identity, named: Mapping[str, Mapping[int, Mention]], column: int
) -> Equation | None:
    signs = {**dict.fromkeys(identity.parts, 1), **dict.fromkeys(identity.deducted, -1)}
    terms = tuple(
        (named[line][column], sign) for line, sign in signs.items() if column in named.get(line, {})
    )
    optional = ((named[line][column], 1) for line in identity.optional if column in named.get(line, {}))
    complete = len(terms) == len(signs)
    return Equation(named[identity.total][column], terms, tuple(optional)) if complete else None


def lines_of(mentions: Sequence[Mention]) -> Mapping[str, Mapping[int, Mention]]:
    """Return the numbers of each line that a table has once, by column."""
    rows: dict[int, dict[int, Mention]] = {}
    for mention in mentions:
        if mention.number.value is not None and mention.number.measure in AMOUNTS:
            rows.setdefault(mention.row, {})[mention.column] = mention
    labels = {row: label_of(next(iter(cells.values()))) for row, cells in rows.items()}
    found = {
        line: [row for row, label in labels.items() if pattern.fullmatch(label)]
        for line, pattern in NAMED.items()
    }
    return {line: rows[at[0]] for line, at in found.items() if len(at) == 1}
