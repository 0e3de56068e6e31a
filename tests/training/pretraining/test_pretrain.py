import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

torch = pytest.importorskip("torch", reason="the trainer runs on torch")
pytest.importorskip("accelerate", reason="the trainer runs on accelerate")

from cofitcheck.cli import main  # noqa: E402 (after the skip)
from cofitcheck.training.loop import load_config  # noqa: E402
from cofitcheck.training.pretraining.config import PretrainConfig  # noqa: E402
from tests.training.pretraining.pretraining_runs import run_file  # noqa: E402
from tests.training.training_models import tiny_qwen  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")


def pretrain(path: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["pretrain", "--config", str(path), *options])


def looks(folder: Path) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    return [{name: value for name, value in row.items() if name != "minutes"} for row in rows]


def weights(folder: Path) -> bytes:
    return (folder / "model.safetensors").read_bytes()


@pytest.mark.parametrize("order", ["cnap", "reading"])
def test_a_new_model_learns_and_can_be_read(tmp_path: Path, order: str) -> None:
    from transformers import AutoModelForCausalLM

    from cofitcheck.encoding.causal import CausalEncoder

    result = pretrain(run_file(tmp_path, order=order, steps=20, watch="{every: 10, sequences: 2}"))
    assert result.exit_code == 0, result.output
    # Four labelled train documents and one without tags: the other may be of a dev company.
    assert result.output.startswith("5 documents, ")
    out = tmp_path / "run"
    losses = [row["dev"]["loss"] for row in looks(out)]
    assert losses[1] < losses[0] < np.log(400)
    model = AutoModelForCausalLM.from_pretrained(out, local_files_only=True)
    assert model.config.num_hidden_layers == 2
    assert CausalEncoder.load(out).widths == {"fact": 32}
    assert (out / "tokenizer.json").exists()
    assert "| 20 |" in (out / "CARD.md").read_text()


def test_a_resumed_run_ends_where_an_unbroken_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cofitcheck.training.pretraining.pretrain import Pretrainer

    assert pretrain(run_file(tmp_path, "whole")).exit_code == 0
    path = run_file(tmp_path, "killed")
    step = Pretrainer.step

    def killed(trainer: Pretrainer) -> dict[str, float]:
        if trainer.progress.step == 3:
            raise KeyboardInterrupt
        return step(trainer)

    with monkeypatch.context() as patch:
        patch.setattr(Pretrainer, "step", killed)
        stopped = pretrain(path)
    assert stopped.exit_code == 130
    assert "--resume" in stopped.output
    assert pretrain(path).exit_code == 2
    assert pretrain(path, "--resume").exit_code == 0
    assert looks(tmp_path / "killed") == looks(tmp_path / "whole")
    assert weights(tmp_path / "killed") == weights(tmp_path / "whole")
    other = pretrain(run_file(tmp_path, "killed", order="reading"), "--resume")
    assert "begun with another order" in other.output


def test_a_model_is_taken_up_whole_or_through_adapters(tmp_path: Path) -> None:
    assert pretrain(run_file(tmp_path, "first")).exit_code == 0
    for more in ({}, {"lora": "{rank: 2, alpha: 4}", "gradient_checkpointing": "true"}):
        on = run_file(tmp_path, "second", architecture=None, tokenizer=None, model=tmp_path / "first", **more)
        result = pretrain(on, "--restart")
        assert result.exit_code == 0, result.output
        assert looks(tmp_path / "second")[0]["dev"]["loss"] < looks(tmp_path / "first")[0]["dev"]["loss"]
        assert len(weights(tmp_path / "second")) == pytest.approx(len(weights(tmp_path / "first")), rel=0.1)


def test_half_precision_computes_in_bfloat16(tmp_path: Path) -> None:
    from cofitcheck.encoding.passes import Pieces
    from cofitcheck.training.pretraining.pretrain import NextToken, load_model

    config = load_config(run_file(tmp_path), PretrainConfig)
    causal = load_model(config, Pieces.load(tmp_path / "tokenizer" / "tokenizer.json"))
    kinds = []
    causal.model.layers[0].mlp.register_forward_hook(lambda *given: kinds.append(given[2].dtype))
    tokens = torch.arange(8)[None]
    for half in (False, True):
        assert NextToken(causal, half=half)(tokens, tokens).dtype == torch.float32
    assert kinds == [torch.float32, torch.bfloat16]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"architecture": None}, "name a model to go on from"),
        ({"tokenizer": None}, "needs a tokenizer"),
        ({"architecture": None, "model": "nowhere"}, "nowhere is not the folder of a model"),
        ({"tokenizer": "nowhere"}, "nowhere/tokenizer.json is missing"),
        ({"data": "nowhere"}, "nowhere holds no train documents"),
        ({"order": "sideways"}, "order"),
        ({"context": 1}, "context"),
        ({"architecture": "{positions: 64}"}, "lower the context"),
    ],
)
def test_what_cannot_be_run_is_one_sentence(tmp_path: Path, more: dict[str, Any], said: str) -> None:
    result = pretrain(run_file(tmp_path, **({"untagged": None} | more)))
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_weights_without_a_language_model_are_refused(tmp_path: Path) -> None:
    tiny_qwen(tmp_path / "qwen")
    config = json.loads((tmp_path / "qwen" / "config.json").read_text())
    (tmp_path / "qwen" / "config.json").write_text(json.dumps(config | {"tie_word_embeddings": False}))
    result = pretrain(run_file(tmp_path, architecture=None, tokenizer=None, model=tmp_path / "qwen"))
    assert result.exit_code == 2
    assert "1 tensors are missing, lm_head.weight among them" in result.output
