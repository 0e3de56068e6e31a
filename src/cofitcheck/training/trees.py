"""Trains the pair classifier: boosted trees over pair features, exported to ONNX.

Run: `python -m cofitcheck.training.trees --data runs/data --encoder runs/model --counterpart runs/counterpart
--output runs/model`

On the documents that an encoder was trained on, its similarities look better than on others. So each document
has the vectors of an encoder that has not seen it. Dev and a part of train (see `training.dataset`) have the
vectors of the encoder that ships, the rest of train those of its counterpart. Only the former are used to
measure. Documents without tags are added, with the labels of `training.silver`.
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

from cofitcheck.classification.features import Columns, matrix
from cofitcheck.classification.trees import LEARNT, Facet, PairFeatures, file_of
from cofitcheck.config import FilterConfig
from cofitcheck.encoding import Encoder
from cofitcheck.encoding.load import load_encoder
from cofitcheck.errors import InputError
from cofitcheck.evaluation.metrics import Counts
from cofitcheck.facts import ScoredPairs
from cofitcheck.mentions import FloatArray, IntArray
from cofitcheck.reconciliation.features import neighbour_features, reconciled_features
from cofitcheck.stages import find_candidates
from cofitcheck.training.candidates import Labels, facet_labels, gold_of, labels_of
from cofitcheck.training.dataset import UNTAGGED, TrainingDocument, in_a_part, load, part

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
NEGATIVES = 1 / 3
"""The share of the pairs of two facts that teaches. Each has a higher weight, for the pairs left out."""
FACET_SETTINGS = {"num_leaves": 15}
FACET_SHARE = 0.2
"""The share of the pairs that teaches a facet. It is enough, as nearly all pairs have the tags for it."""
UNTAGGED_OF_A_COMPANY = 3
"""The most documents without tags of one company, so that a few companies do not outweigh the others."""
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Candidates:
    """The candidate pairs of one labelled document.

    `features` and `neighbours` are what the ensembles see of them. For each pair, bool (pairs,), `same` tells
    whether both mentions are tagged with one fact, `tagged` whether both are tagged, `ambiguous` whether tags
    cannot judge it. `facets` says in which facets the tags agree. `gold` counts the document's positive
    pairs, candidates or not. `part` is the part of the document (see `training.dataset.part`), None where it
    is in none.
    """

    a: IntArray
    b: IntArray
    features: PairFeatures
    neighbours: Columns
    facets: Labels
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

    @property
    def semantic(self) -> FloatArray:
        """The rows that the first ensembles see, (pairs, features)."""
        return matrix(self.features.semantic)

    def reconciled(self, first: Any) -> Columns:
        """Return the columns that the second ensemble sees, given the first ensemble."""
        judged = ScoredPairs(self.a, self.b, first.predict(self.semantic).astype(np.float32))
        return reconciled_features(self.features, self.neighbours, judged)


def collect(
    documents: Sequence[TrainingDocument], encoder: Encoder, config: FilterConfig
) -> list[Candidates]:
    """Run stage 1 over labelled documents, and return their candidates with features and labels."""
    collected = [_collect_one(example, encoder, config) for example in documents]
    pairs = sum(len(each.a) for each in collected) / len(collected)
    recall = sum(int(each.same.sum()) for each in collected) / sum(each.gold for each in collected)
    print(f"{len(collected)} documents, {pairs:.0f} candidates each, recall {recall:.3f}", flush=True)
    return collected


def _collect_one(example: TrainingDocument, encoder: Encoder, config: FilterConfig) -> Candidates:
    encoded = encoder.encode(example.document)
    pairs = find_candidates(example.document, encoded, config, encoder.threshold)
    features = PairFeatures.of(example.document, encoded, pairs)
    same, tagged, ambiguous = labels_of(example, pairs)
    return Candidates(
        a=pairs.left,
        b=pairs.right,
        features=features,
        neighbours=neighbour_features(features.arrays, pairs.left, pairs.right),
        facets=facet_labels(example, pairs),
        same=same,
        tagged=tagged,
        ambiguous=ambiguous,
        gold=gold_of(example),
        company=example.company,
        part=part(example.split, example.company),
    )


def fit_facets(documents: Sequence[Candidates]) -> dict[Facet, Any]:
    """Train an ensemble for each facet that is learnt, on a share of the pairs whose tags can judge it."""
    rows, names = [each.semantic for each in documents], list(documents[0].features.semantic)
    chance = np.random.default_rng(0)
    ensembles = {}
    for facet in LEARNT:
        labels = [each.facets[facet] for each in documents]
        drawn = [(each >= 0) & (chance.random(len(each)) < FACET_SHARE) for each in labels]
        ensembles[facet] = fit(rows, [each == 1 for each in labels], drawn, names, **FACET_SETTINGS)
    return ensembles


def fit(
    rows: Sequence[FloatArray],
    same: Sequence[Mask],
    learnt: Sequence[Mask],
    names: Sequence[str],
    **other: Any,
) -> Any:
    """Train one ensemble on the pairs of each document that are `learnt`.

    `rows` is (pairs, names) for each document. `other` are settings that differ from the usual ones."""
    import lightgbm

    data = np.concatenate([each[kept] for each, kept in zip(rows, learnt, strict=True)])
    labels = np.concatenate([each[kept] for each, kept in zip(same, learnt, strict=True)])
    drawn = labels | (np.random.default_rng(0).random(len(labels)) < NEGATIVES)
    weights = np.where(labels, 1.0, 1.0 / NEGATIVES)
    examples = lightgbm.Dataset(data[drawn], labels[drawn], weight=weights[drawn], feature_name=list(names))
    return lightgbm.train({**SETTINGS, **other}, examples, ROUNDS)


def fit_first(documents: Sequence[Candidates]) -> Any:
    """Train the ensemble that sees each pair alone."""
    return fit(
        [each.semantic for each in documents],
        [each.same for each in documents],
        [each.learnt for each in documents],
        list(documents[0].features.semantic),
    )


def fit_both(documents: Sequence[Candidates]) -> tuple[Any, Any]:
    """Train the two ensembles.

    The second one learns from first scores of trees that have not seen the document's company.
    """
    companies = sorted({each.company for each in documents})
    fold = {company: number % FOLDS for number, company in enumerate(companies)}
    every: dict[int, Columns] = {}
    for held in range(FOLDS):
        trees = fit_first([each for each in documents if fold[each.company] != held])
        for at, each in enumerate(documents):
            if fold[each.company] == held:
                every[at] = each.reconciled(trees)
    second = fit(
        [matrix(every[at]) for at in range(len(documents))],
        [each.same for each in documents],
        [each.learnt for each in documents],
        list(every[0]),
    )
    return fit_first(documents), second


def predict(documents: Sequence[Candidates], first: Any, second: Any) -> list[FloatArray]:
    """Return each document's probabilities, float32 (pairs,)."""
    return [second.predict(matrix(each.reconciled(first))).astype(np.float32) for each in documents]


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
    """Return each document's probabilities from trees that have not seen its part.

    A document that is in no part has none. The trees without part k are exported to `folder`/k, because
    models that are fitted on probabilities need those of documents that the trees do not know.
    """
    probabilities: list[FloatArray] = [np.zeros(0, dtype=np.float32)] * len(documents)
    for number, unseen in _parts(documents).items():
        first, second = fit_both([each for each in documents if each.part != number])
        export_both(first, second, folder / str(number))
        predicted = predict([documents[at] for at in unseen], first, second)
        for at, probability in zip(unseen, predicted, strict=True):
            probabilities[at] = probability
        print(f"part {number}: {len(unseen)} documents", flush=True)
    return probabilities


