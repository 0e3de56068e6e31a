"""`--backend vllm` from the command line: its engine is a process that a worker starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cofitcheck.classification.description import ClassifierDescription
from tests.cli.test_classifier_options import PAGE
from tests.encoding.causal_models import word_tokenizer

FAKE = Path(__file__).parent / "fake_vllm"


@pytest.mark.parametrize("command", ["check", "batch"])
def test_vllm_starts_its_engine_in_a_worker(command: str, tmp_path: Path) -> None:
    page, model = tmp_path / "birch.htm", tmp_path / "model"
    page.write_text(PAGE, encoding="utf-8")
    model.mkdir()
    tokenizer = word_tokenizer()
    tokenizer.add_tokens(["Yes", "No"])
    tokenizer.save(str(model / "tokenizer.json"))
    ClassifierDescription(limit=1000).write(model)
    (model / "config.json").write_text("{}")
    words = [command, page, "--classifier", model, "--backend", "vllm", "--ask-above", "0", "--workers", "1"]
    words += ["--output", tmp_path / "out"]
    words += ["--json", tmp_path / "report.json"] if command == "check" else ["--reports"]
    done = subprocess.run(
        [sys.executable, "-m", "cofitcheck", *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(FAKE)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert "daemonic" not in done.stderr
    assert done.returncode in (0, 1), done.stderr
    if command == "check":
        report = json.loads((tmp_path / "report.json").read_bytes().splitlines()[0])
        assert report["method"] == "cascade"
        assert report["facts"]
