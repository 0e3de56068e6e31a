"""Value equality: equal numbers of three or more digits are one fact, of any period or of the same.

No first stage: what classifying every pair would take, from the time of a sample of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cofitcheck.checker import Checker
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.evaluation.methods.autocheck import Keys
from cofitcheck.evaluation.methods.model import Estimate, Matches, Method, MethodOptions, Pairs
from cofitcheck.filtering import CandidatePairs
from cofitcheck.filtering.alignment import Groups, Indices, Mask
from cofitcheck.mentions.arrays import mention_arrays

Condition = Callable[[Document, Pairs], Mask]


def load(options: MethodOptions) -> Method:
    """Return the method; it has nothing to load."""
    return ValueEquality()


def load_value_period(options: MethodOptions) -> Method:
    """Return the method that asks for the same period as well; it has nothing to load."""
    return ValueEquality(same_period)


@dataclass(frozen=True)
class ValueEquality:
    """Takes the pairs of equal value, comparable unit and different tables, under a further condition."""

    condition: Condition | None = None

    def match(self, document: Document) -> Matches:
        """Return the pairs; the ones looked at are those predicted, each with probability 1."""
        pairs = equal_pairs(document)
        if self.condition:
            pairs = pairs[self.condition(document, pairs)]
        return Matches(pairs, np.ones(len(pairs)), pairs)


def equal_pairs(document: Document) -> Pairs:
    """Return the pairs (k, 2) across tables with the same absolute value in base units, in ascending order.

    The sign is left out because a table of deductions prints a cost as positive; measures and currencies
    must be the same, where both are stated.
    """
    arrays = mention_arrays(document)
    groups = Groups.of(arrays.amount)
    every = np.arange(len(groups.sizes))

    def keep(left: Indices, right: Indices, _: Indices) -> Mask:
        return (left < right) & arrays.comparable(left, right)

    left, right, _ = groups.cross(every, every, keep)
    order = np.lexsort((right, left))
    return np.stack([left[order], right[order]], axis=1)


def same_period(document: Document, pairs: Pairs) -> Mask:
    """Tell which pairs (k, 2) have the same year, month and length of period, unread ones included."""
    arrays = mention_arrays(document)
    year = Keys.of(arrays).year
    left, right = pairs.T
    same: Mask = year[left] == year[right]
    same &= arrays.month[left] == arrays.month[right]
    same &= arrays.months[left] == arrays.months[right]
    return same


SAMPLE = 50_000
"""Pairs that are classified and timed."""


def load_all_pairs(options: MethodOptions) -> Method:
    """Load the bundled model."""
    return AllPairs(Checker(CheckConfig(threads=options.threads)))


class AllPairs:
    """A checker without a filter, run on a sample of a document's pairs."""

    def __init__(self, checker: Checker, sample: int = SAMPLE) -> None:
        self.checker = checker
        self.sample = sample

    def match(self, document: Document) -> Matches:
        """Return a sample of all pairs across tables, scored, with the time that all of them would take.

        The estimate is the time to encode, and the average time of a pair for every pair.
        """
        begun = time.perf_counter()
        encoded = self.checker.stages.encoder.encode(document)
        tables = np.array([mention.table for mention in document.mentions], dtype=np.int64)
        every, pairs = count_pairs(tables), sample_pairs(tables, self.sample)
        candidates = CandidatePairs.build(pairs[:, 0], pairs[:, 1], encoded.fact)
        encoding = time.perf_counter() - begun
        scored = self.checker.stages.classifier.classify(document, encoded, candidates)
        classifying = time.perf_counter() - begun - encoding
        taken = scored.probability >= self.checker.threshold
        seconds = encoding + classifying * every / max(len(pairs), 1)
        probability = scored.probability.astype(np.float64)
        return Matches(pairs, probability, pairs[taken], Estimate(every, seconds))


def count_pairs(tables: Pairs) -> int:
    """Return how many pairs of mentions stand in different tables; `tables` (n,) names each one's table."""
    sizes = np.unique(tables, return_counts=True)[1]
    return int(len(tables) ** 2 - (sizes**2).sum()) // 2


def sample_pairs(tables: Pairs, size: int) -> Pairs:
    """Return about `size` pairs (k, 2) across tables, in ascending order; all of them where there are fewer.

    The same document gives the same sample.
    """
    count = len(tables)
    if count_pairs(tables) <= size:
        left, right = np.triu_indices(count, 1)
    else:
        left, right = np.random.default_rng(0).integers(0, count, (2, 2 * size))
    code = np.unique(np.minimum(left, right) * count + np.maximum(left, right))
    left, right = code // max(count, 1), code % max(count, 1)
    across = tables[left] != tables[right]
    pairs: Pairs = np.stack([left[across], right[across]], axis=1)
    chosen = np.random.default_rng(0).permutation(len(pairs))[:size]
    return pairs[np.sort(chosen)]
