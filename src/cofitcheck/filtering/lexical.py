"""Candidates by words: mentions of one period with row labels alike, whatever stands around them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document
from cofitcheck.filtering.alignment import Groups, Indices, Mask, alike_groups
from cofitcheck.filtering.model import CandidatePairs
from cofitcheck.filtering.vectors import cosines
from cofitcheck.mentions.arrays import mention_arrays


@dataclass(frozen=True)
class LexicalSettings:
    """When two labels are alike, and how many pairs a label may bring.

    Two row labels are alike from a Jaccard similarity of `alike` between their words. The first `widest`
    mentions of a label are paired. Of each pair of labels the `pairs_per_label` most similar pairs of
    mentions stay.
    """

    alike: float = 0.6
    pairs_per_label: int = 400
    widest: int = 256


def lexical_pairs(
    document: Document, vectors: npt.NDArray[np.float32], settings: LexicalSettings | None = None
) -> CandidatePairs:
    """Return the pairs of different tables with similar row labels and the same years in their headers.

    `vectors` (mentions, d) give the similarity. It decides which pairs stay where two labels bring many.
    """
    settings = settings or LexicalSettings()
    arrays = mention_arrays(document)
    groups = Groups.of(np.where(arrays.stated, arrays.named, -1), settings.widest)

    def keep(left: Indices, right: Indices, _: Indices) -> Mask:
        same_period: Mask = arrays.years[left] == arrays.years[right]
        same_period &= left != right
        same_period &= arrays.comparable(left, right)
        return same_period

    left, right, label = groups.cross(*alike_groups(arrays, groups, settings.alike), keep)
    left, right = np.minimum(left, right), np.maximum(left, right)
    best = _best_of_each(label, cosines(vectors, left, right), left * len(vectors) + right, settings)
    return CandidatePairs.build(left[best], right[best], vectors)


def _best_of_each(
    label: Indices, similarity: npt.NDArray[np.float32], place: Indices, settings: LexicalSettings
) -> Indices:
    """Return the positions (k,) of the most similar pairs of each pair of labels; of equals, the first."""
    place, first = np.unique(place, return_index=True)
    order = first[np.lexsort((place, -similarity[first], label[first]))]
    ordered = label[order]
    starts = np.searchsorted(ordered, ordered)
    return order[np.arange(len(order)) - starts < settings.pairs_per_label]
