"""The process that the user started stands by, while another does the work of one document.

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

_stands_by_for_us = False
"""Whether this process is the fork of one that stands by."""

in_fork = False
"""Whether this process is a fork of a warm service, with all that it needs."""


@dataclass(frozen=True, slots=True)
class WhereItGoesOn:
    """Where the command goes on: in the fork or not, and which signal killed a fork before ("": none)."""

    in_fork: bool
    killed_by: str = ""


def stand_by() -> WhereItGoesOn:
    """Let a warm service do the work, or fork and go on in the fork; the first process waits, and exits as
    the other does.

    Where a signal kills the other, which native code can bring about, the first process goes on. It also does
    where nothing can be forked safely.
    """
    if in_fork:
        return WhereItGoesOn(in_fork=True)
    if sys.platform != "linux" or HEAVY in sys.modules or threading.active_count() > 1:
        return WhereItGoesOn(in_fork=False)
    if said := answer():
        return _after(said.removeprefix(KILLED) if said.startswith(KILLED) else int(said))
    sys.stdout.flush()
    sys.stderr.flush()
    theirs, ours = os.pipe()
    if child := os.fork():
        os.close(theirs)
        return _after(_waited_for(child))
    os.close(ours)
    global _stands_by_for_us
    _stands_by_for_us = True
    threading.Thread(target=_end_with_parent, args=(theirs,), daemon=True).start()
    return WhereItGoesOn(in_fork=True)


def end_at_once(status: object) -> None:
    """End a fork that another process stands by for, its work done and its files closed.

    Python would take apart all that was read and loaded first: a twentieth of the seconds of a check. Does
    nothing in another process, nor where something cannot be said any more, which Python then tells.
    """
    if not _stands_by_for_us or not isinstance(status, int):
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


def _after(end: int | str) -> WhereItGoesOn:
    if isinstance(end, int):
        sys.exit(end)
    return WhereItGoesOn(in_fork=False, killed_by=end)


def _end_with_parent(pipe: int) -> NoReturn:
    """End this process where the one that waits for it was killed: its end of the pipe closes with it."""
    os.read(pipe, 1)
    os._exit(1)
