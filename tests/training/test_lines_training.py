"""Training of the trees that judge lines of one table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cofitcheck.reconciliation import LineTrees
from cofitcheck.training import lines, trees
from tests.checker.checker_fakes import FixedEncoder
from tests.training.test_within_training import repeating


def test_what_is_trained_and_exported_knows_repeats_from_a_total_and_its_part(tmp_path: Path) -> None:
    pytest.importorskip("lightgbm", reason="trees are trained with the train extra")
    pytest.importorskip("onnxmltools", reason="trees are exported with the train extra")
    lessons = [lines.lesson(repeating(seed), FixedEncoder()) for seed in range(40)]
    fitted, figures = lines.train(lessons[:36], lessons[36:])
    assert figures["threshold"] == lines.THRESHOLD
    assert figures["merged"]["0.5"]["precision"] == figures["merged"]["0.5"]["recall"] == 1.0
    graph, described = LineTrees.files()
    trees.export(fitted, tmp_path / graph)
    (tmp_path / described).write_text(json.dumps({"threshold": lines.THRESHOLD}))
    made = repeating(99).document
    likely = LineTrees.load(tmp_path).likely(made, FixedEncoder().encode(made))
    assert {(left, right) for left, right, _ in likely} == {(0, 4), (1, 5)}
