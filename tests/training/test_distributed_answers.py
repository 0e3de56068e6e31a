"""Training of stage 2 in two processes on CPUs, by the configurations that we ship, against one process."""

import json
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="the trainer runs on torch")
pytest.importorskip("accelerate", reason="the trainer runs on accelerate")
pytest.importorskip("psutil", reason="accelerate brings it")

from cofitcheck.encoding import Encoded
from tests.classification.question_documents import pairs, statements
from tests.encoding.causal_models import save_language_model
from tests.training.answer_data import answer_data
from tests.training.test_distributed import MODES, command, environment, kill, train

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

STEPS = 4
TASK = ("train", "classifier")
PLAIN: dict[str, Any] = {"precision": '"no"'}
HALF: dict[str, Any] = {"gradient_checkpointing": "true", "lora": "{rank: 4, alpha: 8, dropout: 0.1}"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("answers")
    save_language_model(made / "model", words=True)
    answer_data(made, train=6)
    return made


def config(folder: Path, name: str, documents: int = 1, **more: Any) -> Path:
    """Write a run in which a process has one document a step, or one process two, and all their passes."""
    settings = {
        "data": folder / "data",
        "candidates": folder / "candidates",
        "output": folder / name,
        "model": folder / "model",
        "questions": "{limit: 1000}",
        "choice": "{negatives: 3}",
        "batch": f"{{documents: {documents}, tokens: {documents * 50000}, pass_tokens: 1000}}",
        "watch": "{every: 2}",
        "steps": STEPS,
        "body_rate": 1e-3,
        "clip": 0.05,
        "held_out": "false",
        **more,
    }
    path = folder / f"{name}.yaml"
    path.write_text("".join(f"{key}: {value}\n" for key, value in settings.items()))
    return path


def looks(out: Path) -> list[dict[str, Any]]:
    """Return what was logged at every look but the time it took."""
    rows = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    return [{name: value for name, value in row.items() if name != "minutes"} for row in rows]


def answers(out: Path) -> Any:
    from cofitcheck.classification import load_classifier

    document = statements()
    nothing = Encoded(np.zeros((len(document.mentions), 1), np.float32))
    return load_classifier(out).classify(document, nothing, pairs(document)).probability


@pytest.fixture(scope="module")
def one(folder: Path) -> Path:
    return train("one", config(folder, "one", documents=2, **PLAIN), task=TASK)


@pytest.mark.parametrize("mode", MODES)
def test_two_processes_train_as_one_with_their_documents(folder: Path, mode: str, one: Path) -> None:
    out = train(mode, config(folder, mode, **PLAIN), task=TASK)
    ours, theirs = ([row["answer"] for row in looks(each)] for each in (out, one))
    np.testing.assert_allclose(ours, theirs, atol=1e-4)
    np.testing.assert_allclose(answers(out), answers(one), atol=1e-3)


@pytest.mark.parametrize("mode", MODES)
def test_a_killed_run_with_adapters_in_half_precision_ends_as_an_unbroken_one(
    folder: Path, mode: str
) -> None:
    whole = train(mode, config(folder, f"{mode}-half", **HALF), task=TASK)
    path = config(folder, f"{mode}-killed", **HALF)
    out = path.with_suffix("")
    running = subprocess.Popen(
        command(mode, path, task=TASK), env=environment(mode), stderr=subprocess.DEVNULL
    )
    while not (out / "checkpoint").exists():
        assert running.poll() is None
        time.sleep(0.005)
    kill(running)
    assert not (out / "CARD.md").exists()
    train(mode, path, "--resume", task=TASK)
    assert looks(out) == looks(whole)
    assert (out / "model.safetensors").read_bytes() == (whole / "model.safetensors").read_bytes()
