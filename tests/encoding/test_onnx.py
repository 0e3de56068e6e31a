import shutil
from pathlib import Path

import numpy as np
import pytest

from cofitcheck.document import Document
from cofitcheck.encoding import HEADS, Encoded
from cofitcheck.encoding.description import EncoderDescription
from cofitcheck.encoding.load import load_encoder
from cofitcheck.encoding.onnx import OnnxEncoder
from cofitcheck.errors import ModelError
from cofitcheck.weights import bundled
from tests.encoding.encoding_documents import SPECIAL, WORDS, balance_sheet, tokenizer

torch = pytest.importorskip("torch", reason="a graph to test with is made with torch")
pytest.importorskip("onnx", reason="the exporter needs onnx")

# The exporter of torch warns of its own age, and of what it traced as constants.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from cofitcheck.training.encoder.backbones import export_onnx, quantise
    from cofitcheck.training.encoder.model import ModelConfig, TableEncoder

    made = tmp_path_factory.mktemp("weights")
    torch.manual_seed(0)
    config = ModelConfig(
        vocabulary=len(SPECIAL) + len(set(WORDS)), width=16, inner=32, layers=3, heads=2, local=1
    )
    model = TableEncoder(config)
    assert export_onnx(model, made / "encoder.onnx") < 1e-5
    quantise(made / "encoder.onnx", made / "int8.onnx")
    tokenizer().save(str(made / "tokenizer.json"))
    EncoderDescription("structured", causal=False, limit=1024).write(made)
    return made


@pytest.fixture(scope="module")
def encoder(folder: Path) -> OnnxEncoder:
    return OnnxEncoder(folder / "encoder.onnx", threads=1)


def test_one_pass_equals_one_mention_per_pass(encoder: OnnxEncoder) -> None:
    fast = encoder.encode(balance_sheet())
    slow = encoder.encode_one_mention_per_pass(balance_sheet())
    for name in HEADS:
        assert np.allclose(getattr(fast, name), getattr(slow, name), atol=1e-5)


def test_vectors_have_unit_length_and_tell_mentions_apart(encoder: OnnxEncoder) -> None:
    encoded = encoder.encode(balance_sheet())
    assert (encoded.fact.shape, encoded.indicator.shape, encoded.breakdown.shape) == (
        (10, 128),
        (10, 128),
        (10, 64),
    )
    assert np.allclose(np.linalg.norm(encoded.fact, axis=1), 1.0, atol=1e-5)
    similarity = encoded.fact @ encoded.fact.T
    assert (similarity[~np.eye(10, dtype=bool)] < 1 - 1e-5).all()


def test_a_document_without_mentions_has_no_vectors(encoder: OnnxEncoder) -> None:
    assert len(encoder.encode(Document("empty", (), ()))) == 0


def test_vectors_survive_saving(encoder: OnnxEncoder, tmp_path: Path) -> None:
    encoded = encoder.encode(balance_sheet())
    encoded.save(tmp_path / "vectors.npz")
    assert np.array_equal(Encoded.load(tmp_path / "vectors.npz").fact, encoded.fact)


def test_missing_files_are_named(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"none\.onnx"):
        OnnxEncoder(folder / "none.onnx")
    for name in ("tokenizer.json", "cofitcheck.json"):
        made = tmp_path / name
        made.mkdir()
        for kept in {"encoder.onnx", "tokenizer.json", "cofitcheck.json"} - {name}:
            shutil.copy(folder / kept, made)
        with pytest.raises(ModelError, match=name):
            OnnxEncoder(made / "encoder.onnx")


@pytest.mark.parametrize("what", ["nonsense", "trees"])
def test_a_graph_of_another_architecture_is_refused(folder: Path, tmp_path: Path, what: str) -> None:
    for name in ("tokenizer.json", "cofitcheck.json"):
        shutil.copy(folder / name, tmp_path)
    if what == "trees":
        shutil.copy(bundled().first, tmp_path / "encoder.onnx")
    else:
        (tmp_path / "encoder.onnx").write_bytes(b"nonsense")
    with pytest.raises(ModelError, match=r"encoder\.onnx (is of another architecture|cannot be loaded)"):
        OnnxEncoder(tmp_path / "encoder.onnx")


def test_a_folder_is_loaded_by_what_is_in_it(folder: Path, tmp_path: Path) -> None:
    expected = OnnxEncoder(folder / "encoder.onnx").encode(balance_sheet())
    for path in (folder, folder / "encoder.onnx"):
        assert np.array_equal(load_encoder(path).encode(balance_sheet()).fact, expected.fact)
    with pytest.raises(ModelError, match="holds no encoder"):
        load_encoder(tmp_path)


def test_int8_agrees_with_float(folder: Path, encoder: OnnxEncoder) -> None:
    small = OnnxEncoder(folder / "int8.onnx").encode(balance_sheet())
    agreement = (small.fact * encoder.encode(balance_sheet()).fact).sum(axis=1)
    assert agreement.min() > 0.98
