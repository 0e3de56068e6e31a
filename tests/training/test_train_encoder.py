import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

torch = pytest.importorskip("torch", reason="the trainer runs on torch")
pytest.importorskip("accelerate", reason="the trainer runs on accelerate")

from cofitcheck.cli import main  # noqa: E402 (after the skip)
from tests.training.training_models import dataset, labelled, tiny_qwen  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")

PAPER = """
data: {folder}/data
output: {folder}/out
model: {folder}/qwen
layout: {{kind: {layout}}}
facets: {{indicator: {facets}, breakdown: {facets}, period: {facets}}}
batch: {{documents: 2, blur: 0.0}}
watch: {{every: 2, candidates: 10}}
steps: 4
body_rate: 1.0e-3
precision: "no"
held_out: false
threads: 1
{more}
"""


def config(folder: Path, layout: str = "parallel", facets: float = 0.0, more: str = "") -> Path:
    if not (folder / "qwen").exists():
        tiny_qwen(folder / "qwen")
        dataset(folder / "data")
    path = folder / "run.yaml"
    path.write_text(PAPER.format(folder=folder, layout=layout, facets=facets, more=more))
    return path


def train(path: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["train", "encoder", "--config", str(path), *options])


@pytest.mark.parametrize(
    ("layout", "facets", "more"),
    [
        ("parallel", 0.0, ""),
        ("extractive", 0.0, "loss: {kind: standard}"),
        ("parallel", 0.5, "gradient_checkpointing: true"),
        ("parallel", 0.0, "lora: {rank: 4, alpha: 8}"),
    ],
)
def test_a_causal_model_is_trained_and_encodes(tmp_path: Path, layout: str, facets: float, more: str) -> None:
    from cofitcheck.encoding.transformers import TransformersEncoder

    result = train(config(tmp_path, layout, facets, more))
    assert result.exit_code == 0, result.output
    out = tmp_path / "out"
    assert [json.loads(line)["step"] for line in (out / "log.jsonl").read_text().splitlines()] == [2, 4]
    assert list(out.rglob("events.out.tfevents.*"))
    assert "4 documents of 4 companies" in (out / "CARD.md").read_text()
    threshold = json.loads((out / "cofitcheck.json").read_text())["threshold"]
    assert f"cosine above {threshold}" in result.output
    encoded = TransformersEncoder(out).encode(labelled("a", "dev").document)
    assert encoded.fact.shape == (16, 128 if facets else 32)
    assert np.allclose(np.linalg.norm(encoded.fact, axis=1), 1, atol=1e-5)


def test_a_run_that_was_begun_is_neither_lost_nor_mixed_up(tmp_path: Path) -> None:
    path = config(tmp_path)
    assert train(path).exit_code == 0
    again = train(path)
    assert again.exit_code == 2
    assert "--resume" in again.output
    assert train(path, "--resume").exit_code == 0
    assert train(path, "--restart").exit_code == 0
    steps = [json.loads(line)["step"] for line in (tmp_path / "out" / "log.jsonl").read_text().splitlines()]
    assert steps == [2, 4]


def test_a_checkpoint_of_another_model_is_refused(tmp_path: Path) -> None:
    assert train(config(tmp_path)).exit_code == 0
    result = train(config(tmp_path, facets=0.5), "--resume")
    assert result.exit_code == 2
    assert "begun with another facets" in result.output
    tiny_qwen(tmp_path / "qwen", layers=3)
    result = train(config(tmp_path), "--resume")
    assert result.exit_code == 2
    assert "another architecture" in result.output


def test_documents_that_tell_nothing_are_refused_before_training(tmp_path: Path) -> None:
    path = config(tmp_path)
    for each in (tmp_path / "data").glob("dev-*"):
        each.unlink()
    result = train(path)
    assert result.exit_code == 2
    assert "no dev document" in result.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("data: [", "run.yaml"),
        ("output: out", "data"),
        ("{data: d, output: o, layout: {kind: sideways}}", "layout.kind"),
        ("{data: d, output: o, loss: {temperature: -1}}", "temperature"),
        ("{data: d, output: o, lora: {rank: 4}}", "lora"),
        ("{data: d, output: o, steps: 0}", "steps"),
        ("{data: d, output: o, watch: {every: 0}}", "watch.every"),
        ("{data: d, output: o, facets: {period: -1.0}}", "facets.period"),
        ("{data: d, output: o, model: somewhere}", "structured"),
        ("{data: d, output: o, stepz: 5}", "stepz"),
        ("{data: nowhere, output: o}", "nowhere"),
    ],
)
def test_a_wrong_configuration_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "run.yaml"
    path.write_text(text)
    result = train(path)
    assert result.exit_code == 2
    assert said in result.output
    assert len(result.output.strip().splitlines()) == 1
