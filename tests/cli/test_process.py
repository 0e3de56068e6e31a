"""The command as a process of its own: interrupts, and terminals of another encoding."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.cli_fakes import Write

COMMAND = """
import cofitcheck.cli, cofitcheck.engines.worker
from tests.cli import cli_fakes
cofitcheck.engines.worker.load_checker = cli_fakes.load
cofitcheck.cli.main()
"""


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_loses_no_finished_document(write: Write, tmp_path: Path, kind: signal.Signals) -> None:
    out = tmp_path / "out"
    files = [write("a.htm", "FINDING"), write("b.htm", "SLOW"), write("c.htm", "SLOW")]
    arguments = [
        "check",
        *map(str, files),
        "--workers",
        "1",
        "--output",
        str(out),
        "--json",
        str(tmp_path / "j"),
    ]
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *arguments],
        env=_environment(),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    _wait_for(tmp_path / "j")
    # As a terminal does: the whole group gets it.
    os.killpg(process.pid, kind) if kind is signal.SIGINT else process.send_signal(kind)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert list(out.glob("a*.html"))
    assert "1 checked" in said
    assert f"2 not checked: {files[1]}, {files[2]}." in said
    assert "Traceback" not in said


def test_a_terminal_that_lacks_a_character_hides_no_finding(write: Write) -> None:
    process = subprocess.run(
        [sys.executable, "-c", COMMAND, "check", str(write("a.htm", "FINDING ä 年度"))],
        env=_environment() | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert process.returncode == 1
    assert b"1,230" in process.stdout
    assert process.stderr == b""


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _wait_for(file: Path) -> None:
    deadline = time.monotonic() + 30
    while not (file.exists() and file.stat().st_size):
        assert time.monotonic() < deadline, "no document was finished"
        time.sleep(0.05)
