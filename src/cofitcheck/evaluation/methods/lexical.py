"""Lexical matching: words in place of the encoder, boosted trees over the words, periods and units of a pair.

No vector was learnt, and neither the pair's own values nor its neighbours' have a part in it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence

import msgspec
import numpy as np

from cofitcheck.classification.features import matrix, semantic_features
from cofitcheck.classification.trees import Trees
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.protocol import Vectors
from cofitcheck.evaluation.methods.autocheck import Keys
from cofitcheck.evaluation.methods.model import Matches, Method, MethodOptions, read_card, trained_file
from cofitcheck.filtering import CandidatePairs, ExactSearch, lexical_pairs, union
from cofitcheck.mentions.arrays import IntArray, MentionArrays, mention_arrays

LEAST = 0.3
"""The least cosine of two mentions' weighted words that makes them candidates."""
LIMIT = 60_000
"""The most candidates by that cosine."""


class LexicalCard(msgspec.Struct, frozen=True):
    """How the trees were trained: the threshold that was best on dev."""

    threshold: float


def load(options: MethodOptions) -> Method:
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
    """Return weighted words where the bundled encoder has learnt vectors: (n, words of the document) each.

    `fact` takes labels, headers, title, period and unit; `indicator` labels, `breakdown` headers and title.
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
    """Return unit vectors (n, distinct words) in which a word weighs the more, the rarer it is."""
    # Not a set: its order changes from run to run, and with it the last digit of a cosine.
    seen = Counter(word for text in texts for word in dict.fromkeys(text))
    place = {word: at for at, word in enumerate(seen)}
    vectors = np.zeros((len(texts), max(len(place), 1)), dtype=np.float32)
    for row, text in zip(vectors, texts, strict=True):
        for word in text:
            row[place[word]] = math.log(1 + len(texts) / seen[word])
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return vectors
