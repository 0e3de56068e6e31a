"""Train the pair classifier: boosted trees over pair features, exported to ONNX.

Run: `python -m cofitcheck.training.trees --data runs/data --encoder runs/encoder --output runs/trees`

The encoder has seen the documents it was trained on, so the trees learn from those that it has not, dev and
part of train (see `split.py`), or they would trust its similarities more than they will deserve. To these
come documents without tags, with the labels of `training.silver`: they teach, and measure nothing.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.checker import find_candidates
from cofitcheck.classification.arrays import IntArray, MentionArrays, mention_arrays
from cofitcheck.classification.features import (
    Columns,
    FloatArray,
    evidence_features,
    matrix,
    semantic_features,
)
from cofitcheck.classification.support import support
from cofitcheck.config import FilterConfig
from cofitcheck.encoding import Encoder
from cofitcheck.encoding.load import load_encoder
from cofitcheck.errors import InputError
from cofitcheck.evaluation.matching.metrics import Counts
from cofitcheck.training.candidates import gold_of, labels_of
from cofitcheck.training.data import TrainingDocument, load
from cofitcheck.training.split import UNTAGGED, part

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
ROUNDS = 300
FOLDS = 3
UNTAGGED_OF_A_COMPANY = 3
"""The most documents without tags of one company: with all of them a few would outweigh the rest."""
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Candidates:
    """The candidate pairs of one labelled document.

    `semantic` and `evidence` are named feature columns (pairs,). `same` bool (pairs,): both tagged, with one
    fact; `tagged`: both tagged; `ambiguous`: of the clear gold's ambiguous pairs. `gold` counts the
    document's positive pairs, candidates or not. `part` is the part of the documents it is in (see
    `split.py`), None where it is in none.
    """

    a: IntArray
    b: IntArray
    arrays: MentionArrays
    semantic: Columns
    evidence: Columns
    same: Mask
    tagged: Mask
    ambiguous: Mask
    gold: int
    company: str
    part: int | None = None

    @property
    def learnt(self) -> Mask:
        """The pairs to learn from: both tagged, and not ambiguous."""
        return self.tagged & ~self.ambiguous

    def all_features(self, scores: FloatArray) -> Columns:
        """Return the columns that the second ensemble sees, given the first one's scores."""
        return {**self.semantic, **self.evidence, **support(scores, self.arrays, self.a, self.b)}


def collect(
    documents: Sequence[TrainingDocument], encoder: Encoder, config: FilterConfig
) -> list[Candidates]:
    """Run the first stage over labelled documents and return their candidates with features and labels."""
    collected = [_collect_one(example, encoder, config) for example in documents]
    pairs = sum(len(each.a) for each in collected) / len(collected)
    recall = sum(int(each.same.sum()) for each in collected) / sum(each.gold for each in collected)
    print(f"{len(collected)} documents, {pairs:.0f} candidates each, recall {recall:.3f}", flush=True)
    return collected


def _collect_one(example: TrainingDocument, encoder: Encoder, config: FilterConfig) -> Candidates:
    encoded = encoder.encode(example.document)
    pairs = find_candidates(example.document, encoded, config, encoder.threshold)
    arrays = mention_arrays(example.document)
    a, b = pairs.left, pairs.right
    same, tagged, ambiguous = labels_of(example, pairs)
    return Candidates(
        a=a,
        b=b,
        arrays=arrays,
        semantic=semantic_features(arrays, encoded, a, b),
        evidence=evidence_features(arrays, a, b),
        same=same,
        tagged=tagged,
        ambiguous=ambiguous,
        gold=gold_of(example),
        company=example.company,
        part=part(example.split, example.company),
    )


def fit(documents: Sequence[Candidates], features: Sequence[FloatArray], names: Sequence[str]) -> Any:
    """Train one ensemble on the pairs of each document that teach something; `features` (pairs, names)
    each."""
    import lightgbm

    rows = np.concatenate([found[each.learnt] for found, each in zip(features, documents, strict=True)])
    same = np.concatenate([each.same[each.learnt] for each in documents])
    return lightgbm.train(SETTINGS, lightgbm.Dataset(rows, same, feature_name=list(names)), ROUNDS)


def fit_both(documents: Sequence[Candidates]) -> tuple[Any, Any]:
    """Train the two ensembles.

    The second one learns from first scores that come from trees which have not seen the document's company.
    """
    semantic = [matrix(each.semantic) for each in documents]
    names = list(documents[0].semantic)
    companies = sorted({each.company for each in documents})
    fold = {company: number % FOLDS for number, company in enumerate(companies)}
    scores: list[FloatArray] = [np.zeros(0, dtype=np.float32)] * len(documents)
    for held in range(FOLDS):
        inside = [at for at, each in enumerate(documents) if fold[each.company] != held]
        trees = fit([documents[at] for at in inside], [semantic[at] for at in inside], names)
        for at, each in enumerate(documents):
            if fold[each.company] == held:
                scores[at] = trees.predict(semantic[at]).astype(np.float32)
    every = [each.all_features(score) for each, score in zip(documents, scores, strict=True)]
    second = fit(documents, [matrix(columns) for columns in every], list(every[0]))
    return fit(documents, semantic, names), second


def predict(documents: Sequence[Candidates], first: Any, second: Any) -> list[FloatArray]:
    """Return each document's probabilities, float32 (pairs,)."""
    probabilities = []
    for each in documents:
        scores = first.predict(matrix(each.semantic)).astype(np.float32)
        probabilities.append(second.predict(matrix(each.all_features(scores))).astype(np.float32))
    return probabilities


