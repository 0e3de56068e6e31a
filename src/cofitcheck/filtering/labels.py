"""Labels that are alike, by the words that they share."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import ceil

from cofitcheck.mentions.words import WordSet


def jaccard(first: WordSet, second: WordSet) -> float:
    """Return how many words two labels share, over how many they have together; 0 for two empty sets."""
    return len(first & second) / len(first | second) if first or second else 0.0


def similar_labels(
    labels: Sequence[WordSet], threshold: float, max_bucket: int = 300
) -> list[tuple[int, int]]:
    """Return the pairs `(i, j)`, `i < j`, of distinct labels whose Jaccard similarity reaches `threshold`.

    Two sets of words that alike share one of their rarest `|x| - ceil(t |x|) + 1` words; only labels that
    share one of these are compared. Where more than `max_bucket` labels share one, those beyond are not
    paired on it. Otherwise a hostile document would cost quadratic time; in real ones no rare word is in so
    many labels.
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
