"""Scored pairs become fact sets: groups of mentions that state the same fact.

Sets are joined by average linkage, so that one strong pair does not chain two sets together. The paper's
method does not group pairs: each pair that its classifier takes for one fact stands by itself.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from cofitcheck.document import UncheckedReason
from cofitcheck.errors import ConfigError

_DIGITS = 6
"""Decimals to which probabilities are compared and stored."""
MILLION = 1_000_000
"""Probabilities are summed as whole millionths, because the last bits of a model depend on the machine."""

_Scored = tuple[int, int, float, int]
"""A pair inside a set: its two mentions, its probability, and the probability with the values known, in
millionths."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What asking a server has cost: questions `asked` now and `remembered` from before, tokens in and out.

    `cost` is in the currency of the given prices, None without prices.
    """

    asked: int = 0
    remembered: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None

    def __add__(self, other: Usage) -> Usage:
        costs = [each.cost for each in (self, other) if each.cost is not None]
        return Usage(
            self.asked + other.asked,
            self.remembered + other.remembered,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            sum(costs) if costs else None,
        )

    def __str__(self) -> str:
        cost = "" if self.cost is None else f", cost {self.cost:,.4f}"
        before = f" ({self.remembered:,} more were answered before)" if self.remembered else ""
        tokens = f"{self.tokens_in:,} tokens in, {self.tokens_out:,} out"
        return f"{self.asked:,} questions asked{before}: {tokens}{cost}"


def probability_of(score: float) -> float:
    """Return a probability as it is reported: to six decimals, as are those of `ScoredPairs`."""
    return round(float(score), _DIGITS)


@dataclass(frozen=True)
class ScoredPairs:
    """Candidate pairs with the classifier's probability that both mentions state the same fact.

    Every probability that is compared with a threshold comes through here, and is rounded to six decimals
    first. `left` and `right` are mention indices, int32 of shape (n,), `left < right`. `probability` is
    float32 (n,), NaN for a pair that could not be classified. `unclassified` counts these by reason.
    `facets` says for each facet of a fact how probably the two agree in it: float32 (n,) each, NaN for pairs
    whose facets the classifier was not asked for; it is empty where the classifier knows none. `by_words`
    says how probably they state one fact by their words alone, before the rest of the document was looked
    at: float32 (n,), or None. `by_value` says how probably two equal numbers state one fact, with their
    values known: float32 (n,), NaN for a pair that differs. `usage` is what asking a server has cost.
    `remarks` say what else to know.
    """

    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    probability: npt.NDArray[np.float32]
    unclassified: Mapping[str, int] = field(default_factory=dict)
    usage: Usage | None = None
    remarks: tuple[UncheckedReason, ...] = ()
    facets: Mapping[str, npt.NDArray[np.float32]] = field(default_factory=dict)
    by_words: npt.NDArray[np.float32] | None = None
    by_value: npt.NDArray[np.float32] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "probability", np.round(self.probability, _DIGITS))
        facets = {facet: np.round(scores, _DIGITS) for facet, scores in self.facets.items()}
        object.__setattr__(self, "facets", facets)
        if self.by_words is not None:
            object.__setattr__(self, "by_words", np.round(self.by_words, _DIGITS))
        if self.by_value is not None:
            object.__setattr__(self, "by_value", np.round(self.by_value, _DIGITS))

    def __len__(self) -> int:
        return len(self.left)

    def classified(self) -> ScoredPairs:
        """Return the pairs that have a probability."""
        known = ~np.isnan(self.probability)
        return replace(
            self,
            left=self.left[known],
            right=self.right[known],
            probability=self.probability[known],
            facets={facet: scores[known] for facet, scores in self.facets.items()},
            by_words=None if self.by_words is None else self.by_words[known],
            by_value=None if self.by_value is None else self.by_value[known],
        )

    @property
    def seen(self) -> npt.NDArray[np.float32]:
        """The probability that two mentions state one fact, float32 (n,).

        Equal numbers have the one with their values known, where that was judged. All others have the one
        without."""
        if self.by_value is None:
            return self.probability
        return np.where(np.isnan(self.by_value), self.probability, self.by_value)


@dataclass(frozen=True, slots=True)
class FactSet:
    """Mentions that state one fact.

    `links` are the scored pairs inside the set, as (left, right, probability), best first. Each probability
    was found without the values of its pair. `ties` are pairs (left, right) that were judged one fact with
    their values known; a tie reports no error. `by_value` are the mentions that are in the set only because
    of their value.
    """

    index: int
    mentions: tuple[int, ...]
    links: tuple[tuple[int, int, float], ...]
    ties: tuple[tuple[int, int], ...] = ()
    by_value: tuple[int, ...] = ()

    @property
    def matched(self) -> tuple[int, ...]:
        """The mentions that were matched without their values; all mentions where none was."""
        linked = {mention for left, right, _ in self.links for mention in (left, right)} - {*self.by_value}
        return tuple(mention for mention in self.mentions if mention in linked) or self.mentions


def facts_of_pairs(pairs: ScoredPairs, threshold: float) -> tuple[FactSet, ...]:
    """Return a set of two for each pair of at least `threshold`, in the order of the pairs.

    A mention may be in several. A pair without a probability is in none.
    """
    taken = np.flatnonzero(np.nan_to_num(pairs.probability, nan=-1.0) >= threshold)
    columns = (each[taken].tolist() for each in (pairs.left, pairs.right, pairs.probability))
    return tuple(
        FactSet(index, (left, right), ((left, right, probability),))
        for index, (left, right, probability) in enumerate(zip(*columns, strict=True))
    )


@dataclass(frozen=True, slots=True)
class LinkageSettings:
    """When two sets of mentions are one.

    The average probability over all pairs across them must reach `linkage` (None: the threshold of links).
    A pair that was never scored counts as `unscored`: the filter found it unlikely.
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
    join only over a pair of at least `threshold`. The probabilities are those of `ScoredPairs.seen`, so that
    a number that disagrees is compared with all mentions that equal numbers have brought together. `pairs`
    are unique, in any order, of mentions below `n_mentions`.
    """
    if len(pairs) and not 0 <= int(pairs.left.min()) <= int(pairs.right.max()) < n_mentions:
        raise ValueError(f"a pair names a mention outside 0 to {n_mentions - 1}")
    linker = _Linker(threshold, settings or LinkageSettings())
    linker.add(pairs)
    linker.run()
    return linker.fact_sets(pairs, n_mentions)


class _Linker:
    """Clusters of mentions, named by their first mention, and the scores between them.

    Probabilities are summed in millionths. Such sums are exact, so they do not depend on the order.
    """

    def __init__(self, threshold: float, settings: LinkageSettings) -> None:
        self.threshold = round(threshold * MILLION)
        self.linkage = self.threshold if settings.linkage is None else round(settings.linkage * MILLION)
        self.unscored = round(settings.unscored * MILLION)
        self.members: dict[int, list[int]] = {}
        # For two clusters with scored pairs across them: (sum above unscored, best), in millionths.
        self.between: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
        self.heap: list[tuple[float, int, int]] = []

    def add(self, pairs: ScoredPairs) -> None:
        """Take in the pairs of mentions that a chain of links connects. No other mentions can ever join."""
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
            # An offer from before one of the two grew is out of date; a newer one replaces it.
            if entry is not None and self._average(first, second, entry) == -negative:
                self._join(first, second)

    def _average(self, first: int, second: int, entry: tuple[int, int]) -> float:
        return self.unscored + entry[0] / (len(self.members[first]) * len(self.members[second]))

    def _offers(self, first: int, second: int, entry: tuple[int, int]) -> Iterator[tuple[float, int, int]]:
        """Yield the heap entry that offers to join two clusters, if they may join."""
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
        """Tell whether a member would join the others by its links alone, without any value.

        `units` are the probabilities of its links in millionths, `others` the number of other members."""
        average = (sum(units) + (others - len(units)) * self.unscored) / others
        return max(units, default=0) >= self.threshold and average >= self.linkage


def _connected(lefts: list[int], rights: list[int]) -> dict[int, int]:
    """Return for each linked mention the mention that stands for its whole connected group."""
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
