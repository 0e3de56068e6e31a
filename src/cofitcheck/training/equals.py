"""Trains the trees that judge equal numbers with their values known. Ties are made from their answers.

Run: `python -m cofitcheck.training.equals --list filings.tsv --model runs/model --output runs/model`

They learn from the train companies that the encoder has not seen, by merged gold. The threshold is chosen on
dev. Tags cannot say whether equal numbers under two names are one fact, and most pairs of two facts are such
pairs. Without them trees would learn that long equal numbers are one fact whatever their names. So each such
pair is used with a weight for one fact: the probability of trees that know neither its values nor its
company.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cofitcheck.classification.features import Columns, matrix
from cofitcheck.config import FilterConfig
from cofitcheck.encoding import Encoder
from cofitcheck.encoding.load import load_encoder
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.gold import label, merged
from cofitcheck.evaluation.metrics import Counts
from cofitcheck.mentions import FloatArray
from cofitcheck.readers import read
from cofitcheck.reconciliation import EqualTrees, equal_features, equal_pairs
from cofitcheck.training.dataset import TrainingDocument, labelled, part
from cofitcheck.training.training_examples import write_threshold_trees
from cofitcheck.training.trees import FOLDS, SETTINGS, Candidates, Mask, collect, fit, fit_first

SEED = 0
ROUNDS = 200
OTHER_SETTINGS = {"seed": SEED, "num_leaves": 15, "min_data_in_leaf": 30}
UNTOLD = 0.5
"""The weight of a pair that tags cannot judge; one that they judge has 1."""
PRECISION = 0.982
"""The least share of tied pairs of dev that are right by merged gold. Ticks are read as proof, and in fact
sets, where ties form chains, one in a hundred more is wrong."""


@dataclass(frozen=True)
class Lesson:
    """The equal pairs of one document: `rows` (pairs, features) under `names`.

    For each pair `same` tells whether it is one fact, `tagged` whether both mentions have a tag, and `told`
    whether their tags can judge it. `likely` is the probability of one fact by trees that know neither its
    values nor its company.
    """

    rows: FloatArray
    names: tuple[str, ...]
    same: Mask
    told: Mask
    tagged: Mask
    likely: FloatArray


def lessons(
    examples: Sequence[TrainingDocument], documents: Sequence[Candidates], watched: Sequence[Candidates] = ()
) -> list[Lesson]:
    """Return the equal pairs of documents, judged without values by trees of other companies.

    The `watched` documents are the last of `documents`. No tree learns from them.
    """
    taught = list(documents[: len(documents) - len(watched)])
    companies = sorted({each.company for each in taught})
    fold = {company: number % FOLDS for number, company in enumerate(companies)}
    found: dict[int, Lesson] = {}
    judged = {
        held: fit_first([each for each in taught if fold[each.company] != held]) for held in range(FOLDS)
    }
    columns = [each.reconciled(judged[fold[each.company]]) for each in taught]
    for held in (*range(FOLDS), None):
        chosen = [at for at, each in enumerate(taught) if fold[each.company] != held]
        second = fit(
            [matrix(columns[at]) for at in chosen],
            [taught[at].same for at in chosen],
            [taught[at].learnt for at in chosen],
            list(columns[0]),
        )
        first = fit_first(taught) if held is None else None
        for at, each in enumerate(documents):
            if first is not None and at >= len(taught):
                found[at] = _lesson(examples[at], each, each.reconciled(first), second)
            elif first is None and at < len(taught) and fold[each.company] == held:
                found[at] = _lesson(examples[at], each, columns[at], second)
    return [found[at] for at in range(len(documents))]


def _lesson(example: TrainingDocument, pairs: Candidates, columns: Columns, second: Any) -> Lesson:
    equal = equal_pairs(example.document, pairs.a, pairs.b)
    known = equal_features(example.document, pairs.features.arrays, columns, (pairs.a, pairs.b), equal)
    return Lesson(
        rows=matrix(known),
        names=tuple(known),
        same=pairs.same[equal],
        told=pairs.learnt[equal],
        tagged=pairs.tagged[equal],
        likely=second.predict(matrix(columns)).astype(np.float32)[equal],
    )


def fit_equals(taught: Sequence[Lesson]) -> Any:
    """Train the ensemble.

    A pair that tags cannot judge is used twice, as one fact and as two, each weighted by its probability."""
    import lightgbm

    rows, labels, weights = [], [], []
    for each in taught:
        untold = each.tagged & ~each.told
        likely = each.likely[untold]
        rows += [each.rows[each.told], each.rows[untold], each.rows[untold]]
        labels += [each.same[each.told], np.ones(len(likely)), np.zeros(len(likely))]
        weights += [np.ones(int(each.told.sum())), UNTOLD * likely, UNTOLD * (1 - likely)]
    examples = lightgbm.Dataset(
        np.concatenate(rows),
        np.concatenate(labels),
        weight=np.concatenate(weights),
        feature_name=list(taught[0].names),
    )
    return lightgbm.train({**SETTINGS, **OTHER_SETTINGS}, examples, ROUNDS)


def tied(watched: Sequence[Lesson], raw: Sequence[FloatArray], threshold: float, gold: int) -> Counts:
    """Count the pairs tied at a threshold, and compare them with gold. Pairs it cannot judge are left out."""
    total = Counts(0, gold, 0)
    for each, probability in zip(watched, raw, strict=True):
        chosen = (probability >= threshold) & each.told
        total += Counts(int(chosen.sum()), 0, int((chosen & each.same).sum()))
    return total


def examples_of(filings: Sequence[Filing]) -> list[TrainingDocument]:
    """Read filings, and label them by merged gold."""
    found = []
    for filing in filings:
        document = read(filing.path)
        found.append(labelled(filing, document, merged(label(document))))
    return found


def train(
    taught: Sequence[TrainingDocument], watched: Sequence[TrainingDocument], encoder: Encoder
) -> tuple[Any, float, dict[str, Any]]:
    """Return the ensemble, its threshold, and figures on the documents that were watched."""
    examples = [*taught, *watched]
    documents = collect(examples, encoder, FilterConfig())
    seen = documents[len(taught) :]
    every = lessons(examples, documents, seen)
    trees = fit_equals(every[: len(taught)])
    dev = every[len(taught) :]
    raw = [trees.predict(each.rows).astype(np.float32) for each in dev]
    gold = sum(each.gold for each in seen)
    steps = [round(0.05 * step, 2) for step in range(1, 20)]
    right = (t for t in steps if tied(dev, raw, t, gold).precision >= PRECISION)
    threshold = next(right, steps[-1])
    figures = {
        "filings": {"taught": len(taught), "watched": len(watched)},
        "pairs": {"taught": sum(int(each.told.sum()) for each in every[: len(taught)])},
        "threshold": threshold,
        "merged": {str(t): _row(tied(dev, raw, t, gold)) for t in sorted({0.1, 0.2, 0.3, 0.5, threshold})},
        "without_values": _without_values(seen, dev),
    }
    return trees, threshold, figures


def _without_values(seen: Sequence[Candidates], dev: Sequence[Lesson]) -> dict[str, float]:
    """Return the figures of trees that know no value, on the same equal pairs, at their best threshold."""
    gold = sum(each.gold for each in seen)
    raw = [each.likely for each in dev]
    best = max((0.01 * step for step in range(5, 96)), key=lambda t: tied(dev, raw, t, gold).f1)
    return {"threshold": round(best, 2), **_row(tied(dev, raw, best, gold))}


def _row(score: Counts) -> dict[str, float]:
    return {name: round(getattr(score, name), 4) for name in ("precision", "recall", "f1")}


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, measure on dev and export, from the command line."""
    parser = argparse.ArgumentParser(description="Train the trees that judge equal numbers.")
    parser.add_argument("--list", type=Path, required=True, help="list with file, split and company")
    parser.add_argument("--model", type=Path, required=True, help="folder with encoder.onnx")
    parser.add_argument("--output", type=Path, required=True, help="folder for the trees and figures")
    options = parser.parse_args(arguments)
    begun = time.perf_counter()
    filings = read_list(options.list, ["train", "dev"])
    taught, watched = (
        examples_of(
            [each for each in filings if each.split == split and part(split, each.company) is not None]
        )
        for split in ("train", "dev")
    )
    trees, threshold, figures = train(taught, watched, load_encoder(options.model, threads=2))
    figures["seconds"] = round(time.perf_counter() - begun)
    write_threshold_trees(options.output, EqualTrees, trees, threshold, figures, SEED)


if __name__ == "__main__":
    main()
