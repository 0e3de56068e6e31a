"""`transformers serve` started for real, with a tiny random model made here, asked through the classifier."""

from __future__ import annotations

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from cofitcheck.classification.servers import ServerConfig
from cofitcheck.classification.servers.classifier import ServerClassifier
from cofitcheck.encoding import Encoded
from tests.classification.question_documents import pairs, statements

pytest.importorskip("openai")

_SECONDS = 240
_TRANSFORMERS = "from transformers.cli.transformers import main; main()"
_TEMPLATE = "{% for message in messages %}{{ message['content'] }}\n{% endfor %}"


def transformers_serve(model: Path, port: int) -> list[str]:
    for needed in ("transformers", "fastapi", "uvicorn"):
        if importlib.util.find_spec(needed) is None:
            pytest.skip(f"transformers serve needs {needed}: pip install 'transformers[serving]'")
    where = ["--host", "127.0.0.1", "--port", str(port)]
    return [sys.executable, "-c", _TRANSFORMERS, "serve", str(model), *where, "--device", "cpu"]


@contextmanager
def running(command: list[str], port: int, log: Path) -> Iterator[str]:
    """Start a server program, wait until it answers, and stop it with all it has started."""
    environment = {**os.environ, "HF_HUB_OFFLINE": "1"}
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=output, env=environment, start_new_session=True
        )
    try:
        _wait(process, f"http://127.0.0.1:{port}/health", log)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _wait(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    end = time.monotonic() + _SECONDS
    while process.poll() is None and time.monotonic() < end:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.5)
    pytest.fail(f"the server did not start:\n{log.read_text(errors='replace')[-2000:]}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def tiny_chat_model(folder: Path) -> Path:
    """Write a random model of two layers that says Yes or No whatever it reads, with a chat template."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    from tests.encoding.causal_models import save_language_model

    save_language_model(folder, "llama", max_position_embeddings=8192)
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_file=str(folder / "tokenizer.json"), chat_template=_TEMPLATE
    )
    fast.save_pretrained(folder)
    model = transformers.AutoModelForCausalLM.from_pretrained(folder)
    yes, no = fast.convert_tokens_to_ids([" Yes", " No"])
    with torch.no_grad():
        # A random head would hardly ever say one of two words among hundreds: it gets those two alone.
        head = model.get_output_embeddings().weight
        direction = head[yes].clone()
        head.zero_()
        head[yes], head[no] = 4 * direction, -4 * direction
    model.save_pretrained(folder)
    return folder


@pytest.mark.slow
def test_a_real_server_answers_every_question(tmp_path: Path) -> None:
    document = statements(2)
    candidates = pairs(document)
    nothing = np.zeros((len(document.mentions), 0), np.float32)
    encoded = Encoded(nothing, nothing, nothing, nothing)
    port = free_port()
    command = transformers_serve(tmp_path / "tiny", port)
    model = tiny_chat_model(tmp_path / "tiny")
    with running(command, port, tmp_path / "server.log") as url:
        config = ServerConfig(
            url, str(model), characters=1600, answer_tokens=4, timeout=300, cache=tmp_path / "answers.db"
        )
        classifier = ServerClassifier(config)
        scored = classifier.classify(document, encoded, candidates)
        assert scored.usage is not None
        assert not scored.unclassified, scored.unclassified
        assert not np.isnan(scored.probability).any()
        assert scored.usage.asked == len(candidates)
        assert scored.usage.tokens_in > 100 * len(candidates)
    again = classifier.classify(document, encoded, candidates)
    assert again.probability.tolist() == scored.probability.tolist()
