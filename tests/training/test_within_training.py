"""Training of the trees that tie equal numbers of one table."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cofitcheck.reconciliation import WithinTrees
from cofitcheck.reconciliation.lines import equal_within
from cofitcheck.training import trees, within
from cofitcheck.training.dataset import TrainingDocument
from tests.checker.checker_fakes import FixedEncoder
from tests.classification.classification_documents import document

YEARS = ["2024", "2023"]


def repeating(seed: int) -> TrainingDocument:
    """A table whose second block states net income again, and whose total equals its only part."""
    income, shares, part = (int(x) for x in np.random.default_rng(seed).integers(100, 999, 3))
    rows = [
        ("Basic|Net income", [income, income + 1]),
        ("Basic|Shares", [shares, shares + 1]),
        ("Diluted|Net income", [income, income + 1]),
        ("Asia", [part, part + 1]),
        ("Total", [part, part + 1]),
    ]
    made = document((YEARS, rows))
    fact = np.array([0, 1, 2, 3, 0, 1, 4, 5, 6, 7], dtype=np.int32)
    ambiguous = np.array([[6, 8], [7, 9]], dtype=np.int32)
    unknown = (None,) * len(made.mentions)
    return TrainingDocument(made, fact, ambiguous, unknown, unknown, unknown, "train", f"Company {seed}")


def test_a_lesson_tells_repeats_from_what_tags_cannot_judge() -> None:
    lesson = within.lesson(repeating(1), FixedEncoder())
    assert (lesson.same.tolist(), lesson.told.tolist()) == ([True, True, False, False],) * 2
    assert lesson.tagged.all()
    assert lesson.gold == 2
    untagged = replace(repeating(1), fact=np.full(10, -1, dtype=np.int32))
    assert not within.lesson(untagged, FixedEncoder()).tagged.any()


def test_what_is_trained_and_exported_ties_repeats_and_no_total_to_its_part(tmp_path: Path) -> None:
    pytest.importorskip("lightgbm", reason="trees are trained with the train extra")
    pytest.importorskip("onnxmltools", reason="trees are exported with the train extra")
    lessons = [within.lesson(repeating(seed), FixedEncoder()) for seed in range(40)]
    fitted, threshold, figures = within.train(lessons[:36], lessons[36:])
    assert figures["merged"][str(threshold)]["precision"] >= within.PRECISION
    graph, described = WithinTrees.files()
    trees.export(fitted, tmp_path / graph)
    (tmp_path / described).write_text(json.dumps({"threshold": 0.5}))
    made = repeating(99).document
    assert len(equal_within(made)) == 4
    assert WithinTrees.load(tmp_path).ties(made, FixedEncoder().encode(made)) == [(0, 4), (1, 5)]
