"""Two mentions of one document, with what is said of each, and a rule that may keep them apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.surroundings import near, notes, over
from cofitcheck.document import Mention
from cofitcheck.numbers import Measure

Value = TypeVar("Value")
_BEGINNING = 80
"""So many characters of a note say of what it is."""


class MentionPair:
    """Two mentions, and what rules look at. What a rule asks of one mention is worked out once a grid."""

    def __init__(self, grid: Grid, one: Mention, other: Mention) -> None:
        self.grid, self.one, self.other = grid, one, other

    @property
    def turned(self) -> MentionPair:
        """The same two, the other first."""
        return MentionPair(self.grid, self.other, self.one)

    @property
    def labels(self) -> tuple[str, str]:
        """The label of each row."""
        return self.of_each(_label)

    @property
    def paths(self) -> tuple[str, str]:
        """The sections, label and headers of each, in one text."""
        return self.of_each(_path)

    def of_each(self, said: Callable[[Grid, Mention], Value]) -> tuple[Value, Value]:
        """Return what a pure function says of each."""
        return self.grid.once(said, self.one), self.grid.once(said, self.other)

    def are(self, measure: Measure) -> bool:
        """Tell whether both numbers are of a measure."""
        return self.one.number.measure is self.other.number.measure is measure


@dataclass(frozen=True, slots=True)
class OppositeRule:
    """A rule that keeps two facts apart: its name, and whether it speaks of a pair."""

    name: str
    speaks: Callable[[MentionPair], bool]


def either_way(speaks: Callable[[MentionPair], bool]) -> Callable[[MentionPair], bool]:
    """Return what tells whether something holds of a pair, or of the pair turned."""
    return lambda pair: speaks(pair) or speaks(pair.turned)


def around(grid: Grid, mention: Mention) -> tuple[str, ...]:
    """Return all that is said of a mention, the nearest first: in its line, its notes, and over its table."""
    return *near(mention), *grid.once(beginnings, mention), *over(grid.document.tables[mention.table])


def beginnings(grid: Grid, mention: Mention) -> tuple[str, ...]:
    """Return how the notes of a number begin: the rest tells of other things."""
    return tuple(note[:_BEGINNING] for note in notes(grid, mention))


def _label(_: Grid, mention: Mention) -> str:
    return " ".join(mention.row_path[-1:])


def _path(_: Grid, mention: Mention) -> str:
    return " ".join((*mention.row_path, *mention.column_path))
