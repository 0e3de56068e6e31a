"""What labels say, reduced to words and years, and which labels are alike."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from math import ceil

from cofitcheck.document import Mention
from cofitcheck.encoding.glossary import translated

Words = frozenset[str]

_WORD = re.compile(r"[^\W\d_]+")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_EMPTY_WORDS = frozenset(
    ("a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "total", "with")
)


def words(text: str) -> Words:
    """Return the words of a label that carry meaning: no digits, no stop words, no "total"."""
    return frozenset(_WORD.findall(translated(text).casefold())) - _EMPTY_WORDS


def row_words(mention: Mention, title: str) -> Words:
    """Return the words of a row label; for a bare "Total" those of its section, else of the `title`."""
    for label in (*reversed(mention.row_path), title):
        if found := words(label):
            return found
    return frozenset()


def years(mention: Mention) -> frozenset[str]:
    """Return the years of the column headers, else of the row labels ("Balance at December 31, 2022")."""
    found = frozenset(_YEAR.findall(translated(" ".join(mention.column_path))))
    return found or frozenset(_YEAR.findall(translated(" ".join(mention.row_path))))


def jaccard(first: Words, second: Words) -> float:
    """Return the share of the words of both that stand in both; 0 for two empty sets."""
    return len(first & second) / len(first | second) if first or second else 0.0


def similar_labels(labels: Sequence[Words], threshold: float, max_bucket: int = 300) -> list[tuple[int, int]]:
    """Return the pairs `(i, j)`, `i < j`, of distinct labels whose Jaccard similarity reaches `threshold`.

    Two sets that alike share one of their rarest `|x| - ceil(t |x|) + 1` words, so only labels that meet
    there are compared. Where more than `max_bucket` labels meet on one word, those beyond are not paired on
    it: that keeps a hostile document from costing quadratic time; in a real one the rare words never reach
    it.
    """
    frequency = Counter(word for label in labels for word in label)
    buckets: dict[str, list[int]] = defaultdict(list)
    pairs: list[tuple[int, int]] = []
    for j, label in enumerate(labels):
        rarest = sorted(label, key=lambda word: (frequency[word], word))
        met: set[int] = set()
        # The small margin keeps a product such as 0.6 * 5 from rounding above the whole number.
        for word in rarest[: len(rarest) - ceil(threshold * len(rarest) - 1e-9) + 1]:
            met.update(buckets[word])
            if len(buckets[word]) < max_bucket:
                buckets[word].append(j)
        pairs.extend((i, j) for i in met if jaccard(labels[i], label) >= threshold)
    return sorted(pairs)
