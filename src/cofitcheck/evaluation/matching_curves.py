"""How figures change with the threshold and the number of candidates, and how reliable probabilities are.

Every gold and every predicted pair of a document can also be written as a record for a person to judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from cofitcheck.document import Document
from cofitcheck.evaluation.figures import DIGITS, Json, Reliability
from cofitcheck.evaluation.gold import Labels
from cofitcheck.evaluation.methods import Matches
from cofitcheck.evaluation.metrics import Judge, PairScores, pair_codes

THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(1, 20))
BUDGETS = (50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
"""Numbers of candidates per document, the most similar ones first."""


@dataclass(frozen=True, slots=True)
class CandidateBudget:
    """Counts of a document of which only the first candidates are looked at.

    `candidates` is their number, `gold` the number of all gold pairs, `hits` that of the gold pairs among the
    candidates."""

    candidates: int = 0
    gold: int = 0
    hits: int = 0

    def __add__(self, other: CandidateBudget) -> CandidateBudget:
        return CandidateBudget(
            self.candidates + other.candidates, self.gold + other.gold, self.hits + other.hits
        )


def over_thresholds(judge: Judge, matches: Matches) -> tuple[PairScores, ...]:
    """Score the candidates from each of `THRESHOLDS` on, before fact sets are built."""
    return tuple(judge.score(matches.candidates[matches.probability >= at]) for at in THRESHOLDS)


def over_budgets(judge: Judge, matches: Matches) -> tuple[CandidateBudget, ...]:
    """Count the gold pairs among the best candidates for each of `BUDGETS`, and at last among all candidates.

    A method whose first stage ranks nothing has only the last entry.
    """
    gold = judge.is_across_gold(matches.candidates)
    limits: Sequence[int] = [len(gold)]
    if matches.similarity is not None:
        gold = gold[np.argsort(-matches.similarity, kind="stable")]
        limits = [*(min(budget, len(gold)) for budget in BUDGETS), len(gold)]
    found = np.concatenate([[0], np.cumsum(gold)])
    return tuple(CandidateBudget(limit, len(judge.gold), int(found[limit])) for limit in limits)


def reliability(judge: Judge, matches: Matches) -> Reliability:
    """Compare the probabilities of candidates across tables with clear gold, before fact sets are built."""
    pairs, table = matches.candidates, judge.labels.table
    across = table[pairs[:, 0]] != table[pairs[:, 1]]
    clear = across & judge.tagged(pairs) & ~judge.is_ambiguous(pairs)
    return Reliability.of(matches.probability[clear], judge.is_across_gold(pairs[clear]))


class PairVerdict(StrEnum):
    """The verdict of the tags on a pair that is in the gold, or predicted, or both."""

    HIT = "hit"
    FALSE = "false"
    MISSED = "missed"
    AMBIGUOUS = "ambiguous"
    """Predicted, but the tags cannot judge it: equal in value, unit and date under two names."""
    UNTAGGED = "untagged"
    """Predicted, but a cell has no tag."""


def judged_pairs(name: str, document: Document, judge: Judge, matches: Matches) -> list[Json]:
    """Return a record for each pair, in the order of the document.

    `probability` is None for a pair that was no candidate. A record has for both cells the text, the place,
    and the fact, period and dimensions of the tag. `merged` tells whether merged gold takes the pair for one
    fact.
    """
    size = len(document.mentions)
    every = np.concatenate([judge.gold, judge.gold_inside, matches.predicted])
    codes = np.unique(pair_codes(every, size))
    pairs = np.stack([codes // max(size, 1), codes % max(size, 1)], axis=1)
    predicted = np.isin(codes, pair_codes(matches.predicted, size))
    candidates = pair_codes(matches.candidates, size).tolist()
    probability = dict(zip(candidates, matches.probability.tolist(), strict=True))
    columns = (
        judge.is_gold(pairs).tolist(),
        predicted.tolist(),
        judge.is_ambiguous(pairs).tolist(),
        judge.tagged(pairs).tolist(),
    )
    merged = judge.is_merged(pairs).tolist()
    verdicts = [_verdict(*row) for row in zip(*columns, strict=True)]
    return [
        {
            "document": name,
            "verdict": verdict,
            "probability": _rounded(probability.get(code)),
            "merged": one_fact,
            "same_table": bool(judge.labels.table[left] == judge.labels.table[right]),
            "left": _cell(document, judge, left),
            "right": _cell(document, judge, right),
        }
        for code, verdict, one_fact, (left, right) in zip(
            codes.tolist(), verdicts, merged, pairs.tolist(), strict=True
        )
    ]


def _verdict(gold: bool, predicted: bool, ambiguous: bool, tagged: bool) -> PairVerdict:
    if gold:
        return PairVerdict.HIT if predicted else PairVerdict.MISSED
    if not tagged:
        return PairVerdict.UNTAGGED
    return PairVerdict.AMBIGUOUS if ambiguous else PairVerdict.FALSE


def _rounded(probability: float | None) -> float | None:
    return None if probability is None else round(probability, DIGITS)


def _cell(document: Document, judge: Judge, index: int) -> Json:
    mention = document.mentions[index]
    return {
        "text": mention.text,
        "row_path": mention.row_path,
        "column_path": mention.column_path,
        "title": document.tables[mention.table].title,
        "table": mention.table,
        "row": mention.row,
        "column": mention.column,
        "element": mention.place.element,
        "tag": _tag(judge.labels, index),
    }


def _tag(labels: Labels, index: int) -> Json | None:
    tag, key = labels.tag[index], labels.key[index]
    if tag is None or key is None:
        return None
    context = key.context
    return {
        "id": tag.identifier,
        "concept": key.concept,
        "entity": context.entity,
        "start": context.start,
        "end": context.end,
        "members": ["=".join(pair) for pair in context.members],
        "unit": key.unit,
    }
