"""Training of the ensemble that sees facts and tables as a whole."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cofitcheck.classification import Trees, WordClassifier
from cofitcheck.mentions.arrays import FloatArray
from cofitcheck.reconciliation import Reconciler
from cofitcheck.stages import find_candidates
from cofitcheck.training import third, trees
from cofitcheck.training.split import PARTS
from cofitcheck.training.trees import Candidates, collect
from tests.checker.checker_fakes import FixedEncoder
from tests.training.test_trees_training import CONFIG, example


def in_parts(count: int) -> list[Candidates]:
    collected = collect([example(seed) for seed in range(count)], FixedEncoder(), CONFIG)
    return [replace(each, part=at % PARTS) for at, each in enumerate(collected)]


def test_what_ships_scores_as_the_trained_ensemble_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("lightgbm", reason="trees are trained with the train extra")
    pytest.importorskip("onnxmltools", reason="trees are exported with the train extra")
    monkeypatch.setattr(trees, "ROUNDS", 25)
    monkeypatch.setattr(third, "ROUNDS", 25)
    documents = in_parts(16)
    fitted, figures = third.train(documents)
    assert figures["filings"] == 16
    assert set(figures["before"]) == set(figures["after"]) == {"all", *(f"part {n}" for n in range(PARTS))}
    assert figures["after"]["all"]["clear_f1"] > 0.9

    first, second = trees.fit_both(documents)
    trees.export_both(first, second, tmp_path)
    third.write(tmp_path, fitted, figures)
    assert json.loads((tmp_path / "third-training.json").read_text())["after"] == figures["after"]
    made = example(99).document
    encoded = FixedEncoder().encode(made)
    (pairs,) = collect([example(99)], FixedEncoder(), CONFIG)
    expected = third.Judged.of(pairs, first, second).again(fitted)
    graphs = [Trees(tmp_path / f"{name}.onnx", threads=1) for name in ("first", "second", "third")]
    shipped = Reconciler(WordClassifier(graphs[0]), graphs[1], third=graphs[2])
    scored = shipped.classify(made, encoded, find_candidates(made, encoded, CONFIG))
    np.testing.assert_allclose(scored.probability, expected, atol=1e-4)


def test_no_scores_that_teach_or_measure_come_from_trees_that_know_the_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The third ensemble would trust scores that know the answers."""
    documents = in_parts(8)
    taught: list[set[int | None]] = []

    class Remembering:
        def __init__(self, seen: set[int | None]) -> None:
            self.seen = seen

        def predict(self, rows: FloatArray) -> FloatArray:
            return np.full(len(rows), 0.5, np.float32)

    class Watched(third.Judged):
        @classmethod
        def of(cls, pairs: Candidates, first: Remembering, second: Remembering) -> Watched:
            assert pairs.part not in first.seen | second.seen
            known = {"seen": np.array([sum(2**part for part in second.seen if part is not None)])}
            return cls(np.full(len(pairs.a), 0.5, np.float32), np.ones(len(pairs.a), bool), known)

    def fit_both(chosen: list[Candidates]) -> tuple[Remembering, Remembering]:
        seen = {each.part for each in chosen}
        return Remembering(seen), Remembering(seen)

    def fit_third(documents: list[Candidates], judged: dict[int, third.Judged]) -> Remembering:
        parts = {documents[at].part for at in judged}
        known = {int(each.columns["seen"][0]) for each in judged.values()}
        (unseen,) = {*range(PARTS)} - parts
        assert not any(seen & 2**unseen for seen in known)
        taught.append(parts)
        return Remembering(parts)

    monkeypatch.setattr(third, "fit_both", fit_both)
    monkeypatch.setattr(third, "fit_third", fit_third)
    monkeypatch.setattr(third, "Judged", Watched)
    alone = {
        at: each for part in range(PARTS) for at, each in third.judged_without(documents, (part,)).items()
    }
    found = third.cross_validate(documents, alone)
    assert sorted(found) == list(range(8))
    assert taught == [{*range(PARTS)} - {part} for part in range(PARTS)]
