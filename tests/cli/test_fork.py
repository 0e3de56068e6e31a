"""One document: the command waits for a fork of itself, which does the work and may die of it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.cli_fakes import Write
from tests.cli.test_process import COMMAND

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every document has a worker")

TOLD = "import os\nos.register_at_fork(after_in_child=lambda: os.environ.update(FORKED='1'))\n"


def test_a_fork_does_the_work_of_one_document(write: Write) -> None:
    forked = _check(
        write("a.htm", "FINDING"), before=TOLD, after="print('in a fork', 'FORKED' in os.environ)"
    )
    assert forked.returncode == 1
    assert "in a fork True" in forked.stdout
    assert "1,230" in forked.stdout
    assert forked.stderr == ""


def test_several_documents_have_workers(write: Write) -> None:
    several = [str(write("a.htm", "FINDING")), str(write("b.htm"))]
    process = _check(*several, before=TOLD, after="print('in a fork', 'FORKED' in os.environ)")
    assert process.returncode == 1
    assert "in a fork False" in process.stdout


def test_a_document_that_kills_the_fork_is_tried_again_by_a_worker(write: Write, tmp_path: Path) -> None:
    process = _check(write("a.htm", f"FINDING ONCE {tmp_path / 'mark'}"))
    assert process.returncode == 1
    assert "1,230" in process.stdout


def test_a_document_that_kills_both_is_not_checked(write: Write, tmp_path: Path) -> None:
    told = tmp_path / "sarif.json"
    process = _check(write("a.htm", "KILLED"), "--sarif", told)
    assert process.returncode == 2
    assert "not checked: its process was killed twice (SIGKILL)" in process.stderr
    assert "killed twice" in told.read_text()


def test_a_document_that_takes_too_long_is_not_tried_again(write: Write) -> None:
    process = _check(write("a.htm", "BUSY"), "--seconds", "1")
    assert process.returncode == 2
    assert "more than the allowed time of the processor" in process.stderr


def test_a_defect_of_ours_is_said_with_its_trace(write: Write) -> None:
    process = _check(write("a.htm", "DEFECT"))
    assert process.returncode == 2
    assert "KeyError: 'a defect'" in process.stderr
    assert "a defect of cofitcheck stopped it" in process.stderr


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGKILL])
def test_the_fork_ends_with_the_process_that_waits(
    write: Write, kind: signal.Signals, tmp_path: Path
) -> None:
    mark = tmp_path / "fork"
    writes = f"os.register_at_fork(after_in_child=lambda: open({str(mark)!r}, 'w').write(str(os.getpid())))\n"
    process = subprocess.Popen(
        [sys.executable, "-c", f"import os\n{writes}{COMMAND}", "check", str(write("a.htm", "SLOW"))],
        env=_environment(),
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    _until(lambda: mark.exists() and mark.read_text() != "")
    fork = int(mark.read_text())
    time.sleep(1)
    process.send_signal(kind)
    process.communicate(timeout=30)
    assert process.returncode == (130 if kind is signal.SIGTERM else -signal.SIGKILL)
    _until(lambda: not _lives(fork))


def _check(*arguments: str | Path, before: str = "", after: str = "") -> subprocess.CompletedProcess[str]:
    ending = f"import atexit, os\natexit.register(lambda: {after})\n" if after else ""
    return subprocess.run(
        [sys.executable, "-c", before + ending + COMMAND, "check", *map(str, arguments)],
        env=_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _lives(process: int) -> bool:
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def _until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)
