"""Real Ray: the same results as the local engine's, file by file, and nothing lost with a killed actor."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.batch.batch_runs import by_document, documents, start
from tests.cli.cli_fakes import Write

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
]

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(output: Path, *arguments: str | Path) -> int:
    """Run a batch of two workers to its end and return its exit status."""
    process = start(*arguments, "--output", output, "--workers", "2")
    _, said = process.communicate(timeout=300)
    assert "KeyError: 'a defect'" in said, said
    return process.returncode


def test_ray_brings_what_the_local_engine_brings(write: Write, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    write("a.htm", "FINDING")
    write("b.htm", f"ONCE {mark}")
    write("c.htm", "KILLED")
    write("d.htm", "MEMORY")
    write("e.htm", "DEFECT")
    for number in range(4):
        write(f"more/{number}.htm", "FINDING" if number % 2 else "")
    (tmp_path / "in/empty.htm").touch()
    for engine in ("local", "ray"):
        assert run(tmp_path / engine, tmp_path / "in", "--engine", engine) == 2
        mark.unlink()
    lines = documents(tmp_path / "ray")
    assert len(lines) == 10
    assert lines["b.htm"]["status"] == "checked"
    assert "its process was killed twice" in lines["c.htm"]["reason"]
    local, ray = by_document(tmp_path / "local"), by_document(tmp_path / "ray")
    for each in (local, ray):  # what killed it has another name there
        assert each.pop(str(tmp_path / "in/c.htm"))
    assert ray == local


def test_the_bundled_model_says_the_same_on_ray(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    for engine in ("local", "ray"):
        samples = map(str, EXAMPLES.glob("*.htm"))
        command = [sys.executable, "-m", "cofitcheck", "batch", *samples, "--output"]
        options = [str(tmp_path / engine), "--engine", engine, "--workers", "2"]
        assert subprocess.run([*command, *options], env=environment, check=False).returncode == 1
    assert by_document(tmp_path / "ray") == by_document(tmp_path / "local")
    assert len(by_document(tmp_path / "ray")) == 2


def test_a_cluster_that_does_not_answer_is_named(write: Write, tmp_path: Path) -> None:
    write("a.htm")
    process = start(
        tmp_path / "in", "--output", tmp_path / "out", "--engine", "ray", "--ray-address", "127.0.0.1:1"
    )
    _, said = process.communicate(timeout=120)
    assert process.returncode == 2
    assert "Error: Ray at 127.0.0.1:1 cannot be reached" in said
    assert "Traceback" not in said
