"""Ctrl-C and SIGTERM: what is finished stays, and a sentence says what is not."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_fakes import Write

COMMAND = """
import cli_fakes, cofitcheck.cli, cofitcheck.engines
cofitcheck.engines.load_checker = cli_fakes.load
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
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
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


def _wait_for(file: Path) -> None:
    deadline = time.monotonic() + 30
    while not (file.exists() and file.stat().st_size):
        assert time.monotonic() < deadline, "no document was finished"
        time.sleep(0.05)
