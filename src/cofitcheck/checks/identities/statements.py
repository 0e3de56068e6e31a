"""What the lines of a balance sheet and of a cash flow statement come to, by their meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.reasons import Why
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import STATEMENT_LINES
from cofitcheck.numbers import Measure

_AMOUNTS = (Measure.MONEY, Measure.UNKNOWN)
_NAMED = {line: re.compile(words) for line, words in STATEMENT_LINES.items()}


@dataclass(frozen=True, slots=True)
class Identity:
    """A line that is the sum of others by what they are; each is a field of `language.model.Statements`.

    `optional` lines take part where the statement has them, or do not. `always` tells that statements never
    break it: others may have a line between that has no name here, as equity that may be redeemed.
    """

    total: str
    parts: tuple[str, ...]
    why: Why
    optional: tuple[str, ...] = ()
    always: bool = False


IDENTITIES = (
    Identity(
        "assets",
        ("funding",),
        Why.BALANCE,
        always=True,
    ),
    Identity("assets", ("current_assets", "other_assets"), Why.ALL_ASSETS),
    Identity(
        "liabilities",
        ("current_liabilities", "other_liabilities"),
        Why.ALL_LIABILITIES,
    ),
    Identity("funding", ("liabilities", "equity"), Why.FUNDING),
    Identity(
        "change",
        ("operating", "investing", "financing"),
        Why.CHANGE_IN_CASH,
        ("translation",),
    ),
    Identity(
        "closing",
        ("opening", "change"),
        Why.CLOSING_CASH,
        ("translation",),
    ),
)


@dataclass(frozen=True, slots=True)
class StatedIdentity:
    """An identity in one column of a table: the total, and the parts that every way of it adds up."""

    identity: Identity
    total: Mention
    parts: tuple[Mention, ...]
    optional: tuple[Mention, ...]

    @property
    def ways(self) -> Iterator[tuple[Mention, ...]]:
        """The parts, with each choice of those that may take part, most of them first."""
        for count in range(len(self.optional), -1, -1):
            for chosen in combinations(self.optional, count):
                yield (*self.parts, *chosen)


def columns_of(grid: Grid, table: int) -> dict[Identity, list[StatedIdentity]]:
    """Return for each identity the columns of a table that state all lines of it."""
    named = _lines(grid.table(table))
    found: dict[Identity, list[StatedIdentity]] = {}
    for identity in IDENTITIES:
        needed = (identity.total, *identity.parts)
        if all(line in named for line in needed):
            for column in named[identity.total]:
                at = [named[line].get(column) for line in needed]
                mentions = [each for each in at if each is not None]
                if len(mentions) == len(needed):
                    also = chain.from_iterable(
                        (named[line][column],) for line in identity.optional if column in named.get(line, {})
                    )
                    total, *parts = mentions
                    found.setdefault(identity, []).append(
                        StatedIdentity(identity, total, tuple(parts), tuple(also))
                    )
    return found


def _lines(mentions: Sequence[Mention]) -> Mapping[str, Mapping[int, Mention]]:
    """Return the numbers of each line that a table has once, by column."""
    rows: dict[int, dict[int, Mention]] = {}
    for mention in mentions:
        if mention.number.value is not None and mention.number.measure in _AMOUNTS:
            rows.setdefault(mention.row, {})[mention.column] = mention
    labels = {row: _label(next(iter(cells.values()))) for row, cells in rows.items()}
    found = {
        line: [row for row, label in labels.items() if pattern.fullmatch(label)]
        for line, pattern in _NAMED.items()
    }
    return {line: rows[at[0]] for line, at in found.items() if len(at) == 1}


def _label(mention: Mention) -> str:
    return " ".join(mention.row_path[-1:]).casefold().strip(" :.") if mention.row_path else ""
