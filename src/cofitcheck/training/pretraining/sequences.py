"""Documents as token sequences: their tables in some order, numbers visible, cut to the context length.

The relevance graph of a document: which of its tables repeat each other's numbers (paper III-C).

The orders in which the tables of a document are read: along equal numbers, or as they stand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import numpy as np
import numpy.typing as npt

from cofitcheck.document.model import Document, Mention
from cofitcheck.encoding.layouts.context import context_parts
from cofitcheck.encoding.layouts.parts import Space
from cofitcheck.encoding.passes import Ids, Pieces
from cofitcheck.mentions.arrays import EVIDENCE_DIGITS
from cofitcheck.training.pretraining.config import Order


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


def cnap_path(graph: RelevanceGraph, rng: np.random.Generator) -> list[int]:
    """Return every table once, by the paper's Algorithm 1.

    The path starts, and starts again where all neighbours are visited, at an unvisited table of minimum
    degree, drawn at random among several. Its degree is that in the whole graph: Algorithm 1 takes visited
    tables from the list of what is left, not from the graph. A step goes along the heaviest edge to an
    unvisited table, the first in reading order among several.
    """
    place = {table: number for number, table in enumerate(graph.tables)}
    left = dict.fromkeys(graph.tables)
    path: list[int] = []
    while left:
        least = min(map(graph.degree, left))
        starts = [table for table in left if graph.degree(table) == least]
        table = starts[rng.integers(len(starts))]
        path.append(table)
        del left[table]
        while neighbours := [each for each in graph.edges[table] if each in left]:
            weights = graph.edges[table]
            table = max(neighbours, key=lambda each: (weights[each], -place[each]))
            path.append(table)
            del left[table]
    return path


def restarts(graph: RelevanceGraph, path: list[int]) -> list[int]:
    """Return the places in a path that no edge leads to, the first one included."""
    return [
        place for place, table in enumerate(path) if not place or table not in graph.edges[path[place - 1]]
    ]


def reading_order_path(graph: RelevanceGraph) -> list[int]:
    """Return every table once as they stand in the document (the paper's ROPT)."""
    return list(graph.tables)


SEPARATOR = "\n"
"""Between two tables."""

_WHOLE = 1 << 40
"""Room for any table: what is too long for a context is cut with the path, not by rows."""

Sequence = npt.NDArray[np.int32]


def table_tokens(document: Document, pieces: Pieces, *, masked: bool = False) -> dict[int, Ids]:
    """Return the context text (paper III-A) of every table with mentions, without an opening token."""
    opening = len(pieces.opening())
    parts = context_parts(document, Space(pieces, _WHOLE, _WHOLE, masked))
    return {part.table: part.tokens[opening:] for part in parts}


def table_order(document: Document, order: Order, digits: int, rng: np.random.Generator) -> list[int]:
    """Return the tables with mentions in the order in which they are learnt."""
    graph = relevance_graph(document, digits)
    return cnap_path(graph, rng) if order == "cnap" else reading_order_path(graph)


def sequences(document: Document, path: list[int], pieces: Pieces, length: int) -> list[Sequence]:
    """Return the tables along the path as sequences of `length` tokens, int32; the last one may be shorter.

    One token alone teaches nothing and is left out.
    """
    tokens = table_tokens(document, pieces)
    separator = pieces.ids(SEPARATOR)
    joined = [*pieces.opening()]
    for table in path:
        joined += (*tokens[table], *separator)
    whole = np.array(joined, np.int32)
    cut = [whole[first : first + length] for first in range(0, len(whole), length)]
    return [each for each in cut if len(each) > 1]
