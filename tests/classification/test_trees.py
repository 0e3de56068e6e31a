"""The tree ensembles in ONNX Runtime against the library that trained them, and the two in a row."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cofitcheck.classification import TreeClassifier, Trees
from cofitcheck.classification.features import FloatArray
from cofitcheck.document import Document
from cofitcheck.errors import ModelError
from tests.classification.classification_documents import (
    VALUES,
    candidates,
    document,
    documents,
    encoded,
    number,
    with_number,
)


class MadeUpTrees(Trees):
    """Scores rows by a fixed random weight for each feature."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def score(self, features: FloatArray) -> FloatArray:
        weights = np.random.default_rng(self.seed).standard_normal(features.shape[1])
        scores: FloatArray = np.tanh(np.abs(np.einsum("ij,j->i", features, weights)) / 10).astype(np.float32)
        return scores


CLASSIFIER = TreeClassifier(MadeUpTrees(1), MadeUpTrees(2))


def test_scores_are_those_of_the_library_that_trained_the_trees(tmp_path: Path) -> None:
    lightgbm = pytest.importorskip("lightgbm", reason="trees are trained with the train extra")
    pytest.importorskip("onnxmltools", reason="trees are exported with the train extra")
    from cofitcheck.training.trees import export

    rng = np.random.default_rng(0)
    # Counts and cosines, as the features are; thresholds between close floats are where rounding would show.
    rows = np.hstack([rng.integers(-1, 6, (400, 3)), rng.random((400, 3))]).astype(np.float32)
    same = rows[:, 0] + rows[:, 3] > 2.5
    parameters = {"objective": "binary", "num_leaves": 7, "verbose": -1, "num_threads": 1, "seed": 0}
    booster = lightgbm.train(parameters, lightgbm.Dataset(rows, same), 12)
    export(booster, tmp_path / "trees.onnx")
    scores = Trees(tmp_path / "trees.onnx", threads=1).score(rows)
    assert scores.dtype == np.float32
    np.testing.assert_allclose(scores, booster.predict(rows), atol=1e-5)
    assert scores[same].min() > scores[~same].max()


@pytest.mark.parametrize("content", [None, b"", b"no model at all"], ids=["missing", "empty", "other"])
def test_a_file_that_is_no_model_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "first.onnx"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelError, match=r"first\.onnx: is no pair classifier"):
        Trees(path)


def test_an_onnx_model_of_another_kind_is_no_classifier(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx", reason="models are written with the train extra")
    floats = onnx.TensorProto.FLOAT
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Identity", ["x"], ["y"])],
        "identity",
        [onnx.helper.make_tensor_value_info("x", floats, [None, 2])],
        [onnx.helper.make_tensor_value_info("y", floats, [None, 2])],
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 15)], ir_version=8)
    (tmp_path / "encoder.onnx").write_bytes(model.SerializeToString())
    with pytest.raises(ModelError, match=r"encoder\.onnx: is no pair classifier"):
        Trees(tmp_path / "encoder.onnx")


@pytest.mark.parametrize("cells", [0, 1])
def test_without_candidates_there_is_nothing_to_score(cells: int) -> None:
    made = document((["2024"], [("Cash", [123])] * cells))
    vectors = encoded(cells)
    scored = CLASSIFIER.classify(made, vectors, candidates(made, vectors))
    assert len(scored) == len(scored.probability) == 0


@given(documents(), st.data())
@settings(max_examples=30, deadline=None)
def test_a_probability_never_depends_on_the_pairs_own_values(made: Document, data: st.DataObject) -> None:
    vectors = encoded(len(made.mentions))
    pairs = candidates(made, vectors)
    if not len(pairs):
        return
    changed = data.draw(st.sampled_from(sorted({*pairs.left.tolist(), *pairs.right.tolist()})))
    after = with_number(made, changed, number(data.draw(st.sampled_from(VALUES))))
    before, later = (CLASSIFIER.classify(each, vectors, pairs) for each in (made, after))
    own = (pairs.left == changed) | (pairs.right == changed)
    np.testing.assert_array_equal(before.probability[own], later.probability[own])


def test_pairs_come_back_in_order_with_a_score_each() -> None:
    row = ("Revenue", [123, 456])
    made = document((["2024", "2023"], [row]), (["2024", "2023"], [row]))
    vectors = encoded(4)
    pairs = candidates(made, vectors)
    scored = CLASSIFIER.classify(made, vectors, pairs)
    assert scored.left.tolist() == [0, 0, 1, 1]
    assert scored.right.tolist() == [2, 3, 2, 3]
    assert len(set(scored.probability.tolist())) == 4
