"""Trains the lexical baseline: boosted trees over the words, periods and units of a pair.

Run: `python -m cofitcheck.training.baselines.lexical --data runs/data --output benchmarks/baselines`

Other baselines use its labels of candidate pairs and its figures on dev.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cofitcheck.classification.features import semantic_features
from cofitcheck.classification.trees import PairFeatures, Trees
from cofitcheck.evaluation.methods.value import word_candidates, word_vectors
from cofitcheck.evaluation.metrics import Counts, pair_codes
from cofitcheck.mentions import FloatArray, mention_arrays
from cofitcheck.training.dataset import TrainingDocument, load
from cofitcheck.training.trees import Candidates, counts, export, fit

EVERY = 3
"""Every third train filing teaches the trees: 74 of 220, more than the bundled trees learnt from."""


def labelled(
    example: TrainingDocument,
    pairs: npt.NDArray[np.integer],
    features: PairFeatures,
) -> Candidates:
    """Return candidate pairs (k, 2) of one document, each with its label by the tags."""
    left, right = pairs.astype(np.int32).T
    fact, size = example.fact, len(example.fact)
    tagged = (fact[left] >= 0) & (fact[right] >= 0)
    return Candidates(
        a=left,
        b=right,
        features=features,
        neighbours={},
        facets={},
        same=tagged & (fact[left] == fact[right]),
        tagged=tagged,
        ambiguous=np.isin(pair_codes(pairs, size), pair_codes(example.ambiguous, size)),
        gold=gold_pairs(fact, features.arrays.table),
        company=example.company,
    )


def gold_pairs(fact: npt.NDArray[np.int32], table: npt.NDArray[np.int32]) -> int:
    """Count the pairs of mentions in different tables with the same fact number of 0 or more."""
    told = np.stack([fact, table], axis=1)[fact >= 0]
    everywhere = np.unique(told[:, 0], return_counts=True)[1]
    inside = np.unique(told, axis=0, return_counts=True)[1]
    return int((everywhere * (everywhere - 1)).sum() - (inside * (inside - 1)).sum()) // 2


def best_threshold(documents: Sequence[Candidates], probabilities: Sequence[FloatArray]) -> float:
    """Return the threshold with the best F1 against clear gold, midway between two scores.

    All thresholds are tried, and not a grid: a network that learns from drawn negatives is best near 1.
    """
    learnt = [each.learnt for each in documents]
    score = np.concatenate([part[kept] for part, kept in zip(probabilities, learnt, strict=True)])
    same = np.concatenate([each.same[kept] for each, kept in zip(documents, learnt, strict=True)])
    order = np.argsort(-score, kind="stable")
    ranked, hits = score[order].astype(np.float64), np.cumsum(same[order])
    lower = np.append(ranked[1:], 0.0)
    f1 = 2 * hits / (np.arange(1, len(hits) + 1) + sum(each.gold for each in documents))
    best = int(np.argmax(np.where(ranked > lower, f1, -1.0)))
    return float((ranked[best] + lower[best]) / 2)


@dataclass(frozen=True)
class Figures:
    """The figures of a baseline on dev, at the threshold with the best F1 against clear gold."""

    threshold: float
    strict: dict[str, float]
    clear: dict[str, float]
    candidates: int
    candidate_recall: float
    documents: int

    @classmethod
    def of(cls, documents: Sequence[Candidates], probabilities: Sequence[FloatArray]) -> Figures:
        """Choose the threshold and measure. `probabilities` (k,) are those of each document's candidates."""
        threshold = best_threshold(documents, probabilities)
        strict, clear = counts(documents, probabilities, threshold)
        found = sum(int(each.same.sum()) for each in documents)
        return cls(
            threshold=threshold,
            strict=_rates(strict),
            clear=_rates(clear),
            candidates=round(sum(len(each.a) for each in documents) / len(documents)),
            candidate_recall=round(found / sum(each.gold for each in documents), 4),
            documents=len(documents),
        )

    def as_json(self) -> dict[str, object]:
        """Return the figures for the card."""
        return asdict(self)


def _rates(score: Counts) -> dict[str, float]:
    rates = {"precision": score.precision, "recall": score.recall, "f1": score.f1}
    return {name: round(rate, 4) for name, rate in rates.items()}


def collect(examples: Sequence[TrainingDocument]) -> list[Candidates]:
    """Return the lexical candidates of labelled documents, with their features."""
    return [_collect_one(example) for example in examples]


def _collect_one(example: TrainingDocument) -> Candidates:
    arrays = mention_arrays(example.document)
    words = word_vectors(arrays)
    found = word_candidates(example.document, words)
    features = PairFeatures(arrays, semantic_features(arrays, words, found.left, found.right))
    return labelled(example, np.stack([found.left, found.right], axis=1), features)


def train(examples: Sequence[TrainingDocument], dev: Sequence[TrainingDocument], output: Path) -> Figures:
    """Train on `examples`, choose the threshold on `dev`, and write trees and card into a folder."""
    learnt = collect(examples)
    trees = fit(
        [each.semantic for each in learnt],
        [each.same for each in learnt],
        [each.learnt for each in learnt],
        list(learnt[0].features.semantic),
    )
    output.mkdir(parents=True, exist_ok=True)
    export(trees, output / "lexical.onnx")
    held, exported = collect(dev), Trees(output / "lexical.onnx")
    figures = Figures.of(held, [exported.score(each.semantic) for each in held])
    card = {"threshold": figures.threshold, "trained on": len(learnt), "dev": figures.as_json()}
    (output / "lexical.json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
    return figures


def main(arguments: Sequence[str] | None = None) -> None:
    """Train and export, from the command line."""
    parser = argparse.ArgumentParser(description="Train the lexical baseline.")
    parser.add_argument("--data", type=Path, required=True, help="cache made by cofitcheck.training.dataset")
    parser.add_argument("--output", type=Path, required=True, help="folder for the trees and their card")
    options = parser.parse_args(arguments)
    examples = load(options.data, ["train"])[::EVERY]
    print(json.dumps(train(examples, load(options.data, ["dev"]), options.output).as_json()))


if __name__ == "__main__":
    main()