def counts(
    documents: Sequence[Candidates], probabilities: Sequence[FloatArray], threshold: float
) -> tuple[Counts, Counts]:
    """Return the counts against strict and against clear gold at a threshold."""
    strict, clear = Counts(), Counts()
    for each, probability in zip(documents, probabilities, strict=True):
        chosen = (probability >= threshold) & each.tagged
        hits = int((chosen & each.same).sum())
        strict += Counts(int(chosen.sum()), each.gold, hits)
        clear += Counts(int((chosen & ~each.ambiguous).sum()), each.gold, hits)
    return strict, clear


def best_threshold(documents: Sequence[Candidates], probabilities: Sequence[FloatArray]) -> float:
    """Return the threshold with the best F1 against clear gold, to two digits."""
    grid = np.arange(0.05, 0.96, 0.01)
    return round(float(max(grid, key=lambda t: counts(documents, probabilities, float(t))[1].f1)), 2)


def export(trees: Any, path: Path) -> None:
    """Write an ensemble as ONNX with the probabilities as a plain array (pairs, 2)."""
    from onnxmltools import convert_lightgbm
    from onnxmltools.convert.common.data_types import FloatTensorType

    rows = FloatTensorType([None, trees.num_feature()])
    model = convert_lightgbm(trees, initial_types=[("features", rows)], zipmap=False)
    path.write_bytes(model.SerializeToString())


def cross_validate(documents: Sequence[Candidates], folder: Path) -> list[FloatArray]:
    """Return each document's probabilities from trees that have not seen its part of the documents; none for
    documents that are in no part.

    The trees without part k are exported to `folder`/k: what is fitted on probabilities needs those of
    documents that the trees do not know.
    """
    probabilities: list[FloatArray] = [np.zeros(0, dtype=np.float32)] * len(documents)
    for number, unseen in _parts(documents).items():
        first, second = fit_both([each for each in documents if each.part != number])
        _export_both(first, second, folder / str(number))
        predicted = predict([documents[at] for at in unseen], first, second)
        for at, probability in zip(unseen, predicted, strict=True):
            probabilities[at] = probability
        print(f"part {number}: {len(unseen)} documents", flush=True)
    return probabilities


def taught(examples: Sequence[TrainingDocument]) -> list[TrainingDocument]:
    """Return what the trees learn from: the documents of a part, and the first few of each company without
    tags."""
    seen: Counter[str] = Counter()
    chosen = []
    for each in examples:
        if each.split == UNTAGGED:
            seen[each.company] += 1
        if part(each.split, each.company) is not None or (
            each.split == UNTAGGED and seen[each.company] <= UNTAGGED_OF_A_COMPANY
        ):
            chosen.append(each)
    return chosen


def _parts(documents: Sequence[Candidates]) -> dict[int, list[int]]:
    """Return the places of the documents of each part. Raises `InputError` where there is but one."""
    places: dict[int, list[int]] = {}
    for at, each in enumerate(documents):
        if each.part is not None:
            places.setdefault(each.part, []).append(at)
    if len(places) < 2:
        raise InputError(
            "Trees are cross-validated over parts of the companies: label filings of more of them."
        )
    return dict(sorted(places.items()))


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, measure by cross-validation and export, from the command line."""
    parser = argparse.ArgumentParser(description="Train the pair classifier.")
    parser.add_argument("--data", type=Path, required=True, help="cache made by cofitcheck.training.dataset")
    parser.add_argument(
        "--encoder", type=Path, required=True, help="folder with encoder.onnx and tokenizer.json"
    )
    parser.add_argument(
        "--output",
        type=Path,
        required=True,
        help="folder for the two ensembles, those without a part, and figures",
    )
    options = parser.parse_args(arguments)
    begun = time.perf_counter()
    encoder = load_encoder(options.encoder, threads=2)
    documents = collect(taught(load(options.data, ["train", "dev", UNTAGGED])), encoder, FilterConfig())
    probabilities = cross_validate(documents, options.output / "parts")
    first, second = fit_both(documents)
    _export_both(first, second, options.output)
    figures = {**_figures(documents, probabilities), "gain": _gains(second)}
    figures["seconds"] = round(time.perf_counter() - begun)
    (options.output / "figures.json").write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures))


def _export_both(first: Any, second: Any, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    export(first, folder / "first.onnx")
    export(second, folder / "second.onnx")


def _figures(documents: Sequence[Candidates], probabilities: Sequence[FloatArray]) -> dict[str, Any]:
    """Return the cross-validated figures of all documents at their best threshold, and of each part there."""
    parts = _parts(documents)
    everywhere = sorted(at for places in parts.values() for at in places)
    threshold = best_threshold([documents[at] for at in everywhere], [probabilities[at] for at in everywhere])

    def measured(places: Sequence[int]) -> dict[str, Any]:
        return _measured([documents[at] for at in places], [probabilities[at] for at in places], threshold)

    figures = {f"part {number}": measured(places) for number, places in parts.items()}
    return {"threshold": threshold, "all": measured(everywhere), **figures}


def _measured(
    documents: Sequence[Candidates], probabilities: Sequence[FloatArray], threshold: float
) -> dict[str, Any]:
    strict, clear = counts(documents, probabilities, threshold)
    return {
        "strict": _row(strict),
        "clear": _row(clear),
        "documents": len(documents),
        "candidates": sum(len(each.a) for each in documents) / len(documents),
        "candidate recall": sum(int(each.same.sum()) for each in documents)
        / sum(each.gold for each in documents),
    }


def _row(score: Counts) -> dict[str, float]:
    return {"precision": score.precision, "recall": score.recall, "f1": score.f1}


def _gains(trees: Any) -> dict[str, float]:
    gains = zip(trees.feature_name(), trees.feature_importance("gain").round().tolist(), strict=True)
    return dict(sorted(gains, key=lambda gain: -gain[1]))


if __name__ == "__main__":
    main()
