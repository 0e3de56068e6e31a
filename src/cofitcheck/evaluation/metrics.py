"""Set-level precision, recall and F1 of predicted pairs, summed over documents (paper, section IV-A)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.evaluation.gold import Labels, ambiguous_pairs, merged, same_table_pairs, strict_pairs

Codes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of pairs: predicted, in the gold, and in both. Adding two counts sums over documents.

    A figure whose denominator is zero is 0.
    """

    predicted: int = 0
    gold: int = 0
    hits: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.predicted + other.predicted, self.gold + other.gold, self.hits + other.hits)

    @property
    def precision(self) -> float:
        """Hits over predicted pairs."""
        return self.hits / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Hits over gold pairs."""
        return self.hits / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall, 2 hits / (predicted + gold)."""
        return 2 * self.hits / (self.predicted + self.gold) if self.hits else 0.0


@dataclass(frozen=True, slots=True)
class PairScores:
    """The counts of one document, or of many.

    Pairs across tables are compared with strict, clear and merged gold, pairs inside a table with strict
    gold."""

    strict: Counts = Counts()
    clear: Counts = Counts()
    merged: Counts = Counts()
    same_table: Counts = Counts()

    def __add__(self, other: PairScores) -> PairScores:
        return PairScores(
            self.strict + other.strict,
            self.clear + other.clear,
            self.merged + other.merged,
            self.same_table + other.same_table,
        )


class Judge:
    """Holds the gold of one document, and scores any number of predictions against it.

    Pairs are int arrays of mention indices, (k, 2), each in any order; a pair given twice counts once. Pairs
    with an untagged mention are not scored. Against clear gold a predicted ambiguous pair counts neither as
    right nor as wrong. Against merged gold this holds for pairs that are still ambiguous after names are
    merged.
    """

    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self.gold = strict_pairs(labels)
        self.gold_inside = same_table_pairs(labels)
        one_name = merged(labels)
        self._strict, self._same_table, self._ambiguous, self._merged, self._unmerged = map(
            self._codes,
            (
                self.gold,
                self.gold_inside,
                ambiguous_pairs(labels),
                strict_pairs(one_name),
                ambiguous_pairs(one_name),
            ),
        )

    def score(self, pairs: npt.NDArray[np.integer]) -> PairScores:
        """Count predicted pairs against each gold."""
        table = self.labels.table
        tagged = pairs.reshape(-1, 2)[self.tagged(pairs)]
        across = table[tagged[:, 0]] != table[tagged[:, 1]]
        predicted = np.unique(self._codes(tagged[across]))
        inside = np.unique(self._codes(tagged[~across]))
        unjudged, unmerged = _common(predicted, self._ambiguous), _common(predicted, self._unmerged)
        hits = _common(predicted, self._strict)
        return PairScores(
            strict=Counts(len(predicted), len(self._strict), hits),
            clear=Counts(len(predicted) - unjudged, len(self._strict), hits),
            merged=Counts(len(predicted) - unmerged, len(self._merged), _common(predicted, self._merged)),
            same_table=Counts(len(inside), len(self._same_table), _common(inside, self._same_table)),
        )

    def tagged(self, pairs: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Tell for each pair whether both mentions have a tag: (k,)."""
        known: npt.NDArray[np.bool_] = (self.labels.fact[pairs.reshape(-1, 2)] >= 0).all(axis=1)
        return known

    def is_gold(self, pairs: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Tell for each pair whether its tags are one fact, in one table or in two: (k,)."""
        return np.isin(self._codes(pairs), np.concatenate([self._strict, self._same_table]))

    def is_ambiguous(self, pairs: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Tell for each pair whether the tags cannot judge it: (k,)."""
        return np.isin(self._codes(pairs), self._ambiguous)

    def is_merged(self, pairs: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Tell for each pair whether it is in merged gold: (k,)."""
        return np.isin(self._codes(pairs), self._merged)

    def is_across_gold(self, pairs: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Tell for each pair whether it is in strict gold across tables: (k,)."""
        return np.isin(self._codes(pairs), self._strict)

    def _codes(self, pairs: npt.NDArray[np.integer]) -> Codes:
        return pair_codes(pairs, len(self.labels.key))


def pair_codes(pairs: npt.NDArray[np.integer], mentions: int) -> Codes:
    """Write each pair as one int64, the same for either order, so that sets can be compared: (k,)."""
    ordered = np.sort(pairs.astype(np.int64).reshape(-1, 2), axis=1)
    return ordered[:, 0] * mentions + ordered[:, 1]


def _common(first: Codes, second: Codes) -> int:
    return int(np.isin(first, second).sum())
