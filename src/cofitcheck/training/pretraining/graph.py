"""The relevance graph of a document: which of its tables repeat each other's numbers (paper III-C)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from cofitcheck.document.model import Document, Mention
from cofitcheck.mentions.arrays import EVIDENCE_DIGITS


@dataclass(frozen=True)
class RelevanceGraph:
    """The tables with mentions in reading order, and the weight of each edge from both of its ends.

    Tables that share no number have no edge. Weights are exact: ties are ties.
    """

    tables: tuple[int, ...]
    edges: Mapping[int, Mapping[int, Fraction]]

    def degree(self, table: int) -> int:
        """Return how many tables share a number with this one."""
        return len(self.edges[table])


def relevance_graph(document: Document, digits: int = EVIDENCE_DIGITS) -> RelevanceGraph:
    """Return the graph with R = equal(V_i, V_j) / (|V_i| + |V_j|) on its edges.

    V_i lists the numbers of table i that have at least so many significant digits; shorter ones are equal by
    chance. A number counts as often as it stands in both tables (the intersection of multisets), so that R is
    at most a half, and is a half where both lists are the same.
    """
    lists: dict[int, Counter[Decimal]] = defaultdict(Counter)
    for mention in document.mentions:
        if (number := _evidence(mention, digits)) is None:
            lists[mention.table] += Counter()
        else:
            lists[mention.table][number] += 1
    holders: dict[Decimal, list[int]] = defaultdict(list)
    for table, numbers in lists.items():
        for number in numbers:
            holders[number].append(table)
    equal: Counter[tuple[int, int]] = Counter()
    for number, tables in holders.items():
        for first, second in combinations(tables, 2):
            equal[first, second] += min(lists[first][number], lists[second][number])
    edges: dict[int, dict[int, Fraction]] = {table: {} for table in lists}
    for (first, second), count in equal.items():
        weight = Fraction(count, lists[first].total() + lists[second].total())
        edges[first][second] = edges[second][first] = weight
    return RelevanceGraph(tuple(lists), edges)


def _evidence(mention: Mention, digits: int) -> Decimal | None:
    """Return what two mentions must share to be equal: the number as printed, without its sign.

    A model that predicts the next token copies what is printed, and the tables of a document that repeat a
    fact mostly print it in one unit. A loss is printed in brackets here and without them there.
    """
    number = mention.number
    if number.displayed is None or number.digits < digits:
        return None
    return abs(number.displayed.normalize())
