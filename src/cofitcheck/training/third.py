"""Train the third ensemble: pairs seen with both facts and both tables as a whole.

Run: `python -m cofitcheck.training.third --list filings.tsv --output runs/model --model runs/model`

It learns from the filings that the encoder has not seen, in the parts of `split.py`, each judged by first and
second trees that do not know its part. What measures it are third trees that know neither the part nor
second trees that do.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from cofitcheck.classification.features import Columns, matrix
from cofitcheck.config import FilterConfig
from cofitcheck.encoding.load import load_encoder
from cofitcheck.evaluation.corpus import read_list
from cofitcheck.evaluation.provenance import write_figures
from cofitcheck.mentions.arrays import FloatArray
from cofitcheck.reconciliation.third import third_features
from cofitcheck.training.dataset import build
from cofitcheck.training.split import PARTS, part
from cofitcheck.training.trees import SETTINGS, Candidates, Mask, collect, counts, export, fit_both

SEED = 0
ROUNDS = 150
OTHER_SETTINGS = {"seed": SEED, "num_leaves": 15}
THRESHOLD = 0.5


@dataclass(frozen=True)
class Judged:
    """The pairs of a document as they go into the third look: `score` float32 (pairs,) is the second one, and
    `columns` are what is seen of those that are `asked`."""

    score: FloatArray
    asked: Mask
    columns: Columns

    @classmethod
    def of(cls, pairs: Candidates, first: Any, second: Any) -> Judged:
        """Judge the pairs of a document by two ensembles."""
        columns = pairs.reconciled(first)
        score = second.predict(matrix(columns)).astype(np.float32)
        asked, known = third_features(pairs.features.arrays, columns, score, pairs.a, pairs.b)
        return cls(score, asked, known)

    def again(self, third: Any) -> FloatArray:
        """Return the scores after the third look."""
        score = self.score.copy()
        if self.asked.any():
            score[self.asked] = third.predict(matrix(self.columns)).astype(np.float32)
        return score


def judged_without(documents: Sequence[Candidates], parts: tuple[int, ...]) -> dict[int, Judged]:
    """Return the documents of some parts, by place, judged by trees that know none of these parts."""
    first, second = fit_both([each for each in documents if each.part not in parts])
    return {at: Judged.of(each, first, second) for at, each in enumerate(documents) if each.part in parts}


def fit_third(documents: Sequence[Candidates], judged: dict[int, Judged]) -> Any:
    """Train the ensemble on the pairs of judged documents that teach something."""
    import lightgbm

    rows = np.concatenate(
        [matrix(each.columns)[documents[at].learnt[each.asked]] for at, each in judged.items()]
    )
    labels = np.concatenate(
        [documents[at].same[each.asked & documents[at].learnt] for at, each in judged.items()]
    )
    names = list(next(iter(judged.values())).columns)
    examples = lightgbm.Dataset(rows, labels, feature_name=names)
    return lightgbm.train({**SETTINGS, **OTHER_SETTINGS}, examples, ROUNDS)


def cross_validate(documents: Sequence[Candidates], alone: dict[int, Judged]) -> dict[int, FloatArray]:
    """Return the scores of each document by trees that do not know its part; `alone` are the documents, each
    judged without its part. Second scores that teach are of trees that know neither this part nor theirs."""
    pairs = {parts: judged_without(documents, parts) for parts in combinations(range(PARTS), 2)}
    found = {}
    for unseen in range(PARTS):
        taught = {
            at: each
            for parts, judged in pairs.items()
            if unseen in parts
            for at, each in judged.items()
            if documents[at].part != unseen
        }
        third = fit_third(documents, taught)
        found.update({at: each.again(third) for at, each in alone.items() if documents[at].part == unseen})
        print(f"part {unseen}: {len(taught)} documents teach", flush=True)
    return found


def train(documents: Sequence[Candidates]) -> tuple[Any, dict[str, Any]]:
    """Return the ensemble that learnt from all documents, and its figures by cross-validation."""
    alone: dict[int, Judged] = {}
    for number in range(PARTS):
        alone.update(judged_without(documents, (number,)))
    after = cross_validate(documents, alone)
    places = range(len(documents))
    scores = {"before": [alone[at].score for at in places], "after": [after[at] for at in places]}
    figures: dict[str, Any] = {
        "filings": len(documents),
        "companies": len({each.company for each in documents}),
        "threshold": THRESHOLD,
    }
    chosen = {"all": [*places]}
    for number in range(PARTS):
        chosen[f"part {number}"] = [at for at in places if documents[at].part == number]
    for name, found in scores.items():
        figures[name] = {
            which: _row([documents[at] for at in some], [found[at] for at in some])
            for which, some in chosen.items()
        }
    return fit_third(documents, alone), figures


def _row(documents: Sequence[Candidates], scores: Sequence[FloatArray]) -> dict[str, float]:
    strict, clear = counts(documents, scores, THRESHOLD)
    return {
        "clear_precision": round(clear.precision, 4),
        "clear_recall": round(clear.recall, 4),
        "clear_f1": round(clear.f1, 4),
        "strict_f1": round(strict.f1, 4),
        "log_loss_a_filing": round(_log_loss(documents, scores), 2),
    }


def _log_loss(documents: Sequence[Candidates], scores: Sequence[FloatArray]) -> float:
    """Return the summed log-loss of the pairs that tags judge, a document."""
    lost = 0.0
    for each, score in zip(documents, scores, strict=True):
        known = np.clip(score[each.learnt].astype(np.float64), 1e-6, 1 - 1e-6)
        lost -= float(np.log(np.where(each.same[each.learnt], known, 1 - known)).sum())
    return lost / len(documents)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, measure by cross-validation and export, from the command line."""
    parser = argparse.ArgumentParser(description="Train the trees that see facts and tables as a whole.")
    parser.add_argument("--list", type=Path, required=True, help="list with file, split and company")
    parser.add_argument("--model", type=Path, required=True, help="folder with encoder.onnx")
    parser.add_argument("--output", type=Path, required=True, help="folder for the trees and figures")
    options = parser.parse_args(arguments)
    begun = time.perf_counter()
    filings = read_list(options.list, ["train", "dev"])
    chosen = [each for each in filings if part(each.split, each.company) is not None]
    examples = [build(each)[0] for each in chosen]
    trees, figures = train(collect(examples, load_encoder(options.model, threads=2), FilterConfig()))
    write(options.output, trees, {**figures, "seconds": round(time.perf_counter() - begun)})


def write(output: Path, trees: Any, figures: dict[str, Any]) -> None:
    """Write the trees, and the figures of their training."""
    output.mkdir(parents=True, exist_ok=True)
    export(trees, output / "third.onnx")
    write_figures(output / "third-training.json", figures, "third.onnx", SEED)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
