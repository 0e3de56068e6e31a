"""`evaluate matching`: how well a method finds the pairs of numbers that state the same fact."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache

from cofitcheck import __version__
from cofitcheck.evaluation.corpus import Filing, Unread, checksum, parted
from cofitcheck.evaluation.figures import DIGITS, Json, Reliability, broken_down, figures, mean, share
from cofitcheck.evaluation.gold import label_tagged
from cofitcheck.evaluation.matching_curves import (
    THRESHOLDS,
    CandidateBudget,
    judged_pairs,
    over_budgets,
    over_thresholds,
    reliability,
)
from cofitcheck.evaluation.methods import METHODS, Matches, Method, MethodOptions, load_method
from cofitcheck.evaluation.metrics import Counts, Judge, PairScores
from cofitcheck.readers import read
from cofitcheck.stages import model_name

CEILING = "own-value"
"""The method whose figures are the best that these labels allow."""

WORST = 5


@dataclass(frozen=True)
class Scored:
    """One document and its scores.

    `claimed` tells whether `scores` mean anything (those of an estimate do not). The last of `budgets` counts
    the gold among all candidates, the others among the best of them. `reliability` compares the probabilities
    with clear gold. `seconds` is the wall time by stage. `pairs` has a record for each gold and each
    predicted pair, where they were asked for.
    """

    document: str
    sha256: str
    split: str
    form: str
    industry: str
    mentions: int
    tagged: int
    scores: PairScores
    claimed: bool
    thresholds: tuple[PairScores, ...]
    budgets: tuple[CandidateBudget, ...]
    reliability: Reliability
    seconds: dict[str, float]
    problems: Counter[str]
    pairs: list[Json] = field(default_factory=list)


def measure(filing: Filing, method: str, options: MethodOptions, with_pairs: bool = False) -> Scored:
    """Match one document and score its pairs. Raises `InputError` where it cannot be read, or has no tags."""
    begun = time.perf_counter()
    document = read(filing.path)
    reading = time.perf_counter() - begun
    judge = Judge(label_tagged(document))
    loaded = _loaded(method, options)
    begun = time.perf_counter()
    matches = loaded.match(document)
    seconds = {"read": reading, **_seconds(matches, time.perf_counter() - begun)}
    return Scored(
        document=filing.name,
        sha256=checksum(document),
        split=filing.split,
        form=filing.form,
        industry=filing.industry,
        mentions=len(document.mentions),
        tagged=int((judge.labels.fact >= 0).sum()),
        scores=judge.score(matches.predicted),
        claimed=matches.estimate is None,
        thresholds=() if matches.estimate else over_thresholds(judge, matches),
        budgets=_budgets(judge, matches),
        reliability=Reliability.nothing() if matches.estimate else reliability(judge, matches),
        seconds=seconds,
        problems=judge.labels.problems,
        pairs=judged_pairs(filing.name, document, judge, matches) if with_pairs else [],
    )


def summary(method: str, options: MethodOptions, outcomes: Iterable[Scored | Unread]) -> Json:
    """Sum the outcomes over documents, as JSON. A rate is None where its denominator is 0.

    Figures of trained models are named by their folder, those of a server's model by the server's name for
    it. Only the method `CEILING`, which sees the values, has the entry `ceiling`.
    """
    rows, unread = parted(outcomes)
    claimed = all(row.claimed for row in rows)
    scores = _scores(rows)
    recalled = sum((row.budgets[-1] for row in rows), CandidateBudget())
    return {
        "benchmark": "matching",
        "method": f"{method} {trained}" if (trained := _trained(options)) else method,
        "what": METHODS[method],
        "documents": len(rows),
        "splits": sorted({row.split for row in rows} - {""}),
        "version": __version__,
        "model": model_name(options.config),
        "unread": [asdict(each) for each in unread],
        **_by_gold(scores, claimed and bool(rows)),
        "same_table": figures(scores.same_table, claimed and bool(rows)),
        "ceiling": _best([row.thresholds for row in rows]) if method == CEILING else None,
        "stage1_recall": share(recalled.hits, recalled.gold),
        "candidates_per_document": mean([row.budgets[-1].candidates for row in rows]),
        "seconds_per_document": mean([sum(row.seconds.values()) for row in rows]),
        "seconds_are_estimated": not claimed,
        "seconds_by_stage": _stages(rows),
        "problems_with_tags": dict(sum((row.problems for row in rows), Counter())),
        "thresholds": _over_thresholds(rows),
        "budgets": _over_budgets(rows),
        "calibration": sum((row.reliability for row in rows), Reliability.nothing()).figures(),
        "breakdown": broken_down(rows, lambda some: _by_gold(_scores(some), claimed)),
        "worst": _worst(rows) if claimed else [],
        "per_document": [_row(row) for row in rows],
    }


@cache
def _loaded(method: str, options: MethodOptions) -> Method:
    """Return this process's copy of a method, loaded once."""
    return load_method(method, options)


