"""Training of what judges broken sums, on made-up tables."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cofitcheck.checks.sums.features import NAMES, SumModel
from cofitcheck.document import Document
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.training import sums, training_examples
from cofitcheck.training.trees import export
from tests.checks.checks_documents import document
from tests.checks.sums.test_fast_and_slow import made_up

pytest.importorskip("lightgbm")
pytest.importorskip("onnxmltools")


def filings(monkeypatch: pytest.MonkeyPatch) -> list[Filing]:
    """Made-up documents of six tables, of four companies."""

    def read(path: Path) -> Document:
        rng = Random(path.name)
        return document(*(made_up(rng) for _ in range(6)))

    monkeypatch.setattr(sums, "read", read)
    return [Filing(Path(f"{at}.htm"), f"Company {at % 8}", "train") for at in range(16)]


def test_a_model_is_trained_judged_by_other_companies_and_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(training_examples.SETTINGS, "min_data_in_leaf", 2)
    monkeypatch.setattr(sums, "ROUNDS", 20)
    taught = [sums.lesson(each, 12, 0) for each in filings(monkeypatch)]
    judged = sums.cross_validate(taught)
    assert len(judged.clean) == len(taught)
    assert judged.recall(0.5) > 0.4
    threshold = judged.threshold
    export(sums.fit(taught), tmp_path / "sums.onnx")
    (tmp_path / "sums.json").write_text(json.dumps({"threshold": threshold, "features": list(NAMES)}))
    rows = np.concatenate([rows for each in taught for rows, _ in each.clean])
    loaded = SumModel.load(tmp_path)
    raw = loaded.trees.score(rows)
    assert ((loaded.probabilities(rows) >= 0.5) == (raw >= np.float32(threshold))).mean() > 0.99


def test_the_command_writes_trees_that_load_and_what_came_of_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(training_examples.SETTINGS, "min_data_in_leaf", 2)
    monkeypatch.setattr(sums, "ROUNDS", 20)
    made = filings(monkeypatch)
    monkeypatch.setattr(training_examples, "read_list", lambda path, splits: made)
    monkeypatch.setattr(training_examples, "ProcessPoolExecutor", ThreadPoolExecutor)
    sums.main(["--list", "made-up.tsv", "--planted", "6", "--output", str(tmp_path / "model")])
    assert SumModel.load(tmp_path / "model").threshold >= 0.5
    figures = json.loads((tmp_path / "model" / "sums-training.json").read_text())
    assert figures["filings"] == len(made)
    assert json.loads(capsys.readouterr().out)["planted"] == figures["planted"] > 0
