"""The tree ensembles in ONNX Runtime against the library that trained them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cofitcheck.classification import Trees
from cofitcheck.errors import ModelError
from cofitcheck.weights import bundled


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
        Trees(path).open()


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
        Trees(tmp_path / "encoder.onnx").open()


def test_the_number_of_threads_changes_no_bit_of_a_score() -> None:
    trees = [Trees(bundled().first, threads) for threads in (1, 2, 3)]
    features = trees[0]._session.get_inputs()[0].shape[1]
    rows = np.random.default_rng(0).random((6_000, features)).astype(np.float32)
    first, *others = (each.score(rows).tobytes() for each in trees)
    assert others == [first, first]


def test_a_missing_file_is_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"first\.onnx: is no pair classifier"):
        Trees(tmp_path / "first.onnx")
