"""A warm service does the checks of one document, and a draft is checked on every save."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest

from cofitcheck.engines.calling import HEAD, REFUSED, Call, is_own
from tests.cli.cli_fakes import Write
from tests.cli.test_process import COMMAND

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="a service needs Linux"),
]

WARM = """
import os, sys
from pathlib import Path
from cofitcheck.cli.common import cores
from cofitcheck.cli.watch import warm
from cofitcheck.config import CheckConfig
from cofitcheck.engines.calling import Call
from cofitcheck.engines.service import forked
from cofitcheck.engines.worker import load_checker

loaded = warm()

def check(file, output):
    call = Call.of_this_process(["check", file, "--quiet", "--output", output])
    return forked(call, (0, 1, 2), loaded).wait()

draft, changed, other, out = sys.argv[1:]
assert check(draft, out) == 1
# Without its graph the encoder has no vectors but those that forks have left.
load_checker(CheckConfig(threads=cores())).stages.encoder._session = None
assert check(draft, out) == 1
assert check(changed, out) == 1
sys.stderr = open(os.devnull, "w")
assert check(other, out) == 2
"""
REAL = "import cofitcheck.cli\ncofitcheck.cli.main()"
ASKING = "import cofitcheck\ncofitcheck.__version__ += ' of another time'\n" + COMMAND


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """Return where a service listens, with fakes for models, and end it afterwards."""
    place = tmp_path / "own" / "service.sock"
    service = _start("serve", place=place)
    _until(lambda: place.exists() or service.poll() is not None)
    yield place
    service.send_signal(signal.SIGINT)
    said, error = service.communicate(timeout=30)
    assert "Checks of one document start at once" in said
    assert error == "Ended.\n"
    assert not place.exists()


def test_a_service_checks_as_the_command_itself_does(place: Path, write: Write, tmp_path: Path) -> None:
    document = write("a.htm", "FINDING ä 年度")
    alone, served = (
        _run("check", "a.htm", "--output", "out", place=at, folder=document.parent, served=at == place)
        for at in (Path("off"), place)
    )
    assert alone.returncode == served.returncode == 1
    assert alone.stdout == served.stdout
    assert "1,230" in served.stdout
    assert alone.stderr == served.stderr == ""
    assert (document.parent / "out" / "a.report.html").is_file()


def test_a_fork_leaves_its_vectors_to_the_next(tmp_path: Path) -> None:
    made_up = Path("examples/annual-report.htm").read_text(encoding="utf-8")
    drafts = {
        "draft": made_up,
        "changed": made_up.replace(">1,150<", ">1,510<"),
        "other": made_up.replace("Revenue", "Sales of boats"),
    }
    for name, text in drafts.items():
        (tmp_path / f"{name}.htm").write_text(text, encoding="utf-8")
    files = [str(tmp_path / f"{name}.htm") for name in drafts]
    out = tmp_path / "out"
    ran = subprocess.run([sys.executable, "-c", WARM, *files, str(out)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    alone = _run("check", *files[:2], "--output", str(tmp_path / "alone"), place=Path("off"), command=REAL)
    assert alone.returncode == 1
    for name in ("draft", "changed"):
        report = f"{name}.report.json"
        assert (out / report).read_bytes() == (tmp_path / "alone" / report).read_bytes()


def test_what_goes_wrong_is_said_where_it_was_asked(place: Path, write: Write) -> None:
    missing = _run("check", str(write("a.htm", "DEFECT")), place=place)
    assert missing.returncode == 2
    assert "a defect of cofitcheck stopped it" in missing.stderr


def test_a_document_that_kills_its_fork_leaves_the_service_and_is_tried_again(
    place: Path, write: Write, tmp_path: Path
) -> None:
    dies_once = write("a.htm", f"FINDING ONCE {tmp_path / 'mark'}")
    assert _run("check", str(dies_once), place=place).returncode == 1
    killed = _run("check", str(write("b.htm", "KILLED")), place=place)
    assert killed.returncode == 2
    assert "killed twice (SIGKILL)" in killed.stderr
    assert _run("check", str(write("c.htm")), place=place, served=True).returncode == 0


def test_an_interrupt_reaches_the_service(place: Path, write: Write) -> None:
    process = _start("check", str(write("a.htm", "SLOW")), place=place)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "1 not checked" in said
    assert "Traceback" not in said


def test_another_version_does_its_own_work(place: Path, write: Write) -> None:
    process = _run("check", str(write("a.htm", "FINDING")), place=place, command=ASKING)
    assert process.returncode == 1
    assert "1,230" in process.stdout


def test_what_is_no_call_is_refused(place: Path) -> None:
    for message in (
        b"\0" * HEAD,
        b"\xff" * HEAD,
        (4).to_bytes(HEAD, "big") + b"null",
        Call([], "/", {}, "utf-8", "").packed(),
    ):
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(str(place))
            socket.send_fds(caller, [message[:HEAD]], [0, 1, 2])
            # The service may have refused a head alone, and gone, before nothing more is sent.
            if rest := message[HEAD:]:
                caller.sendall(rest)
            assert caller.recv(64).decode() == REFUSED


def test_a_second_service_and_a_folder_of_others_are_refused(place: Path, tmp_path: Path) -> None:
    second = _run("serve", place=place)
    assert second.returncode == 2
    assert "listens there already" in second.stderr
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    assert not is_own(shared)
    open_to_all = _run("serve", place=shared / "service.sock")
    assert open_to_all.returncode == 2
    assert "others can write to it" in open_to_all.stderr


def test_a_draft_is_checked_on_every_save(write: Write, tmp_path: Path) -> None:
    draft = write("draft.htm")
    watching = _start("watch", str(draft), "--output", str(tmp_path / "out"), place=Path("off"))
    assert watching.stdout
    first = _until_said(watching.stdout, "draft.htm checked in")
    assert not any("Since" in line for line in first)
    report = tmp_path / "out" / "draft.report.html"
    assert "FINDING" not in (tmp_path / "out" / "draft.report.json").read_text()
    before = report.stat().st_mtime_ns
    write("new.htm", "FINDING").replace(draft)
    second = _until_said(watching.stdout, "draft.htm checked in")
    assert any("Since draft.htm: 1 new, 0 with other numbers, 0 gone, 0 as before" in line for line in second)
    assert report.stat().st_mtime_ns > before
    draft.write_bytes(b"no document at all")
    third = _until_said(watching.stdout, "waiting for the next save")
    assert "draft.htm could not be checked to its end" in third[-1]
    watching.send_signal(signal.SIGINT)
    _, said = watching.communicate(timeout=30)
    assert watching.returncode == 0
    assert said.endswith("Ended.\n")
    missing = _run("watch", str(tmp_path / "missing.htm"), place=Path("off"))
    assert missing.returncode == 2
    assert "there is no such file" in missing.stderr


def _until_said(stream: IO[str], words: str) -> list[str]:
    """Return the lines up to the one with these words."""
    lines: list[str] = []
    while not lines or words not in lines[-1]:
        line = stream.readline()
        assert line, lines
        lines.append(line)
    return lines


def _start(
    *words: str,
    place: Path,
    command: str = COMMAND,
    folder: Path | None = None,
) -> subprocess.Popen[str]:
    paths = os.pathsep.join(filter(None, (str(Path.cwd()), *sys.path)))
    return subprocess.Popen(
        [sys.executable, "-c", command, *words],
        env=os.environ | {"PYTHONPATH": paths, "COFITCHECK_SERVICE": str(place), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        start_new_session=True,
    )


def _run(
    *words: str,
    place: Path,
    served: bool = False,
    command: str = COMMAND,
    folder: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command; where it has to be `served`, it may not fork by itself."""
    alone = "import os\nos.fork = None\n" if served else ""
    process = _start(*words, place=place, command=alone + command, folder=folder)
    out, error = process.communicate(timeout=60)
    return subprocess.CompletedProcess(words, process.returncode, out, error)


def _until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)
