"""Checks one document in a fork, while the process that the user started waits.

A worker that is started afresh has to import what the command imports too: half a second of a processor.
A fork of a process that has imported nothing heavy, and has no threads, is safe and costs next to nothing;
where a warm service runs (`calling`), a fork of that has the models too. Imports nothing heavy itself.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from dataclasses import dataclass
from typing import NoReturn

from cofitcheck.engines.calling import KILLED, answer

HEAVY = "cofitcheck.engines.files"
"""Where this is imported already, a fork would save nothing, and might not be safe."""

_parent_waits = False
"""Whether this process is a fork whose parent waits for it."""

in_fork = False
"""Whether this process is a fork of a warm service, with all that it needs."""


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

    Python would take apart all that was read and loaded first: a twentieth of the seconds of a check. Does
    nothing in another process, nor where something cannot be said any more, which Python then tells.
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
    """Return the exit status of a fork, or the signal that killed it. Ctrl-C reaches the whole process group:
    the fork decides what it means."""
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
    """End this process where the one that waits for it was killed: its end of the pipe closes with it."""
    os.read(pipe, 1)
    os._exit(1)
