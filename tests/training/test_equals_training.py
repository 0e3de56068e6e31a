"""Training of the trees that judge equal numbers, on made-up documents whose facts are their labels."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cofitcheck.config import FilterConfig
from cofitcheck.mentions import mention_arrays
from cofitcheck.reconciliation import EqualTrees, told
from cofitcheck.training import equals, trees
from cofitcheck.training.dataset import TrainingDocument
from tests.checker.checker_fakes import FixedEncoder
from tests.classification.classification_documents import number, with_number
from tests.training.test_trees_training import example

COMPANIES = 6


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("lightgbm", reason="trees are trained with the train extra")
    pytest.importorskip("onnxmltools", reason="trees are exported with the train extra")
    monkeypatch.setattr(trees, "ROUNDS", 10)
    monkeypatch.setattr(equals, "ROUNDS", 10)


def repeating(seed: int) -> TrainingDocument:
    """An example in which mentions of one fact state one value."""
    made = example(seed)
    document, first = made.document, dict[int, int]()
    for at, fact in enumerate(made.fact.tolist()):
        of = first.setdefault(fact, at) if fact >= 0 else at
        document = with_number(document, at, number(100 + of))
    return replace(made, document=document)


def test_only_equal_pairs_teach_and_all_that_tags_cannot_judge_have_a_likelihood() -> None:
    examples = [repeating(seed) for seed in range(COMPANIES)]
    documents = trees.collect(examples, FixedEncoder(), FilterConfig(threshold=0.0))
    found = equals.lessons(examples, documents, documents[-1:])
    for lesson, pairs in zip(found, documents, strict=True):
        assert 0 < len(lesson.rows) == len(lesson.same) < len(pairs.a)
        assert lesson.rows.shape[1] == len(lesson.names)
        assert int(lesson.same.sum()) == int(pairs.same.sum())
        assert ((lesson.likely >= 0) & (lesson.likely <= 1)).all()


def test_pairs_that_tags_cannot_judge_count_as_far_as_they_are_likely() -> None:
    rows = np.tile(np.array([[0.0], [1.0], [2.0]], dtype=np.float32), (200, 1))
    one, two, untold = (np.tile(np.arange(3) == kind, 200) for kind in range(3))
    lesson = equals.Lesson(
        rows, ("kind",), one, one | two, np.ones(600, bool), np.where(untold, 0.75, 0).astype(np.float32)
    )
    fitted = equals.fit_equals([lesson])
    said = fitted.predict(np.array([[0.0], [1.0], [2.0]]))
    assert said[1] < said[2] < said[0]


def test_what_is_exported_scores_equal_pairs_as_the_trained_ensemble_does(tmp_path: Path) -> None:
    examples = [repeating(seed) for seed in range(COMPANIES + 1)]
    fitted, threshold, figures = equals.train(examples[:-1], examples[-1:], FixedEncoder())
    assert figures["merged"][str(threshold)]["precision"] >= equals.PRECISION
    trees.export(fitted, tmp_path / EqualTrees.files()[0])
    (tmp_path / "equals.json").write_text(f'{{"threshold": {threshold}}}')
    loaded = EqualTrees.load(tmp_path, threads=1)
    (pairs,) = trees.collect(examples[-1:], FixedEncoder(), FilterConfig())
    first = trees.fit_first(trees.collect(examples[:-1], FixedEncoder(), FilterConfig()))
    columns, document = pairs.reconciled(first), examples[-1].document
    scored = loaded.score(document, mention_arrays(document), columns, pairs.a, pairs.b)
    lesson = equals._lesson(examples[-1], pairs, columns, first_like(len(columns)))
    expected = told(fitted.predict(lesson.rows).astype(np.float32), threshold)
    np.testing.assert_allclose(scored[~np.isnan(scored)], expected, atol=1e-4)


def first_like(columns: int) -> object:
    """A second ensemble that holds every pair for as likely as not."""

    class Even:
        def predict(self, rows: np.ndarray) -> np.ndarray:
            assert rows.shape[1] == columns
            return np.full(len(rows), 0.5)

    return Even()
