"""How near the numbers of sentences are to cells, by the vectors of the encoder, which does not read
values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from math import log1p

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document, Mention, Table, TableStructure
from cofitcheck.encoding import HEADS, Encoded, Encoder
from cofitcheck.periods import Period
from cofitcheck.prose import Prose, ProseMention

_LENGTHS = {3: "Three Months Ended", 6: "Six Months Ended", 9: "Nine Months Ended", 12: "Year Ended"}
_LABEL = 80
Vector = npt.NDArray[np.float32]
Place = tuple[int, int]
"""A passage, and which of its numbers."""
NAMES = (*(f"cosine_{head}" for head in HEADS), "nearer")
"""What `Similarity.near` returns, in order."""


def said_document(document: Document, prose: Prose) -> Document:
    """Return the sentences as the encoder reads tables: one for each passage, a row for each number.

    The label of a row is what the sentence says the number is of, its header when.
    """
    mentions: list[Mention] = []
    tables: list[Table] = []
    for table, (passage, said) in enumerate(_by_passage(prose).items()):
        place = document.passages[passage].place
        title = document.passages[passage].heading.rpartition(" — ")[2]
        tables.append(Table(table, (), TableStructure.of(len(said) + 1, 2), place, title=title))
        for row, each in enumerate(said, start=1):
            label = each.indicator.replace("…", " ").strip() or each.words[:_LABEL]
            header = _in_words(each.period or prose.own)
            at = (len(mentions), table, row, 1, each.text, each.number, (label,), header, place)
            mentions.append(Mention(*at))
    return Document(document.name, tuple(tables), tuple(mentions))


def _by_passage(prose: Prose) -> Mapping[int, list[ProseMention]]:
    found: dict[int, list[ProseMention]] = defaultdict(list)
    for mention in prose.mentions:
        found[mention.passage].append(mention)
    return found


def _in_words(period: Period) -> tuple[str, ...]:
    if not period.year:
        return ()
    if period.is_instant:
        return (
            f"As of {period.year}-{period.month:02}-{period.day:02}" if period.month else str(period.year),
        )
    return tuple(filter(None, (_LENGTHS.get(period.months, ""), str(period.year))))


class Similarity:
    """The vectors of the numbers of sentences beside those of cells.

    A number is known by its passage and its place among the numbers there. A number with other digits at that
    place has the same vectors, since the encoder does not read them.
    """

    def __init__(self, said: Encoded, cells: Encoded, prose: Prose) -> None:
        self._said, self._cells = said, cells
        self._rows = {place: row for row, place in enumerate(places_of(prose).values())}
        self._facts: dict[int, Vector] = {}

    @classmethod
    def of(cls, document: Document, prose: Prose, cells: Encoded, encoder: Encoder) -> Similarity:
        """Encode the sentences of a document whose tables have been encoded."""
        return cls(encoder.encode(said_document(document, prose)), cells, prose)

    def near(self, place: Place, cell: int) -> list[float]:
        """Return the cosines of a number and a cell by head (fact, indicator, breakdown, period), and the
        logarithm of how many cells are nearer as a fact. All are 0 for a number that is not known, and a
        cosine is 0 for a head that the encoder lacks."""
        row = self._rows.get(place)
        if row is None:
            return [0.0] * len(NAMES)
        heads = ((getattr(self._said, head), getattr(self._cells, head)) for head in HEADS)
        cosines = [float(one[row] @ other[cell]) if len(one) and len(other) else 0.0 for one, other in heads]
        facts = self._of_facts(row)
        return [*cosines, log1p(int((facts > facts[cell]).sum()))]

    def nearest(self, place: Place, count: int) -> list[int]:
        """Return the cells that are nearest as a fact, the nearest first."""
        row = self._rows.get(place)
        if row is None or not len(self._cells):
            return []
        facts = self._of_facts(row)
        least = np.partition(facts, -count)[-count] if len(facts) > count else -np.inf
        near = np.flatnonzero(facts >= least)
        order: list[int] = near[np.argsort(-facts[near], kind="stable")][:count].tolist()
        return order

    def _of_facts(self, row: int) -> Vector:
        if row not in self._facts:
            self._facts[row] = self._cells.fact @ self._said.fact[row]
        return self._facts[row]


def places_of(prose: Prose) -> dict[int, Place]:
    """Return for each number, by its index, its passage and its place among the numbers there."""
    return {
        each.index: (passage, at) for passage, of in _by_passage(prose).items() for at, each in enumerate(of)
    }