def _trained(options: MethodOptions) -> str:
    """Return the name of the trained model that a method runs with, "" for the bundled one."""
    classify = options.config.classify
    if classify.server:
        return classify.server.model
    folder = classify.model or options.config.model or options.models
    return folder.resolve().name if folder else ""


def _seconds(matches: Matches, measured: float) -> dict[str, float]:
    if matches.estimate:
        return {"match": matches.estimate.seconds}
    return dict(matches.seconds) or {"match": measured}


def _budgets(judge: Judge, matches: Matches) -> tuple[CandidateBudget, ...]:
    if matches.estimate:
        # Every pair is a candidate, so every gold pair is.
        return (CandidateBudget(matches.estimate.pairs, len(judge.gold), len(judge.gold)),)
    return over_budgets(judge, matches)


def _best(documents: Sequence[Sequence[PairScores]]) -> Json:
    """Return the figures at the best threshold for each gold. A ceiling may choose it with hindsight."""
    sums = _summed(documents)
    best: Json = {"what": f"{METHODS[CEILING]}; the threshold is the best for each gold"}
    for gold in ("strict", "clear", "merged"):
        counts: list[Counts] = [getattr(scores, gold) for scores in sums]
        best[gold] = figures(max(counts, key=lambda each: each.f1, default=Counts()))
    return best


def _summed(documents: Sequence[Sequence[PairScores]]) -> list[PairScores]:
    """Sum the scores of all documents at every threshold."""
    return [sum(scores, PairScores()) for scores in zip(*documents, strict=True)]


def _scores(rows: Sequence[Scored]) -> PairScores:
    return sum((row.scores for row in rows), PairScores())


def _worst(rows: Sequence[Scored]) -> list[str]:
    """Return the documents with the lowest F1 against clear gold, of those that have gold pairs."""
    scored = [row for row in rows if row.scores.clear.gold]
    return [
        row.document for row in sorted(scored, key=lambda row: (row.scores.clear.f1, row.document))[:WORST]
    ]


def _by_gold(scores: PairScores, claimed: bool = True) -> Json:
    return {
        "strict": figures(scores.strict, claimed),
        "clear": figures(scores.clear, claimed),
        "merged": figures(scores.merged, claimed),
    }


def _stages(rows: Sequence[Scored]) -> dict[str, float | None]:
    names = dict.fromkeys(name for row in rows for name in row.seconds)
    return {name: mean([row.seconds[name] for row in rows]) for name in names}


def _over_thresholds(rows: Sequence[Scored]) -> list[Json]:
    sums = _summed([row.thresholds for row in rows])
    return [{"threshold": at, **_by_gold(scores)} for at, scores in zip(THRESHOLDS, sums, strict=False)]


def _over_budgets(rows: Sequence[Scored]) -> list[Json]:
    sums = [sum(budgets, CandidateBudget()) for budgets in zip(*(row.budgets for row in rows), strict=True)]
    return [
        {
            "candidates_per_document": share(budget.candidates, len(rows)),
            "recall": share(budget.hits, budget.gold),
        }
        for budget in sums
    ]


def _row(row: Scored) -> Json:
    recalled = row.budgets[-1]
    return {
        "document": row.document,
        "sha256": row.sha256,
        "mentions": row.mentions,
        "tagged": row.tagged,
        "candidates": recalled.candidates,
        "stage1_recall": share(recalled.hits, recalled.gold),
        **_by_gold(row.scores, row.claimed),
        "same_table": figures(row.scores.same_table, row.claimed),
        "seconds": {name: round(seconds, DIGITS) for name, seconds in row.seconds.items()},
    }
