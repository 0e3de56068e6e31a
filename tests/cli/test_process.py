"""The command as a process of its own: interrupts, and terminals of another encoding."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner

from cofitcheck.cli.common import OneSentenceGroup
from cofitcheck.encoding.onnx import open_session
from cofitcheck.engines.engine import InlineEngine
from cofitcheck.engines.jobs import Job
from tests.cli.cli_fakes import Write

COMMAND = """
import cofitcheck.cli, cofitcheck.engines.worker
from tests.cli import cli_fakes
cofitcheck.engines.worker.load_checker = cli_fakes.load
cofitcheck.cli.main()
"""

FULL = Path("/dev/full")


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


def test_workers_are_forked_from_a_server_that_has_imported_what_they_need() -> None:
    told = """
import os
from cofitcheck.engines.preloading import start_server
from tests.cli import cli_fakes
context = start_server()
ours, theirs = context.Pipe()
context.Process(target=cli_fakes.tell, args=(theirs,)).start()
imported, parent = ours.recv()
print(imported, parent == os.getpid())
"""
    process = subprocess.run(
        [sys.executable, "-c", told], env=_environment(), capture_output=True, text=True, check=True
    )
    assert process.stdout.split() == ["True", "False"]


def test_without_a_place_for_the_servers_socket_workers_start_afresh(write: Write, tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    process = _run(write("a.htm", "FINDING"), write("b.htm"), environment={"TMPDIR": str(folder)})
    assert (process.returncode, process.stderr) == (1, "")


def test_an_interrupt_while_the_server_imports_prints_no_trace_of_it(write: Write) -> None:
    interrupted = """
import os, signal
from cofitcheck.engines import preloading
start = preloading.start_server
def start_and_interrupt():
    context = start()
    os.killpg(0, signal.SIGINT)
    return context
preloading.start_server = start_and_interrupt
"""
    process = _run(write("a.htm"), write("b.htm"), before=interrupted)
    assert process.returncode != 0
    assert "Traceback" not in process.stderr


class _Interrupts:
    def __set_name__(self, owner: type, name: str) -> None:
        raise KeyboardInterrupt


def _make_a_class(*_: object) -> NoReturn:
    """Interrupt the making of a class, as an import is; Python 3.11 makes a RuntimeError of it."""
    type("Made", (), {"field": _Interrupts()})
    raise AssertionError("the interrupt was lost")


def test_an_interrupt_while_a_class_is_made_ends_the_command() -> None:
    result = CliRunner().invoke(OneSentenceGroup("made", callback=_make_a_class, invoke_without_command=True))
    assert result.exit_code == 130
    assert "Interrupted" in result.stderr


def test_an_interrupt_while_a_class_is_made_loses_no_job(tmp_path: Path) -> None:
    engine = InlineEngine[Job, object](lambda: _make_a_class)
    with pytest.raises(KeyboardInterrupt):
        list(engine.run(iter([Job("a.htm", tmp_path / "a.htm", tmp_path, "a")]), 1, lambda *_: None))


def test_an_interrupt_while_the_runtime_is_imported_is_no_broken_model(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Runtime:
        def __getattr__(self, name: str) -> None:
            raise ImportError("initialization failed") from KeyboardInterrupt()

    monkeypatch.setitem(sys.modules, "onnxruntime", Runtime())
    with pytest.raises(KeyboardInterrupt):
        open_session(tmp_path / "encoder.onnx")


@pytest.mark.parametrize("milliseconds", [10, 100, 250, 500, 1000])
def test_an_interrupt_at_the_start_is_never_taken_for_findings(
    write: Write, tmp_path: Path, milliseconds: int
) -> None:
    begin = "from cofitcheck.__main__ import main; print('begun', flush=True); main()"
    process = subprocess.Popen(
        [sys.executable, "-c", begin, "check", str(write("a.htm", "FINDING"))],
        env=_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout
    # Before the first line of ours Python alone decides.
    assert process.stdout.readline() == "begun\n"
    time.sleep(milliseconds / 1000)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    # A shell says 130 of a process that the signal has ended, too. A fast machine may be done before.
    done = process.returncode == 0 and (tmp_path / "a.report.html").exists()
    assert done or process.returncode in (130, -signal.SIGINT)
    assert "Traceback" not in said
    assert "Aborted" not in said


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("option", [["--json", "-"], ["--json", str(FULL)], []], ids=["-", "file", "summary"])
def test_a_full_disk_is_named_with_the_way_out(write: Write, option: list[str]) -> None:
    with FULL.open("wb") as full:
        process = subprocess.run(
            [sys.executable, "-c", COMMAND, "check", str(write("a.htm", "FINDING")), *option],
            env=_environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert process.returncode == 2
    (sentence,) = process.stderr.splitlines()
    assert "No space left on device" in sentence
    assert "name another" in sentence


def _run(
    *documents: Path, before: str = "", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Check documents in a process, and a group, of its own."""
    return subprocess.run(
        [sys.executable, "-c", before + COMMAND, "check", *map(str, documents)],
        env=_environment() | (environment or {}),
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
        timeout=60,
    )


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _wait_for(file: Path) -> None:
    deadline = time.monotonic() + 30
    while not (file.exists() and file.stat().st_size):
        assert time.monotonic() < deadline, "no document was finished"
        time.sleep(0.05)
