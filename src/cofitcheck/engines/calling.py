"""How a command lets another process do its work: a fork of a warm service (`service`), or a fork of itself.

A command asks a service with one message over a socket of the user's own. Where no service answers, the
command forks. The process that the user started waits for the fork to end.

A worker that is started afresh has to import what the command imports too: half a second of processor time.
A fork of a process that has imported nothing heavy, and has no threads, is safe and costs next to nothing. A
fork of a warm service has the models too.

This module imports nothing heavy, so a command that a service answers does not either.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NoReturn, Self

import cofitcheck

VARIABLE = "COFITCHECK_SERVICE"
"""The environment variable that names another socket; where it is `off`, no service is asked."""
OFF = "off"
HEAD = 8
"""The number of bytes that say how long a message is; the command's three streams are sent with them."""
LONGEST = 1 << 24
REFUSED = "refused"
KILLED = "killed "
HEAVY = "cofitcheck.engines.files"
"""Where this module is imported already, a fork would save nothing and might not be safe."""
_parent_waits = False
"""Whether this process is a fork whose parent waits for it."""
in_fork = False
"""Whether this process is a fork of a warm service, with all that it needs."""


@dataclass(frozen=True)
class Call:
    """What a command was asked to do, and where: the service does it as if it were that process.

    `code` names the version and the installation of the command: a service of another refuses the call.
    """

    arguments: list[str]
    folder: str
    environment: dict[str, str]
    encoding: str
    code: str

    @classmethod
    def of_this_process(cls, arguments: list[str]) -> Self:
        """Return the call of this process with these arguments. Raises `OSError` where its folder is gone."""
        return cls(arguments, os.getcwd(), dict(os.environ), sys.stdout.encoding, this_code())

    def packed(self) -> bytes:
        """Return the call as bytes, its length before it."""
        message = json.dumps(asdict(self)).encode("ascii")
        return len(message).to_bytes(HEAD, "big") + message

    @classmethod
    def unpacked(cls, message: bytes) -> Self:
        """Return the call of a message. Raises `ValueError` or `TypeError` where it is none."""
        return cls(**json.loads(message))


def this_code() -> str:
    """Return what tells this code from another: version and place."""
    return f"{cofitcheck.__version__} at {Path(cofitcheck.__file__).parent}"


def socket_path() -> Path | None:
    """Return where the service of this user listens; None where the user wants none."""
    if named := os.environ.get(VARIABLE):
        return None if named == OFF else Path(named)
    folder = os.environ.get("XDG_RUNTIME_DIR") or f"{tempfile.gettempdir()}/cofitcheck-{os.getuid()}"
    return Path(folder) / "cofitcheck.sock"


def is_own(folder: Path) -> bool:
    """Tell whether a folder is the user's own, and no other can put a socket into it."""
    try:
        found = folder.stat()
    except OSError:
        return False
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def answer() -> str:
    """Let a service do what this process was asked to do, and return its answer: an exit status, or `KILLED`
    and the signal that killed the fork, or "" where no service answers."""
    path = socket_path()
    if path is None or not path.exists() or not is_own(path.parent):
        return ""
    try:
        with socket.socket(socket.AF_UNIX) as service:
            service.connect(str(path))
            packed = Call.of_this_process(sys.argv[1:]).packed()
            socket.send_fds(service, [packed[:HEAD]], [0, 1, 2])
            service.sendall(packed[HEAD:])
            with _signals_to(service):
                said = service.recv(64).decode("ascii")
    except (OSError, UnicodeError):
        return ""
    return "" if said == REFUSED else said


@contextmanager
def _signals_to(service: socket.socket) -> Iterator[None]:
    """Hand on the signals that would end this process: the fork of the service decides what they mean."""
    kinds = (signal.SIGINT, signal.SIGTERM)
    before = {kind: signal.getsignal(kind) for kind in kinds}
    for kind in kinds:
        signal.signal(kind, lambda number, _: service.sendall(bytes([number])))
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


@dataclass(frozen=True, slots=True)
class ForkResult:
    """Whether this process is the fork, and which signal killed an earlier fork ("": none)."""

    in_fork: bool
    killed_by: str = ""


def fork_or_continue() -> ForkResult:
    """Let a warm service do the work, or fork and continue in the fork. The parent waits for it and exits
    with its status.

    Where a signal kills the fork, as native code can, the parent continues itself. It also continues where it
    cannot fork safely.
    """
    if in_fork:
        return ForkResult(in_fork=True)
    if sys.platform != "linux" or HEAVY in sys.modules or threading.active_count() > 1:
        return ForkResult(in_fork=False)
    if said := answer():
        return _after(said.removeprefix(KILLED) if said.startswith(KILLED) else int(said))
    sys.stdout.flush()
    sys.stderr.flush()
    theirs, ours = os.pipe()
    if child := os.fork():
        os.close(theirs)
        return _after(_waited_for(child))
    os.close(ours)
    global _parent_waits
    _parent_waits = True
    threading.Thread(target=_end_with_parent, args=(theirs,), daemon=True).start()
    return ForkResult(in_fork=True)


def end_at_once(status: object) -> None:
    """End a fork whose parent waits for it, when its work is done and its files are closed.

    Otherwise Python would first take apart all that was read and loaded: a twentieth of the seconds of a
    check. Does nothing in any other process. Does nothing either where the last output cannot be written:
    Python then reports that.
    """
    if not _parent_waits or not isinstance(status, int):
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return
    os._exit(status)


def _waited_for(child: int) -> int | str:
    """Wait for a fork and return its exit status, or the signal that killed it. Ctrl-C reaches the whole
    process group: the fork decides what it means."""
    before = {kind: signal.getsignal(kind) for kind in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda kind, _: os.kill(child, kind))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    for kind, handler in before.items():
        signal.signal(kind, handler)
    return status if status >= 0 else signal.Signals(-status).name


def _after(end: int | str) -> ForkResult:
    if isinstance(end, int):
        sys.exit(end)
    return ForkResult(in_fork=False, killed_by=end)


def _end_with_parent(pipe: int) -> NoReturn:
    """End this process when the process that waits for it is killed: its end of the pipe closes then."""
    os.read(pipe, 1)
    os._exit(1)
