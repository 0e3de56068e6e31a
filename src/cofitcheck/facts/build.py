"""Scored pairs to fact sets, consistent as sets: average linkage, so that one strong pair chains nothing."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cofitcheck.errors import ConfigError
from cofitcheck.facts.model import MILLION, FactSet, ScoredPairs, probability_of


@dataclass(frozen=True, slots=True)
class LinkageSettings:
    """When two sets of mentions are one.

    The average probability over all pairs across them must reach `linkage` (None: the threshold of links),
    where a pair that was never scored counts as `unscored`: the filter passed it over, for a reason.
    """

    linkage: float | None = None
    unscored: float = 0.05

    def __post_init__(self) -> None:
        if not 0.0 <= self.unscored <= 1.0 or not 0.0 <= (self.linkage or 0.0) <= 1.0:
            raise ConfigError(f"linkage and unscored are probabilities, from 0 to 1; got {self}")


def build_fact_sets(
    pairs: ScoredPairs, threshold: float, n_mentions: int, settings: LinkageSettings | None = None
) -> tuple[FactSet, ...]:
    """Return the sets of two or more mentions that state one fact, by first mention; no mention is in two.

    The two sets with the highest average are joined first; of equals, those with the first mentions. Two sets
    join only over a pair of at least `threshold`. What joins them are the probabilities `ScoredPairs.seen`: a
    number that disagrees is held against all that equal numbers have brought together. `pairs` are unique, in
    any order, of mentions below `n_mentions`.
    """
    if len(pairs) and not 0 <= int(pairs.left.min()) <= int(pairs.right.max()) < n_mentions:
        raise ValueError(f"a pair names a mention outside 0 to {n_mentions - 1}")
    linker = _Linker(threshold, settings or LinkageSettings())
    linker.add(pairs)
    linker.run()
    return linker.fact_sets(pairs, n_mentions)


_Scored = tuple[int, int, float, int]
"""A pair inside a set: its mentions, its probability, and in millionths the one that knows the values."""


class _Linker:
    """Clusters of mentions, named by their first mention, and what is scored between them.

    Probabilities are summed in millionths, which is exact: the order of summing cannot break a tie.
    """

    def __init__(self, threshold: float, settings: LinkageSettings) -> None:
        self.threshold = round(threshold * MILLION)
        self.linkage = self.threshold if settings.linkage is None else round(settings.linkage * MILLION)
        self.unscored = round(settings.unscored * MILLION)
        self.members: dict[int, list[int]] = {}
        # For each cluster and each it has scored pairs with: (sum above unscored, best), in millionths.
        self.between: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
        self.heap: list[tuple[float, int, int]] = []

    def add(self, pairs: ScoredPairs) -> None:
        """Take in the pairs of mentions that a chain of links connects: no others can ever join."""
        units = np.rint(pairs.seen.astype(np.float64) * MILLION).astype(np.int64)
        strong = units >= self.threshold
        root = _connected(pairs.left[strong].tolist(), pairs.right[strong].tolist())
        self.members = {mention: [mention] for mention in root}
        columns = (pairs.left.tolist(), pairs.right.tolist(), units.tolist())
        for left, right, unit in zip(*columns, strict=True):
            if left in root and root[left] == root.get(right):
                entry = (unit - self.unscored, unit)
                self.between[left][right] = self.between[right][left] = entry
                self.heap.extend(self._offers(left, right, entry))

    def run(self) -> None:
        """Join clusters, best average first, until none may join."""
        heapq.heapify(self.heap)
        while self.heap:
            negative, first, second = heapq.heappop(self.heap)
            entry = self.between.get(first, {}).get(second)
            # An offer made before one of the two grew is out of date; a newer one stands for it.
            if entry is not None and self._average(first, second, entry) == -negative:
                self._join(first, second)

    def _average(self, first: int, second: int, entry: tuple[int, int]) -> float:
        return self.unscored + entry[0] / (len(self.members[first]) * len(self.members[second]))

    def _offers(self, first: int, second: int, entry: tuple[int, int]) -> Iterator[tuple[float, int, int]]:
        """Yield the entry of the heap that puts two clusters forward, if they may join."""
        if entry[1] >= self.threshold and (average := self._average(first, second, entry)) >= self.linkage:
            yield -average, min(first, second), max(first, second)

    def _join(self, first: int, second: int) -> None:
        """Join cluster `second` into `first`, the one with the earlier mention."""
        self.members[first] += self.members.pop(second)
        near, far = self.between[first], self.between.pop(second)
        del near[second], far[first]
        for other, (total, best) in far.items():
            del self.between[other][second]
            old = near.get(other, (0, 0))
            near[other] = (old[0] + total, max(old[1], best))
        for other, entry in near.items():
            self.between[other][first] = entry
            for offer in self._offers(first, other, entry):
                heapq.heappush(self.heap, offer)

    def fact_sets(self, pairs: ScoredPairs, n_mentions: int) -> tuple[FactSet, ...]:
        """Return the clusters of two or more, in the order of their first mentions."""
        found = [sorted(members) for _, members in sorted(self.members.items()) if len(members) > 1]
        columns = _inside(found, pairs, n_mentions)
        return tuple(self._fact_set(k, found[k], columns[k]) for k in range(len(found)))

    def _fact_set(self, index: int, members: list[int], inside: list[_Scored]) -> FactSet:
        links = tuple((left, right, probability) for left, right, probability, _ in inside)
        ties = tuple(sorted((one, other) for one, other, _, value in inside if value >= self.threshold))
        tied = {mention for tie in ties for mention in tie}
        units: dict[int, list[int]] = defaultdict(list)
        for left, right, probability in links:
            unit = round(probability * MILLION)
            units[left].append(unit)
            units[right].append(unit)
        others = len(members) - 1
        by_value = tuple(each for each in members if each in tied and not self._holds(units[each], others))
        return FactSet(index, tuple(members), links, ties, by_value)

    def _holds(self, units: list[int], others: int) -> bool:
        """Tell whether a member with such links to so many others would join them without any value."""
        average = (sum(units) + (others - len(units)) * self.unscored) / others
        return max(units, default=0) >= self.threshold and average >= self.linkage


def _connected(lefts: list[int], rights: list[int]) -> dict[int, int]:
    """Return for each linked mention the mention that stands for all it is connected with."""
    root: dict[int, int] = {}

    def find(mention: int) -> int:
        while root.setdefault(mention, mention) != mention:
            root[mention] = mention = root[root[mention]]
        return mention

    for left, right in zip(lefts, rights, strict=True):
        root[find(right)] = find(left)
    return {mention: find(mention) for mention in list(root)}


def _inside(sets: list[list[int]], pairs: ScoredPairs, n_mentions: int) -> list[list[_Scored]]:
    """Return for each set its scored pairs, best first; of equals, the first in the document."""
    of = np.full(n_mentions, -1, dtype=np.int64)
    for k, members in enumerate(sets):
        of[members] = k
    inside = np.flatnonzero((of[pairs.left] == of[pairs.right]) & (of[pairs.left] >= 0))
    left, right, probability = pairs.left[inside], pairs.right[inside], pairs.probability[inside]
    by_value = (
        np.full(len(pairs), -1.0) if pairs.by_value is None else np.nan_to_num(pairs.by_value, nan=-1.0)
    )
    units = np.rint(by_value[inside].astype(np.float64) * MILLION).astype(np.int64)
    found: list[list[_Scored]] = [[] for _ in sets]
    for k in np.lexsort((right, left, -probability)).tolist():
        scored = int(left[k]), int(right[k]), probability_of(probability[k]), int(units[k])
        found[int(of[left[k]])].append(scored)
    return found
