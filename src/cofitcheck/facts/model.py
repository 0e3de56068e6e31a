"""Data between the classifier and the checks.

The pairs that a classifier takes for one fact, each by itself: the paper's method links no further.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from cofitcheck.document import UncheckedReason


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


_DIGITS = 6
"""Probabilities are compared and stored to so many decimals."""
MILLION = 1_000_000
"""A probability is a whole number of millionths: a model's last bits are the choice of the machine."""


def probability_of(score: float) -> float:
    """Return a probability as it is reported: to six decimals, as are those of `ScoredPairs`."""
    return round(float(score), _DIGITS)


@dataclass(frozen=True)
class ScoredPairs:
    """Candidate pairs with the classifier's probability that both mentions state the same fact.

    Whatever is compared with a threshold comes through here, and is rounded to six decimals first.
    `left` and `right` are mention indices, int32 of shape (n,), `left < right`; `probability` is float32
    (n,), NaN for a pair that could not be classified. `unclassified` counts these by reason.
    `facets` says for each facet of a fact how probably the two agree in it, and `by_words` how probably they
    state one fact by their words alone, before the rest of the document was looked at: float32 (n,) each,
    where the classifier knows, NaN for pairs whose facets it was not asked for. `by_value` says how probably
    two equal numbers state one fact, their values known: float32 (n,), NaN for a pair that differs. `usage`
    is what asking a server has cost. `remarks` say what else to know.
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
        """The probability that two mentions state one fact, float32 (n,): of equal numbers with their values
        known, where that was judged, and of all others without."""
        if self.by_value is None:
            return self.probability
        return np.where(np.isnan(self.by_value), self.probability, self.by_value)


@dataclass(frozen=True, slots=True)
class FactSet:
    """Mentions that state one fact.

    `links` are the scored pairs inside the set, as (left, right, probability), best first; no probability
    knows the values of its pair. `ties` are pairs (left, right) that repeat each other, value and all; they
    say nothing of a difference. `by_value` are the mentions that would not be here but for their value.
    """

    index: int
    mentions: tuple[int, ...]
    links: tuple[tuple[int, int, float], ...]
    ties: tuple[tuple[int, int], ...] = ()
    by_value: tuple[int, ...] = ()

    @property
    def matched(self) -> tuple[int, ...]:
        """The mentions that were matched without their values; all where every one is here by a tie."""
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