def of_the_encoder(examples: Sequence[TrainingDocument]) -> list[TrainingDocument]:
    """Return the documents that the encoder that ships has not seen.

    They are those of a part, and the first few documents without tags of each company."""
    seen: Counter[str] = Counter()
    chosen = []
    for each in examples:
        seen[each.company] += each.split == UNTAGGED
        few = each.split == UNTAGGED and seen[each.company] <= UNTAGGED_OF_A_COMPANY
        if few or in_a_part(each):
            chosen.append(each)
    return chosen


def of_the_counterpart(examples: Sequence[TrainingDocument]) -> list[TrainingDocument]:
    """Return the train documents that taught the encoder that ships, and not its counterpart."""
    return [each for each in examples if each.split == "train" and not in_a_part(each)]


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
        "--counterpart", type=Path, required=True, help="folder with the encoder of the other documents"
    )
    parser.add_argument(
        "--output",
        type=Path,
        required=True,
        help="folder for the ensembles, those without a part, and figures",
    )
    options = parser.parse_args(arguments)
    begun = time.perf_counter()
    examples = load(options.data, ["train", "dev", UNTAGGED])
    documents = [
        *collect(of_the_encoder(examples), load_encoder(options.encoder, threads=2), FilterConfig()),
        *collect(of_the_counterpart(examples), load_encoder(options.counterpart, threads=2), FilterConfig()),
    ]
    probabilities = cross_validate(documents, options.output / "parts")
    first, second = fit_both(documents)
    export_both(first, second, options.output)
    for facet, ensemble in fit_facets(documents).items():
        export(ensemble, file_of(options.output, facet))
    figures = {**_figures(documents, probabilities), "gain": _gains(second)}
    figures["seconds"] = round(time.perf_counter() - begun)
    (options.output / "figures.json").write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures))


def export_both(first: Any, second: Any, folder: Path) -> None:
    """Write the two ensembles into a folder, which is made where it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    export(first, folder / "first.onnx")
    export(second, folder / "second.onnx")


def _figures(documents: Sequence[Candidates], probabilities: Sequence[FloatArray]) -> dict[str, Any]:
    """Return the cross-validated figures of all documents, and of each part, at one threshold for all."""
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
