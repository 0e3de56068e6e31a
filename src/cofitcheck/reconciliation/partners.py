"""What the other mentions of two facts say of a pair: those that are likely partners of one of the two.

Second scores know the values of neighbours. So only partners in third tables are asked: the neighbours of
those two pairs stand in other pairs of tables than the neighbours of the pair itself, whose own values have
no part in their scores.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.classification.features import Columns
from cofitcheck.mentions.arrays import FloatArray, IntArray, MentionArrays
from cofitcheck.reconciliation.neighbours import values_agree

_LINK = 0.02
"""Pairs that score less connect nothing; they are most of all pairs."""
_LIKELY = 0.3
"""From this score on the value of a partner is held against those of the other one's partners."""
_SURE = 0.5
"""A partner counts as sure from this score on."""
_NONE = 0.05
"""Where the partners of a mention come to less, it has none."""
_APART = 2.0
"""Said of the least score of sure partners where there are none."""

_Places = npt.NDArray[np.intp]


@dataclass(frozen=True)
class _Links:
    """The scored pairs from either end: those of mention m are `other` and `score` from `start[m]` to
    `start[m + 1]`, by the number of the other mention. `key` are both numbers in one, ascending."""

    start: _Places
    other: IntArray
    score: FloatArray
    key: npt.NDArray[np.int64]

    @classmethod
    def of(cls, pair: tuple[IntArray, IntArray], score: FloatArray, size: int, least: float) -> _Links:
        """Return the links of at least `least` among pairs of `size` mentions."""
        kept = score >= least
        a, b = pair[0][kept], pair[1][kept]
        ends, others = np.concatenate([a, b]), np.concatenate([b, a])
        key = ends.astype(np.int64) * size + others
        order = np.argsort(key)
        start = np.searchsorted(ends[order], np.arange(size + 1))
        return cls(start, others[order], np.concatenate([score[kept]] * 2)[order], key[order])

    def from_each(self, mentions: IntArray) -> tuple[_Places, _Places]:
        """Return the places of the links of each of `mentions`, and of each link the place in these."""
        counts = self.start[mentions + 1] - self.start[mentions]
        asked = np.repeat(np.arange(len(mentions)), counts)
        begun = np.concatenate([np.zeros(1, dtype=np.intp), np.cumsum(counts)])[:-1]
        return self.start[mentions][asked] + np.arange(len(asked)) - begun[asked], asked

    def between(self, mentions: IntArray, others: IntArray) -> FloatArray:
        """Return the scores of links, 0 where there is none."""
        if not len(self.key):
            return np.zeros(len(mentions), dtype=np.float32)
        wanted = mentions.astype(np.int64) * (len(self.start) - 1) + others
        at = np.minimum(np.searchsorted(self.key, wanted), len(self.key) - 1)
        return np.where(self.key[at] == wanted, self.score[at], np.float32(0.0))


def partner_features(arrays: MentionArrays, score: FloatArray, a: IntArray, b: IntArray) -> Columns:
    """Return what partners in third tables say of pairs (a, b), by the second scores of all pairs; float32
    (pairs,) by name."""
    return {**_in_common(arrays, score, a, b), **_values(arrays, score, a, b)}


def _in_common(arrays: MentionArrays, score: FloatArray, a: IntArray, b: IntArray) -> Columns:
    """Return how surely third mentions are partners of both, and how far those of one are none of the
    other's."""
    links = _Links.of((a, b), score, len(arrays), _LINK)
    columns: Columns = {}
    sides: list[dict[str, FloatArray]] = []
    for own, other in ((a, b), (b, a)):
        places, of = links.from_each(own)
        third = links.other[places]
        kept = arrays.table[third] != arrays.table[other][of]
        third, of, first = third[kept], of[kept], links.score[places[kept]]
        second = links.between(other[of], third)
        if not sides:
            columns = _both(arrays, first, second, third, of, len(a))
        sides.append(_one_sided(first, second, of, len(a)))
    for name in sides[0]:
        columns[f"{name}_low"] = np.minimum(sides[0][name], sides[1][name])
        columns[f"{name}_high"] = np.maximum(sides[0][name], sides[1][name])
    return columns


def _both(
    arrays: MentionArrays, first: FloatArray, second: FloatArray, third: IntArray, of: _Places, size: int
) -> Columns:
    weaker = np.minimum(first, second)
    sure = weaker >= _SURE
    pair_and_table = np.unique(of[sure].astype(np.int64) << 31 | arrays.table[third[sure]])
    return {
        "common_best": _most(of, weaker, size),
        "common_product": _most(of, first * second, size),
        "common_sum": _sum(of, first * second, size),
        "common_sure": _sum(of, sure, size),
        "common_tables": _sum((pair_and_table >> 31).astype(np.intp), np.ones(len(pair_and_table)), size),
    }


def _one_sided(first: FloatArray, second: FloatArray, of: _Places, size: int) -> dict[str, FloatArray]:
    """Return of the partners of one mention how many there are, and how far they are the other's too."""
    expected = _sum(of, first, size)
    shared = _sum(of, first * second, size)
    least = np.full(size, _APART, dtype=np.float32)
    np.minimum.at(least, of, np.where(first >= _SURE, second, np.float32(_APART)))
    return {
        "partners": expected,
        "partners_sure": _sum(of, first >= _SURE, size),
        "partners_against": _most(of, first * (1 - second), size),
        "partners_apart": _sum(of, first * (1 - second), size),
        "partners_shared": np.where(expected > _NONE, shared / np.maximum(expected, _NONE), np.float32(-1.0)),
        "partners_least": least,
    }


def _values(arrays: MentionArrays, score: FloatArray, a: IntArray, b: IntArray) -> Columns:
    """Return whether the partners of the one state the values that the partners of the other state; the share
    is -1 where one has none."""
    links = _Links.of((a, b), score, len(arrays), _LIKELY)
    places, of = links.from_each(a)
    one = links.other[places]
    kept = (arrays.value[one] >= 0) & (arrays.table[one] != arrays.table[b][of])
    one, one_score, of_one = one[kept], links.score[places[kept]], of[kept]
    places, back = links.from_each(b[of_one])
    two, of = links.other[places], of_one[back]
    kept = (arrays.value[two] >= 0) & (arrays.table[two] != arrays.table[a][of]) & (two != one[back])
    two, of, back = two[kept], of[kept], back[kept]
    weight = one_score[back] * links.score[places[kept]]
    equal = values_agree(arrays, one[back], two)
    total, agree = _sum(of, weight, len(a)), _sum(of, weight * equal, len(a))
    return {
        "values": total,
        "values_equal": agree,
        "values_share": np.where(total > 0, agree / np.maximum(total, _LINK), np.float32(-1.0)),
        "values_for": _most(of, weight * equal, len(a)),
        "values_against": _most(of, weight * ~equal, len(a)),
    }


def _sum(of: _Places, what: npt.NDArray[np.generic], size: int) -> FloatArray:
    return np.bincount(of, weights=what.astype(np.float64), minlength=size).astype(np.float32)


def _most(of: _Places, what: FloatArray, size: int) -> FloatArray:
    most = np.zeros(size, dtype=np.float32)
    np.maximum.at(most, of, what)
    return most
