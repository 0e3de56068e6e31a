"""Training of what judges broken sums, on made-up tables."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cofitcheck.checks.sums.features import NAMES, SumModel
from cofitcheck.document import Document
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.training import sums
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
    monkeypatch.setitem(sums.SETTINGS, "min_data_in_leaf", 2)
    monkeypatch.setattr(sums, "ROUNDS", 20)
    lessons = [sums.lesson(each, 12, 0) for each in filings(monkeypatch)]
    judged = sums.cross_validate(lessons)
    assert len(judged.clean) == len(lessons)
    assert judged.recall(0.5) > 0.4
    threshold = judged.threshold
    export(sums.fit(lessons), tmp_path / "sums.onnx")
    (tmp_path / "sums.json").write_text(json.dumps({"threshold": threshold, "features": list(NAMES)}))
    rows = np.concatenate([rows for each in lessons for rows, _ in each.clean])
    loaded = SumModel.load(tmp_path)
    raw = loaded.trees.score(rows)
    assert ((loaded.probabilities(rows) >= 0.5) == (raw >= np.float32(threshold))).mean() > 0.99
