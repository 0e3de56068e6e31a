"""Precision, recall and F1 of the pairs taken for the same fact, against the labels that tags give.

Run: `python benchmarks/matching.py filings.tsv --split dev --json matching.json`

Predicted are the pairs inside the fact sets that the checker builds at the configured threshold (or
`--threshold`); "pairs_before_sets" are the classifier's own, and so is `--sweep`, which scores other
thresholds as well, to choose one on dev; on the test split it would be choosing on test.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cofitcheck import Checker, read
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.gold import label
from cofitcheck.evaluation.metrics import CEILING, Counts, PairScores, candidate_recall, score_pairs
from cofitcheck.facts import FactSet, build_fact_sets

SWEEP = tuple(round(0.05 * step, 2) for step in range(1, 20))


@dataclass(frozen=True)
class Row:
    """One document: its scores at the threshold and at those of the sweep, its candidates, and its
    seconds."""

    name: str
    mentions: int
    candidates: int
    recalled: Counts
    scores: PairScores
    alone: PairScores
    sweep: dict[float, PairScores]
    seconds: dict[str, float] = field(default_factory=dict)


@cache
def checker() -> Checker:
    """Return this process's checker, loaded once."""
    return Checker()


def measure(filing: Filing, threshold: float | None, sweep: bool) -> Row:
    """Match one document and score its pairs."""
    started = time.perf_counter()
    document = read(filing.path)
    was_read = time.perf_counter()
    pairs = checker().match(document)
    threshold = checker().config.classify.threshold if threshold is None else threshold
    facts = build_fact_sets(pairs, threshold, len(document.mentions), checker().config.facts)
    matched = time.perf_counter()
    labels = label(document)
    both = np.stack([pairs.left, pairs.right], axis=1)
    return Row(
        name=filing.name,
        mentions=len(document.mentions),
        candidates=len(pairs),
        recalled=candidate_recall(labels, both),
        scores=score_pairs(labels, pairs_of(facts)),
        alone=score_pairs(labels, both[pairs.probability >= threshold]),
        sweep={at: score_pairs(labels, both[pairs.probability >= at]) for at in (SWEEP if sweep else ())},
        seconds={"read": was_read - started, "match": matched - was_read},
    )


def pairs_of(facts: Sequence[FactSet]) -> npt.NDArray[np.int64]:
    """Return the pairs of mentions that stand in one fact set, shape (k, 2): what the checker takes for one
    fact."""
    pairs = [pair for fact in facts for pair in combinations(fact.mentions, 2)]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def figures(counts: Counts) -> dict[str, float]:
    """Return the counts and the rates made of them."""
    rates = {"precision": counts.precision, "recall": counts.recall, "f1": counts.f1}
    whole = {"predicted": counts.predicted, "gold": counts.gold, "hits": counts.hits}
    return whole | {name: round(rate, 4) for name, rate in rates.items()}


def both_figures(scores: PairScores) -> dict[str, dict[str, float]]:
    """Return the figures against strict and against clear gold."""
    return {"strict": figures(scores.strict), "clear": figures(scores.clear)}


def summary(rows: list[Row]) -> dict[str, object]:
    """Sum the rows over documents."""
    recalled = sum((row.recalled for row in rows), Counts())
    return {
        "documents": len(rows),
        **both_figures(sum((row.scores for row in rows), PairScores())),
        "pairs_before_sets": both_figures(sum((row.alone for row in rows), PairScores())),
        "ceiling_f1": CEILING,
        "candidate_recall": round(recalled.recall, 4),
        "candidates_per_document": round(sum(row.candidates for row in rows) / len(rows)),
        "seconds_per_document": {
            stage: round(sum(row.seconds[stage] for row in rows) / len(rows), 2)
            for stage in ("read", "match")
        },
    }


def swept(rows: list[Row]) -> dict[str, dict[str, dict[str, float]]]:
    """Return the figures at each threshold of the sweep."""
    sums = {at: sum((row.sweep[at] for row in rows), PairScores()) for at in rows[0].sweep}
    return {f"{at:.2f}": both_figures(scores) for at, scores in sums.items()}


def table_row(row: Row) -> dict[str, object]:
    """Return what the JSON says of one document."""
    return {
        "file": row.name,
        "mentions": row.mentions,
        "candidates": row.candidates,
        "candidate_recall": round(row.recalled.recall, 4),
        **both_figures(row.scores),
        "seconds": {stage: round(seconds, 2) for stage, seconds in row.seconds.items()},
    }


def main() -> None:
    """Measure a split: a line a document, then the sums; in the JSON the worst documents come first."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("list", type=Path)
    parser.add_argument("--split", action="append", required=True)
    parser.add_argument("--threshold", type=float)
    parser.add_argument("--sweep", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="take only every so manieth document")
    parser.add_argument(
        "--workers", type=int, default=1, help="processes at a time (seconds are right with 1)"
    )
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    filings = read_list(options.list, options.split)[:: options.every]
    rows = []
    with ProcessPoolExecutor(options.workers) as pool:
        for row in pool.map(partial(measure, threshold=options.threshold, sweep=options.sweep), filings):
            rows.append(row)
            strict, clear = row.scores.strict, row.scores.clear
            print(f"{row.name:45} {row.mentions:6} mentions  candidates {row.candidates:6}", end="  ")
            print(
                f"recall {row.recalled.recall:.3f}  F1 strict {strict.f1:.3f} clear {clear.f1:.3f}",
                flush=True,
            )
    documents = [table_row(row) for row in sorted(rows, key=clear_f1)]
    result = {"summary": summary(rows), "sweep": swept(rows), "documents": documents}
    print(json.dumps(result["summary"], indent=1))
    for at, both in swept(rows).items():
        print(
            f"threshold {at}: F1 strict {both['strict']['f1']:.3f} clear {both['clear']['f1']:.3f}", end="  "
        )
        print(f"clear P {both['clear']['precision']:.3f} R {both['clear']['recall']:.3f}")
    if options.json:
        options.json.write_text(json.dumps(result, indent=1), encoding="utf-8")


def clear_f1(row: Row) -> float:
    """Return a row's F1 against clear gold."""
    return row.scores.clear.f1


if __name__ == "__main__":
    main()
