"""What is said of a large model before it is loaded; the files are all header and no weights."""

import json
from pathlib import Path

import pytest

from cofitcheck.encoding import load as module
from cofitcheck.encoding.load import footprint, say_footprint
from cofitcheck.errors import ModelError

# Qwen2.5 7B.
HIDDEN, INNER, LAYERS, HEADS, VOCABULARY = 3584, 18944, 28, 512, 152064


def write_model(folder: Path, layers: int = LAYERS) -> Path:
    """Write the configuration and the headers of the weights of a model with Qwen2.5's layers."""
    layer = {
        "mlp.up": [INNER, HIDDEN],
        "mlp.gate": [INNER, HIDDEN],
        "mlp.down": [HIDDEN, INNER],
        "attention.q": [HIDDEN, HIDDEN],
        "attention.k": [HEADS, HIDDEN],
        "attention.v": [HEADS, HIDDEN],
        "attention.o": [HIDDEN, HIDDEN],
    }
    first = {"embedding": [VOCABULARY, HIDDEN], "lm_head": [VOCABULARY, HIDDEN]}
    second = {f"{number}.{name}": shape for number in range(layers) for name, shape in layer.items()}
    folder.mkdir()
    for number, shapes in enumerate((first, second)):
        header = {
            name: {"dtype": "BF16", "shape": shape, "data_offsets": [0, 0]} for name, shape in shapes.items()
        }
        content = json.dumps({"__metadata__": {"format": "pt"}, **header}).encode()
        (folder / f"model-{number}.safetensors").write_bytes(len(content).to_bytes(8, "little") + content)
    (folder / "config.json").write_text(json.dumps({"hidden_size": HIDDEN, "intermediate_size": INNER}))
    return folder


def test_a_model_of_seven_billions_needs_what_it_is_known_to_need(tmp_path: Path) -> None:
    found = footprint(write_model(tmp_path / "seven"), "bfloat16", 8192)
    assert found is not None
    assert found.parameters == pytest.approx(7.6e9, rel=0.01)
    assert found.weights == 2 * found.parameters
    said = found.sentence("this machine", 80_000_000_000)
    assert said.startswith(
        "seven: 7.6 billion parameters in bfloat16 need about 16.9 GB (15.2 for its weights,"
    )
    assert said.endswith("this machine has 80.0 GB free")


def test_it_is_said_before_a_large_model_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "_free_here", lambda: 20_000_000_000)
    say_footprint(write_model(tmp_path / "seven"), "cpu", "bfloat16", 8192)
    assert "this machine has 20.0 GB free. Attention: PyTorch's SDPA." in capsys.readouterr().err
    with pytest.raises(ModelError, match=r"30\.5 for its weights.*: take a smaller model"):
        say_footprint(tmp_path / "seven", "cpu", "float32", 8192)
    say_footprint(write_model(tmp_path / "small", layers=0), "cpu", "bfloat16", 1)
    (tmp_path / "none").mkdir()
    assert footprint(tmp_path / "none", "bfloat16", 1) is None


def test_weights_without_a_configuration_are_named(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "half")
    (folder / "config.json").write_text("{")
    with pytest.raises(ModelError, match=r"config\.json: is damaged"):
        footprint(folder, "bfloat16", 8192)
    (folder / "config.json").unlink()
    with pytest.raises(ModelError, match=r"half: has weights, but no config\.json"):
        footprint(folder, "bfloat16", 8192)


def test_damaged_weights_are_named(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "cut")
    file = folder / "model-1.safetensors"
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(ModelError, match=r"model-1\.safetensors: is damaged"):
        footprint(folder, "bfloat16", 8192)


def test_the_memory_of_this_machine_is_known() -> None:
    assert 10_000_000 < module._free_here() < 1 << 50
