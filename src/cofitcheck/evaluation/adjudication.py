"""Draws pairs on which tags and predictions differ, and estimates rates of all pairs from readers' verdicts.

The pairs of a document are sorted into strata by what tags and predictions say of them, and some of each
stratum are drawn. Each verdict stands for population / drawn pairs of its stratum in its document. The
intervals come from drawing the documents again, with replacement (bootstrap, 2,000 times, 95 per cent between
the percentiles). Documents are drawn and not pairs, because pairs of one document are alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import msgspec
import numpy as np
import numpy.typing as npt

from cofitcheck.evaluation.figures import DIGITS, Json
from cofitcheck.evaluation.gold import ambiguous_pairs
from cofitcheck.evaluation.metrics import Judge, pair_codes

Pairs = npt.NDArray[np.int64]

ROUNDS = 2000
"""How often the documents are drawn again for an interval."""
INTERVAL = (2.5, 97.5)
"""The percentiles at the ends of an interval."""


class Stratum(StrEnum):
    """The kinds of pairs across tables, by strict gold, clear gold and the predictions."""

    AGREED = "one fact, predicted"
    MISSED = "one fact, not predicted"
    FALSE = "two facts, predicted"
    DOUBTED = "ambiguous, predicted"
    PASSED = "ambiguous, not predicted"
    """The tags differ and the values are equal: strict gold says no, clear gold leaves the pair out."""
    UNTAGGED = "no tag, equal value"
    """The left cell stands in a table without tags, so gold says nothing of the pair."""


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
    """Draw at most `cap` disputed pairs, and `agreed` pairs that tags and predictions agree on.

    The disputed strata share `cap` evenly. All pairs of a stratum are equally likely."""
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
    """Share out `cap` evenly. The part that a small group does not need goes to the others."""
    given = [0] * len(sizes)
    for place, group in enumerate(sorted(range(len(sizes)), key=sizes.__getitem__)):
        given[group] = min(sizes[group], (cap - sum(given)) // (len(sizes) - place))
    return given


class Ruling(StrEnum):
    """The verdict of a reader of both tables on a pair."""

    SAME = "same"
    CONSTRUCTION = "equal by construction"
    DIFFERENT = "different"


class QuotedCell(msgspec.Struct, frozen=True):
    """A cell of a document: `element` counts the elements of its tree, as `Place.element` does."""

    element: int
    text: str


class DrawnPair(msgspec.Struct, frozen=True):
    """A pair of cells of the document whose source has this SHA-256, one of `drawn` from `population`."""

    document: str
    left: QuotedCell
    right: QuotedCell
    stratum: Stratum
    population: int
    drawn: int


class JudgedPair(DrawnPair, frozen=True):
    """A judged pair."""

    verdict: Ruling
    reason: str

    @property
    def weight(self) -> float:
        """How many pairs of the document this pair stands for."""
        return self.population / self.drawn


@dataclass(frozen=True, slots=True)
class _Sums:
    """Weighted pairs of one document, or of many, by stratum: `all` of them, and those that are one fact."""

    all: dict[Stratum, float]
    same: dict[Stratum, float]


Rate = Callable[[_Sums], float]


def figures(verdicts: Sequence[JudgedPair], model: str, seed: int = 0) -> Json:
    """Return the estimates with their intervals, as JSON.

    They are given twice: with "equal by construction" counted as two facts, and as one."""
    documents = sorted({each.document for each in verdicts})
    return {
        "benchmark": "adjudicated",
        "model": model,
        "documents": len(documents),
        "pairs": len(verdicts),
        "verdicts": {
            name.value: dict(Counter(each.verdict.value for each in verdicts if each.stratum == name))
            for name in KNOWN_BY_TAGS
        },
        "same": _estimates(verdicts, {Ruling.SAME}, seed),
        "same_or_equal_by_construction": _estimates(verdicts, {Ruling.SAME, Ruling.CONSTRUCTION}, seed),
        "per_document": [
            _estimates([each for each in verdicts if each.document == name], {Ruling.SAME}, seed, rounds=0)
            | {"document": name}
            for name in documents
        ],
    }


def _estimates(
    verdicts: Sequence[JudgedPair], one_fact: Collection[Ruling], seed: int, rounds: int = ROUNDS
) -> Json:
    names = sorted({each.document for each in verdicts})
    sums = [_sums([each for each in verdicts if each.document == name], one_fact) for name in names]
    random = np.random.default_rng(seed)
    draws = random.integers(len(sums), size=(rounds, len(sums)))
    return {name: _estimate(rate, sums, draws.tolist()) for name, rate in _RATES.items()}


def _estimate(rate: Rate, documents: Sequence[_Sums], draws: Sequence[Sequence[int]]) -> Json:
    value = rate(_total(documents))
    again = [rate(_total([documents[index] for index in indices])) for indices in draws]
    known = [each for each in again if not np.isnan(each)]
    low, high = np.percentile(known, INTERVAL).tolist() if known else (None, None)
    return {"value": _rounded(value), "low": _rounded(low), "high": _rounded(high)}


def _rounded(value: float | None) -> float | None:
    return None if value is None or np.isnan(value) else round(value, DIGITS)


def _sums(verdicts: Sequence[JudgedPair], one_fact: Collection[Ruling]) -> _Sums:
    every, same = dict.fromkeys(Stratum, 0.0), dict.fromkeys(Stratum, 0.0)
    for each in verdicts:
        every[each.stratum] += each.weight
        same[each.stratum] += each.weight * (each.verdict in one_fact)
    return _Sums(every, same)


def _total(documents: Sequence[_Sums]) -> _Sums:
    return _Sums(
        {name: sum(each.all[name] for each in documents) for name in Stratum},
        {name: sum(each.same[name] for each in documents) for name in Stratum},
    )


def _over(part: float, whole: float) -> float:
    return part / whole if whole else float("nan")


def _precision(claimed: Collection[Stratum]) -> Rate:
    """Return the rate: the share of the pairs claimed to be one fact that are one."""
    return lambda sums: _over(
        sum(sums.same[name] for name in claimed), sum(sums.all[name] for name in claimed)
    )


def _recall(claimed: Collection[Stratum]) -> Rate:
    """Return the rate: the share of the pairs that are one fact that are claimed to be one."""
    return lambda sums: _over(sum(sums.same[name] for name in claimed), sum(sums.same.values()))


def _f1(sums: _Sums) -> float:
    precision, recall = _precision(PREDICTED)(sums), _recall(PREDICTED)(sums)
    return _over(2 * precision * recall, precision + recall)


_RATES: dict[str, Rate] = {
    "precision": _precision(PREDICTED),
    "recall": _recall(PREDICTED),
    "f1": _f1,
    "strict_gold_precision": _precision(TAGGED_SAME),
    "strict_gold_recall": _recall(TAGGED_SAME),
    "ambiguous_that_are_one_fact": _precision({Stratum.DOUBTED, Stratum.PASSED}),
    "agreed_that_are_one_fact": _precision({Stratum.AGREED}),
}
