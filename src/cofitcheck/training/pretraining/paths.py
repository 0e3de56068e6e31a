"""The orders in which the tables of a document are read: along equal numbers, or as they stand."""

from __future__ import annotations

import numpy as np

from cofitcheck.training.pretraining.graph import RelevanceGraph


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
