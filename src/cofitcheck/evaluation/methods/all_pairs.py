"""No first stage: what classifying every pair would take, from the time of a sample of them."""

from __future__ import annotations

import time

import numpy as np

from cofitcheck.checker import Checker
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.evaluation.methods.model import Estimate, Matches, Method, MethodOptions, Pairs
from cofitcheck.filtering import CandidatePairs

SAMPLE = 50_000
"""Pairs that are classified and timed."""


def load(options: MethodOptions) -> Method:
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
