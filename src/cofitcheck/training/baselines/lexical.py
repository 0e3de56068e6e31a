"""Train the lexical baseline: boosted trees over the words, periods and units of a pair.

Run: `python -m cofitcheck.training.baselines.lexical --data runs/data --output benchmarks/baselines`
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cofitcheck.classification.features import semantic_features
from cofitcheck.classification.trees import Trees
from cofitcheck.classification.words import PairFeatures
from cofitcheck.evaluation.methods.lexical import word_candidates, word_vectors
from cofitcheck.mentions.arrays import mention_arrays
from cofitcheck.training.baselines.pairs import Figures, labelled
from cofitcheck.training.data import TrainingDocument, load
from cofitcheck.training.trees import Candidates, export, fit

EVERY = 3
"""One train filing in so many teaches the trees: 74 of 220, more than the bundled trees learnt from."""


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
