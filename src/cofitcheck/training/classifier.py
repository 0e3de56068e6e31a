"""Train the pair classifier: boosted trees over pair features, exported to ONNX.

Run: `python -m cofitcheck.training.classifier --data runs/data --encoder runs/encoder --output
runs/classifier`

The encoder has seen the documents it was trained on, so the trees learn from train companies that it has not
(see `split.py`), or they would trust its similarities more than they will deserve.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.checker import find_candidates
from cofitcheck.classification.features import FloatArray, pair_features
from cofitcheck.config import FilterConfig
from cofitcheck.encoding import Encoder
from cofitcheck.encoding.onnx import OnnxEncoder
from cofitcheck.evaluation.metrics import Counts
from cofitcheck.training.data import TrainingDocument, load
from cofitcheck.training.split import held_out

SETTINGS = {
    "objective": "binary",
    "learning_rate": 0.06,
    "num_leaves": 31,
    "min_data_in_leaf": 60,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "verbose": -1,
    "num_threads": 2,
    "deterministic": True,
    "seed": 0,
}
ROUNDS = 500
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Examples:
    """Labelled candidate pairs of some documents; pairs with an untagged mention are left out.

    `features` float32 (pairs, features), `same` and `ambiguous` bool (pairs,); `gold` is the number of
    positive pairs of all documents, candidates or not. Ambiguous pairs count for strict gold only.
    """

    features: FloatArray
    same: Mask
    ambiguous: Mask
    gold: int
    names: tuple[str, ...]


def collect(documents: Sequence[TrainingDocument], encoder: Encoder, config: FilterConfig) -> Examples:
    """Run the first stage over labelled documents and return their candidates with features and labels."""
    parts: list[tuple[FloatArray, Mask, Mask]] = []
    names: tuple[str, ...] = ()
    candidates = 0
    for example in documents:
        encoded = encoder.encode(example.document)
        pairs = find_candidates(example.document, encoded, config)
        rows, names = pair_features(example.document, encoded, pairs)
        a, b = pairs.left, pairs.right
        candidates += len(pairs)
        tagged = (example.fact[a] >= 0) & (example.fact[b] >= 0)
        ambiguous = _among(a, b, example.ambiguous, len(example.fact))
        parts.append((rows[tagged], (example.fact[a] == example.fact[b])[tagged], ambiguous[tagged]))
    features, same, unclear = (np.concatenate(column) for column in zip(*parts, strict=True))
    examples = Examples(features, same, unclear, sum(map(_positives, documents)), names)
    print(
        f"{len(documents)} documents, {candidates / len(documents):.0f} candidates each, "
        f"recall {same.sum() / examples.gold:.3f}",
        flush=True,
    )
    return examples


def _among(
    a: npt.NDArray[np.int32], b: npt.NDArray[np.int32], pairs: npt.NDArray[np.int32], size: int
) -> Mask:
    keys = (
        pairs.min(axis=1).astype(np.int64) * size + pairs.max(axis=1)
        if len(pairs)
        else np.zeros(0, dtype=np.int64)
    )
    return np.isin(np.minimum(a, b).astype(np.int64) * size + np.maximum(a, b), keys)


def _positives(example: TrainingDocument) -> int:
    tables: dict[int, list[int]] = {}
    for mention, fact in zip(example.document.mentions, example.fact.tolist(), strict=True):
        if fact >= 0:
            tables.setdefault(fact, []).append(mention.table)
    return sum(
        first != second
        for group in tables.values()
        for at, first in enumerate(group)
        for second in group[at + 1 :]
    )


def fit(train: Examples, dev: Examples) -> Any:
    """Train the trees on pairs that are not ambiguous, as many rounds as help on dev; return the booster."""
    import lightgbm

    kept, judged = ~train.ambiguous, ~dev.ambiguous
    data = lightgbm.Dataset(train.features[kept], train.same[kept], feature_name=list(train.names))
    check = data.create_valid(dev.features[judged], dev.same[judged])
    stop = lightgbm.early_stopping(40, verbose=False)
    return lightgbm.train(SETTINGS, data, ROUNDS, valid_sets=[check], callbacks=[stop])


def counts(
    examples: Examples, probability: npt.NDArray[np.floating[Any]], threshold: float
) -> tuple[Counts, Counts]:
    """Return the counts against strict and against clear gold at a threshold."""
    chosen = probability >= threshold
    hits = int((chosen & examples.same).sum())
    strict = Counts(int(chosen.sum()), examples.gold, hits)
    return strict, Counts(int((chosen & ~examples.ambiguous).sum()), examples.gold, hits)


def best_threshold(examples: Examples, probability: npt.NDArray[np.floating[Any]]) -> float:
    """Return the threshold with the best F1 against clear gold, to two digits."""
    grid = np.arange(0.05, 0.96, 0.01)
    return round(float(max(grid, key=lambda t: counts(examples, probability, float(t))[1].f1)), 2)


def export(booster: Any, features: int, path: Path) -> None:
    """Write the trees as ONNX with the probabilities as a plain array (pairs, 2)."""
    from onnxmltools import convert_lightgbm
    from onnxmltools.convert.common.data_types import FloatTensorType

    model = convert_lightgbm(
        booster, initial_types=[("features", FloatTensorType([None, features]))], zipmap=False
    )
    path.write_bytes(model.SerializeToString())


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, measure on dev and export, from the command line."""
    parser = argparse.ArgumentParser(description="Train the pair classifier.")
    parser.add_argument("--data", type=Path, required=True, help="cache made by cofitcheck.training.dataset")
    parser.add_argument(
        "--encoder", type=Path, required=True, help="folder with encoder.onnx and tokenizer.json"
    )
    parser.add_argument(
        "--output", type=Path, required=True, help="folder for classifier.onnx and its figures"
    )
    parser.add_argument(
        "--documents", type=int, default=0, help="at most so many documents of each kind (0: all)"
    )
    options = parser.parse_args(arguments)
    begun = time.perf_counter()
    limit = options.documents or None
    encoder = OnnxEncoder(options.encoder / "encoder.onnx", options.encoder / "tokenizer.json", threads=2)
    documents = load(options.data, ["train", "dev"])
    train = collect(
        [d for d in documents if d.split == "train" and held_out(d.company)][:limit], encoder, FilterConfig()
    )
    dev = collect([d for d in documents if d.split == "dev"][:limit], encoder, FilterConfig())
    booster = fit(train, dev)
    probability = booster.predict(dev.features)
    threshold = best_threshold(dev, probability)
    strict, clear = counts(dev, probability, threshold)
    options.output.mkdir(parents=True, exist_ok=True)
    export(booster, len(train.names), options.output / "classifier.onnx")
    figures = {
        "threshold": threshold,
        "dev strict": [strict.precision, strict.recall, strict.f1],
        "dev clear": [clear.precision, clear.recall, clear.f1],
        "dev candidate recall": float(dev.same.sum() / dev.gold),
        "rounds": booster.best_iteration,
        "seconds": round(time.perf_counter() - begun),
        "gain": dict(
            sorted(
                zip(train.names, booster.feature_importance("gain").round().tolist(), strict=True),
                key=lambda g: -g[1],
            )
        ),
    }
    (options.output / "figures.json").write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
