"""Two mentions of one document, with what is said of each, and a rule that may keep them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.surroundings import near, notes, over
from cofitcheck.document import Mention
from cofitcheck.numbers import Measure

_BEGINNING = 80
"""So many characters of a note say of what it is."""


class MentionPair:
    """Two mentions, and the texts that rules look at; none is read before a rule asks for it."""

    def __init__(
        self, grid: Grid, one: Mention, other: Mention, said: dict[int, list[str]] | None = None
    ) -> None:
        self.grid, self.one, self.other = grid, one, other
        self._said = {} if said is None else said

    @property
    def turned(self) -> MentionPair:
        """The same two, the other first."""
        return MentionPair(self.grid, self.other, self.one, self._said)

    @cached_property
    def labels(self) -> tuple[str, str]:
        """The label of each row."""
        return _label(self.one), _label(self.other)

    @cached_property
    def paths(self) -> tuple[str, str]:
        """The sections, label and headers of each, in one text."""
        return _path(self.one), _path(self.other)

    @property
    def around(self) -> tuple[list[str], list[str]]:
        """All that is said of each, the nearest first: in its line, its notes, and over its table."""
        return self._around(self.one), self._around(self.other)

    def are(self, measure: Measure) -> bool:
        """Tell whether both numbers are of a measure."""
        return self.one.number.measure is self.other.number.measure is measure

    def _around(self, mention: Mention) -> list[str]:
        if mention.index not in self._said:
            heading = over(self.grid.document.tables[mention.table])
            self._said[mention.index] = [*near(mention), *beginnings(self.grid, mention), *heading]
        return self._said[mention.index]


@dataclass(frozen=True, slots=True)
class OppositeRule:
    """A rule that keeps two facts apart: its name, and whether it speaks of a pair."""

    name: str
    speaks: Callable[[MentionPair], bool]


def either_way(speaks: Callable[[MentionPair], bool]) -> Callable[[MentionPair], bool]:
    """Return what tells whether something holds of a pair, or of the pair turned."""
    return lambda pair: speaks(pair) or speaks(pair.turned)


def beginnings(grid: Grid, mention: Mention) -> Iterator[str]:
    """Yield how the notes of a number begin: the rest tells of other things."""
    return (note[:_BEGINNING] for note in notes(grid, mention))


def _label(mention: Mention) -> str:
    return " ".join(mention.row_path[-1:])


def _path(mention: Mention) -> str:
    return " ".join((*mention.row_path, *mention.column_path))
