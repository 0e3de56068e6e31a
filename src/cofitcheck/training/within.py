"""Trains the trees that tie equal numbers of one table.

Run: `python -m cofitcheck.training.within --list filings.tsv --model runs/model --output runs/model`

They learn from the train companies that the encoder has not seen, by merged gold. The threshold is chosen on
dev. Tags cannot judge equal numbers of one table under two names. These are mostly a total and its only part,
so they count as two facts, with half the weight.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cofitcheck.classification.features import Columns, matrix
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded, Encoder
from cofitcheck.encoding.load import load_encoder
from cofitcheck.evaluation.corpus import read_list
from cofitcheck.evaluation.metrics import Counts
from cofitcheck.filtering import CandidatePairs
from cofitcheck.mentions import FloatArray
from cofitcheck.reconciliation.lines import WithinTrees, equal_within, within_features
from cofitcheck.training.candidates import labels_of
from cofitcheck.training.dataset import TrainingDocument, part
from cofitcheck.training.equals import examples_of
from cofitcheck.training.training_examples import write_threshold_trees
from cofitcheck.training.trees import SETTINGS, Mask

SEED = 0
ROUNDS = 150
OTHER_SETTINGS = {"seed": SEED, "num_leaves": 7, "min_data_in_leaf": 20}
UNTOLD = 0.5
"""The weight of a pair that tags cannot judge; one that they judge has 1."""
PRECISION = 0.99
"""The least share of tied pairs of dev that are right by merged gold."""


@dataclass(frozen=True)
class Lesson:
    """The equal pairs within the tables of one document: `rows` (pairs, features) under `names`.

    For each pair `same` tells whether it is one fact, `tagged` whether both mentions have a tag, and `told`
    whether their tags can judge it. `gold` counts all pairs in two rows of one table that state one fact.
    """

    rows: FloatArray
    names: tuple[str, ...]
    same: Mask
    tagged: Mask
    told: Mask
    gold: int


def lesson(
    example: TrainingDocument,
    encoder: Encoder,
    find: Callable[[Document], CandidatePairs] = equal_within,
    features: Callable[[Document, Encoded, CandidatePairs], Columns] = within_features,
) -> Lesson:
    """Return the lesson of a labelled document: the pairs that are found in it."""
    document = example.document
    pairs = find(document)
    known = features(document, encoder.encode(document), pairs)
    same, tagged, ambiguous = labels_of(example, pairs)
    return Lesson(matrix(known), tuple(known), same, tagged, tagged & ~ambiguous, gold_within(example))


def gold_within(example: TrainingDocument) -> int:
    """Count the pairs of mentions in different rows of one table that state one fact."""
    rows: dict[tuple[int, int], list[int]] = {}
    for mention, fact in zip(example.document.mentions, example.fact.tolist(), strict=True):
        if fact >= 0:
            rows.setdefault((mention.table, fact), []).append(mention.row)
    return sum(one != other for each in rows.values() for at, one in enumerate(each) for other in each[:at])


def fit_within(taught: Sequence[Lesson], untold: float = UNTOLD, **other: Any) -> Any:
    """Train the ensemble on the pairs whose mentions have tags.

    `untold` is the weight of pairs that tags cannot judge. `other` are settings that differ from the usual
    ones."""
    import lightgbm

    rows = np.concatenate([each.rows[each.tagged] for each in taught])
    labels = np.concatenate([each.same[each.tagged] for each in taught])
    weights = np.concatenate([np.where(each.told, 1.0, untold)[each.tagged] for each in taught])
    examples = lightgbm.Dataset(rows, labels, weight=weights, feature_name=list(taught[0].names))
    return lightgbm.train({**SETTINGS, **OTHER_SETTINGS, **other}, examples, ROUNDS)


def tied(watched: Sequence[Lesson], raw: Sequence[FloatArray], threshold: float, *, strict: bool) -> Counts:
    """Count the pairs tied at a threshold, of those that tags can judge, or with `strict` of all tagged."""
    total = Counts()
    for each, probability in zip(watched, raw, strict=True):
        chosen = (probability >= threshold) & (each.tagged if strict else each.told)
        total += Counts(int(chosen.sum()), each.gold, int((chosen & each.same).sum()))
    return total


def train(taught: Sequence[Lesson], watched: Sequence[Lesson]) -> tuple[Any, float, dict[str, Any]]:
    """Return the ensemble, its threshold, and figures on the documents that were watched."""
    trees = fit_within(taught)
    raw = [np.asarray(trees.predict(each.rows), dtype=np.float32) for each in watched]
    steps = [round(0.01 * step, 2) for step in range(5, 100)]
    right = (t for t in steps if tied(watched, raw, t, strict=False).precision >= PRECISION)
    threshold = next(right, steps[-1])
    return trees, threshold, figures_of(taught, watched, raw, threshold)


def figures_of(
    taught: Sequence[Lesson], watched: Sequence[Lesson], raw: Sequence[FloatArray], threshold: float
) -> dict[str, Any]:
    """Return the figures of an ensemble on the documents that were watched, as JSON."""
    return {
        "filings": {"taught": len(taught), "watched": len(watched)},
        "pairs": {"taught": sum(int(each.tagged.sum()) for each in taught)},
        "threshold": threshold,
        "merged": {
            str(t): {
                "gold": (told := tied(watched, raw, t, strict=False)).gold,
                "tied": told.predicted,
                "precision": round(told.precision, 4),
                "recall": round(told.recall, 4),
                "strict_precision": round(tied(watched, raw, t, strict=True).precision, 4),
            }
            for t in sorted({0.2, 0.3, 0.5, threshold})
        },
    }


def lessons_of(
    arguments: argparse.Namespace, teach: Callable[[TrainingDocument, Encoder], Lesson]
) -> tuple[list[Lesson], list[Lesson]]:
    """Return the lessons of a list's filings: of those that teach, and of those that are watched."""
    filings = read_list(arguments.list, ["train", "dev"])
    chosen = [each for each in filings if part(each.split, each.company) is not None]
    encoder = load_encoder(arguments.model, threads=2)
    found = [(each.split, teach(each, encoder)) for each in examples_of(chosen)]
    taught, watched = (
        [each for split, each in found if split == wanted and len(each.rows)] for wanted in ("train", "dev")
    )
    return taught, watched


def parser_of(what: str) -> argparse.ArgumentParser:
    """Return the command line of a training."""
    parser = argparse.ArgumentParser(description=f"Train the trees that {what}.")
    parser.add_argument("--list", type=Path, required=True, help="list with file, split and company")
    parser.add_argument("--model", type=Path, required=True, help="folder with encoder.onnx")
    parser.add_argument("--output", type=Path, required=True, help="folder for the trees and figures")
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, measure on dev and export, from the command line."""
    options = parser_of("tie equal numbers of one table").parse_args(arguments)
    begun = time.perf_counter()
    trees, threshold, figures = train(*lessons_of(options, lesson))
    figures["seconds"] = round(time.perf_counter() - begun)
    write_threshold_trees(options.output, WithinTrees, trees, threshold, figures, SEED)


if __name__ == "__main__":
    main()
