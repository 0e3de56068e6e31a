"""Baselines: equal values, like words, and the bundled classifier on all pairs.

By value, equal numbers are one fact, of any period or of the same one. By words, boosted trees judge the
words, periods and units of a pair; they have no learnt vector, and see neither the pair's own values nor its
neighbours'. Without a first stage every pair would be classified. The time of that is estimated from a sample
of the pairs.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from cofitcheck.checker import Checker
from cofitcheck.classification.features import matrix, semantic_features
from cofitcheck.classification.trees import Trees
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded, Vectors
from cofitcheck.evaluation.methods import (
    Estimate,
    Matches,
    Method,
    MethodOptions,
    Pairs,
    read_card,
    trained_file,
)
from cofitcheck.evaluation.methods.autocheck import Keys
from cofitcheck.filtering import CandidatePairs, ExactSearch, lexical_pairs, union
from cofitcheck.filtering.alignment import Groups, Indices, Mask
from cofitcheck.mentions import IntArray, MentionArrays, mention_arrays

Condition = Callable[[Document, Pairs], Mask]

LEAST = 0.3
"""The least cosine of two mentions' weighted words that makes them candidates."""
LIMIT = 60_000
"""The most candidates by that cosine."""

SAMPLE = 50_000
"""How many pairs are classified and timed."""


def load(options: MethodOptions) -> Method:
    """Return the method; it has nothing to load."""
    return ValueEquality()


def load_value_period(options: MethodOptions) -> Method:
    """Return the method that requires the same period as well; it has nothing to load."""
    return ValueEquality(same_period)


@dataclass(frozen=True)
class ValueEquality:
    """Takes the pairs of equal value, comparable unit and different tables, under a further condition."""

    condition: Condition | None = None

    def match(self, document: Document) -> Matches:
        """Return the pairs. All candidates are predicted, each with probability 1."""
        pairs = equal_pairs(document)
        if self.condition:
            pairs = pairs[self.condition(document, pairs)]
        return Matches(pairs, np.ones(len(pairs)), pairs)


def equal_pairs(document: Document) -> Pairs:
    """Return the pairs (k, 2) across tables with the same absolute value in base units, in ascending order.

    The sign is ignored, because a table of deductions prints a cost as positive. Measures and currencies must
    be the same where both are stated.
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
    """Tell which pairs (k, 2) have the same year, month and length of period. Unknown ones are the same."""
    arrays = mention_arrays(document)
    year = Keys.of(arrays).year
    left, right = pairs.T
    same: Mask = year[left] == year[right]
    same &= arrays.month[left] == arrays.month[right]
    same &= arrays.months[left] == arrays.months[right]
    return same


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


class LexicalCard(msgspec.Struct, frozen=True):
    """How the trees were trained: the threshold that was best on dev."""

    threshold: float


def load_lexical(options: MethodOptions) -> Method:
    """Load the trees. Raises `ModelError` where the folder of trained models lacks them."""
    card = read_card(trained_file(options, "lexical.json"), LexicalCard)
    trees = Trees(trained_file(options, "lexical.onnx"), options.threads)
    trees.open()
    return Lexical(trees, card.threshold)


class Lexical:
    """Candidates by weighted words, probabilities by trees."""

    def __init__(self, trees: Trees, threshold: float) -> None:
        self.trees = trees
        self.threshold = threshold

    def match(self, document: Document) -> Matches:
        """Return the lexical candidates with their probabilities."""
        arrays = mention_arrays(document)
        words = word_vectors(arrays)
        found = word_candidates(document, words)
        pairs = np.stack([found.left, found.right], axis=1).astype(np.int64)
        if not len(pairs):
            return Matches(pairs, np.empty(0), pairs)
        features = matrix(semantic_features(arrays, words, found.left, found.right))
        probability = self.trees.score(features).astype(np.float64)
        return Matches(pairs, probability, pairs[probability >= self.threshold])


def word_candidates(document: Document, words: Encoded) -> CandidatePairs:
    """Return the pairs across tables with like words, or with like row labels in the same year."""
    tables = np.array([mention.table for mention in document.mentions], dtype=np.int32)
    near = ExactSearch(limit=LIMIT).search(words.fact, tables, LEAST)
    return union(near, lexical_pairs(document, words.fact))


def word_vectors(arrays: MentionArrays) -> Encoded:
    """Return weighted words in place of the learnt vectors of an encoder: (n, words of the document) each.

    `fact` has the words of labels, headers, title, period and unit; `indicator` those of labels; `breakdown`
    those of headers and title.
    """
    years = Keys.of(arrays).year
    label, head, title, rest = (
        [arrays.paths[k] for k in arrays.path.tolist()],
        [arrays.heads[k] for k in arrays.head.tolist()],
        [arrays.titles[k] for k in arrays.title.tolist()],
        [_period_and_unit(arrays, years, at) for at in range(len(arrays))],
    )
    everything = [(*a, *b, *c, *d) for a, b, c, d in zip(label, head, title, rest, strict=True)]
    around = [(*b, *c) for b, c in zip(head, title, strict=True)]
    return Encoded(_weighted(everything), _weighted(label), _weighted(around))


def _period_and_unit(arrays: MentionArrays, years: IntArray, at: int) -> tuple[Hashable, ...]:
    stated = {
        "year": years[at],
        "month": arrays.month[at],
        "months": arrays.months[at],
    }
    return (("measure", int(arrays.measure[at])), *((name, int(k)) for name, k in stated.items() if k))


def _weighted(texts: Sequence[tuple[Hashable, ...]]) -> Vectors:
    """Return unit vectors (n, distinct words) in which rare words weigh more."""
    # No set is used: its order changes from run to run, and with it the last digit of a cosine.
    seen = Counter(word for text in texts for word in dict.fromkeys(text))
    place = {word: at for at, word in enumerate(seen)}
    vectors = np.zeros((len(texts), max(len(place), 1)), dtype=np.float32)
    for row, text in zip(vectors, texts, strict=True):
        for word in text:
            row[place[word]] = math.log(1 + len(texts) / seen[word])
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return vectors
