"""A warm service: a process that has imported everything and loaded the models, and forks for each call.

It listens on a socket in a folder of the user's own (`calling`), and forks for each command that asks. The
fork takes the caller's folder, environment and streams, so that it reads, writes and prints as the caller
would. The models start no threads of their own, so a fork has all that they need. The service takes over the
vectors that a fork works out, so that the next draft has them. Linux only.
"""

from __future__ import annotations

import gc
import os
import selectors
import signal
import socket
import struct
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

from cofitcheck.encoding.kept_vectors import MemoryVectors
from cofitcheck.engines import calling
from cofitcheck.engines.calling import HEAD, KILLED, LONGEST, REFUSED, Call, is_own, this_code
from cofitcheck.errors import InputError

Command = Callable[[list[str]], object]
"""Runs a command by its words, and ends with `SystemExit`."""

_PATIENCE = 5.0
"""The seconds that a caller has to send its message: it is sent at once, or it never comes."""
_DEFECT = 1


@dataclass(frozen=True)
class WarmState:
    """What forks of a process find loaded: the command line, and the vectors of what was checked before."""

    command: Command
    vectors: MemoryVectors


@dataclass(frozen=True)
class Fork:
    """A fork that does a call, its process id, and the file in memory where it leaves what it has
    `learnt`."""

    number: int
    learnt: int
    vectors: MemoryVectors

    def wait(self) -> int:
        """Wait until the fork has ended and take over its vectors; return its status, negative for a
        signal."""
        status = os.waitstatus_to_exitcode(os.waitpid(self.number, 0)[1])
        with os.fdopen(self.learnt, "rb") as told:
            told.seek(0)
            self.vectors.learn(told.read())
        return status


class Service:
    """Listens on a socket and forks for each call, until it is closed."""

    def __init__(self, path: Path, warm: WarmState) -> None:
        """Listen on a socket at `path`. Raises `InputError` where another service does, or where other users
        can write to its folder."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_own(path.parent):
            raise InputError(f"{path.parent}: others can write to it, so no service listens there.")
        if _answers(path):
            raise InputError(f"{path}: a service listens there already; stop it, or let it serve.")
        path.unlink(missing_ok=True)
        self.path, self._warm = path, warm
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(path))
        self._listening.listen()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listening, selectors.EVENT_READ, self._begin)
        # The garbage collector would write to the pages of every object it looks at, and copy them.
        gc.collect()
        gc.freeze()

    def serve(self) -> NoReturn:
        """Do every call that comes, several at a time."""
        while True:
            for key, _ in self._selector.select():
                key.data()

    def close(self) -> None:
        """Stop listening and remove the socket."""
        self._listening.close()
        self.path.unlink(missing_ok=True)

    def _begin(self) -> None:
        caller, _ = self._listening.accept()
        caller.settimeout(_PATIENCE)
        streams: Sequence[int] = ()
        try:
            call, streams = _received(caller)
            if call is None or _owner(caller) != os.getuid():
                caller.sendall(REFUSED.encode())
                caller.close()
                return
            child = self._fork(call, streams)
        except OSError:
            caller.close()
            return
        finally:
            for stream in streams:
                os.close(stream)
        ended = os.pidfd_open(child.number)
        self._selector.register(caller, selectors.EVENT_READ, lambda: self._hand_on(caller, child.number))
        self._selector.register(ended, selectors.EVENT_READ, lambda: self._end(caller, child, ended))

    def _fork(self, call: Call, streams: Sequence[int]) -> Fork:
        """Return the fork that does a call. It closes the files of the service: while a fork held the
        connection of another caller, that caller would not see that the service has gone."""
        held = [key.fd for key in self._selector.get_map().values()]
        return forked(call, streams, self._warm, held)

    def _hand_on(self, caller: socket.socket, child: int) -> None:
        """Hand a signal of the caller on to the fork; end the fork of a caller that has gone."""
        said = caller.recv(1)
        os.kill(child, said[0] if said else signal.SIGTERM)
        if not said:
            self._selector.unregister(caller)

    def _end(self, caller: socket.socket, child: Fork, ended: int) -> None:
        status = child.wait()
        with suppress(KeyError):
            self._selector.unregister(caller)
        self._selector.unregister(ended)
        os.close(ended)
        with suppress(OSError):
            said = str(status) if status >= 0 else f"{KILLED}{signal.Signals(-status).name}"
            caller.sendall(said.encode())
        caller.close()


def forked(call: Call, streams: Sequence[int], warm: WarmState, closed: Sequence[int] = ()) -> Fork:
    """Return a fork of this process that does a call, with the caller's streams."""
    sys.stdout.flush()
    sys.stderr.flush()
    learnt = os.memfd_create("learnt")
    if child := os.fork():
        return Fork(child, learnt, warm.vectors)
    for each in closed:
        os.close(each)
    _run_as(call, streams, warm, learnt)


def _run_as(call: Call, streams: Sequence[int], warm: WarmState, learnt: int) -> NoReturn:
    """Do a call in this process, a fork, as if it were the caller's, and end it."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, signal.default_int_handler if kind is signal.SIGINT else signal.SIG_DFL)
    sys.stdin, sys.stdout, sys.stderr = (
        TextIOWrapper(os.fdopen(number, mode), call.encoding, errors, line_buffering=os.isatty(number))
        for number, mode, errors in ((0, "rb", "strict"), (1, "wb", "strict"), (2, "wb", "backslashreplace"))
    )
    os.environ.clear()
    os.environ.update(call.environment)
    calling.in_fork = True
    status = _DEFECT
    try:
        os.chdir(call.folder)
        warm.command(call.arguments)
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else _DEFECT if end.code else 0
    except BaseException:
        traceback.print_exc()
    finally:
        for printed in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                printed.flush()
        with suppress(OSError), os.fdopen(learnt, "wb") as told:
            told.write(warm.vectors.learnt())
        os._exit(status)


def _received(caller: socket.socket) -> tuple[Call | None, Sequence[int]]:
    """Return the call of a caller, and its streams; None for the call where it is none to this code."""
    head, streams, _, _ = socket.recv_fds(caller, HEAD, 3)
    size = int.from_bytes(head, "big")
    if len(head) < HEAD or len(streams) < 3 or size > LONGEST:
        return None, streams
    message = bytearray()
    while len(message) < size and (more := caller.recv(size - len(message))):
        message += more
    try:
        call = Call.unpacked(bytes(message))
    except (TypeError, ValueError):
        return None, streams
    return call if call.code == this_code() else None, streams


def _owner(caller: socket.socket) -> int:
    credentials = caller.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    owner: int = struct.unpack("3i", credentials)[1]
    return owner


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0
