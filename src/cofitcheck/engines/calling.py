"""How a command asks a warm service (`service`) to do its work: a socket of the user's own, and one message.

Imports nothing heavy: a command that is answered never does.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

import cofitcheck

VARIABLE = "COFITCHECK_SERVICE"
"""Names another socket, or with `off` none."""
OFF = "off"
HEAD = 8
"""The bytes that say how long a message is; the three streams of the command come with them."""
LONGEST = 1 << 24
REFUSED = "refused"
KILLED = "killed "


@dataclass(frozen=True)
class Call:
    """What a command was asked for, and where: the service does it as if it were that process.

    `code` says which version is asked, and of which installation: another is refused.
    """

    arguments: list[str]
    folder: str
    environment: dict[str, str]
    encoding: str
    code: str

    @classmethod
    def of_this_process(cls, arguments: list[str]) -> Self:
        """Return the call of a command with these words here. Raises `OSError` where the folder is gone."""
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
    """Let a service do what this process was asked for, and return what it says: an exit status, or "" where
    there is none, or `KILLED` and the signal that killed it."""
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
    """Hand on what would end this process: who does the work decides what it means."""
    kinds = (signal.SIGINT, signal.SIGTERM)
    before = {kind: signal.getsignal(kind) for kind in kinds}
    for kind in kinds:
        signal.signal(kind, lambda number, _: service.sendall(bytes([number])))
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
