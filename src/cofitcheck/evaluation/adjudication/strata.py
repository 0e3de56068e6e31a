"""The pairs of a document by what tags and predictions say of them, and a draw from each kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from cofitcheck.evaluation.gold.labels import ambiguous_pairs
from cofitcheck.evaluation.matching.metrics import Judge, pair_codes

Pairs = npt.NDArray[np.int64]


class Stratum(StrEnum):
    """What strict gold, clear gold and the predictions say of a pair across tables."""

    AGREED = "one fact, predicted"
    MISSED = "one fact, not predicted"
    FALSE = "two facts, predicted"
    DOUBTED = "ambiguous, predicted"
    PASSED = "ambiguous, not predicted"
    """The tags differ and the values are equal: strict gold says no, clear gold leaves it out."""
    UNTAGGED = "no tag, equal value"
    """The left cell stands in a table without tags: gold says nothing of it."""


DISPUTED = (Stratum.MISSED, Stratum.FALSE, Stratum.DOUBTED, Stratum.PASSED)
KNOWN_BY_TAGS = (Stratum.AGREED, *DISPUTED)
PREDICTED = frozenset({Stratum.AGREED, Stratum.FALSE, Stratum.DOUBTED})
TAGGED_SAME = frozenset({Stratum.AGREED, Stratum.MISSED})


@dataclass(frozen=True, slots=True)
class SampledPair:
    """A pair to judge: one of `drawn` from the `population` of its stratum in its document."""

    stratum: Stratum
    left: int
    right: int
    population: int
    drawn: int


def stratify(judge: Judge, predicted: npt.NDArray[np.integer]) -> dict[Stratum, Pairs]:
    """Sort the pairs across tables whose two tags are known, each (k, 2) by rising mention index.

    Left out are the pairs on which all say "two facts".
    """
    mentions, table = len(judge.labels.key), judge.labels.table
    claimed = pair_codes(predicted[judge.tagged(predicted)], mentions)
    strict = pair_codes(judge.gold, mentions)
    ambiguous = pair_codes(ambiguous_pairs(judge.labels), mentions)
    codes = {
        Stratum.AGREED: np.intersect1d(strict, claimed),
        Stratum.MISSED: np.setdiff1d(strict, claimed),
        Stratum.FALSE: np.setdiff1d(claimed, np.concatenate([strict, ambiguous])),
        Stratum.DOUBTED: np.intersect1d(ambiguous, claimed),
        Stratum.PASSED: np.setdiff1d(ambiguous, claimed),
    }
    pairs = {name: np.stack([each // mentions, each % mentions], axis=1) for name, each in codes.items()}
    return {name: each[table[each[:, 0]] != table[each[:, 1]]] for name, each in pairs.items()}


def draw(strata: Mapping[Stratum, Pairs], cap: int, agreed: int, seed: int) -> list[SampledPair]:
    """Draw at most `cap` disputed pairs, as many of each kind as can be, and `agreed` of those that all agree
    on, each pair of a stratum as likely as any other."""
    random = np.random.default_rng(seed)
    sizes = shares([len(strata[name]) for name in DISPUTED], cap)
    wanted = {**dict(zip(DISPUTED, sizes, strict=True)), Stratum.AGREED: agreed}
    drawn: list[SampledPair] = []
    for name, size in wanted.items():
        pairs = strata[name]
        size = min(size, len(pairs))
        for left, right in pairs[random.permutation(len(pairs))[:size]].tolist():
            drawn.append(SampledPair(name, left, right, len(pairs), size))
    return drawn


def shares(sizes: list[int], cap: int) -> list[int]:
    """Share out `cap` evenly: what a small group leaves goes to the others."""
    given = [0] * len(sizes)
    for place, group in enumerate(sorted(range(len(sizes)), key=sizes.__getitem__)):
        given[group] = min(sizes[group], (cap - sum(given)) // (len(sizes) - place))
    return given
