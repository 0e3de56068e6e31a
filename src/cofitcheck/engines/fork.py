"""The process that the user started stands by, while a fork of it does the work of one document.

A worker that is started afresh has to import what the command imports too: half a second of a processor.
A fork of a process that has imported nothing heavy, and has no threads, is safe and costs next to nothing.
Imports nothing heavy itself.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from dataclasses import dataclass
from typing import NoReturn

HEAVY = "cofitcheck.engines.files"
"""Where this is imported already, a fork would save nothing, and might not be safe."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the command goes on: in the fork or not, and which signal killed a fork before ("": none)."""

    in_fork: bool
    killed_by: str = ""


def stand_by() -> Standing:
    """Fork, and go on in the fork; the first process waits for it and exits as the fork does.

    Where a signal kills the fork, which native code can bring about, the first process goes on. It also does
    where nothing can be forked safely.
    """
    if sys.platform != "linux" or HEAVY in sys.modules or threading.active_count() > 1:
        return Standing(in_fork=False)
    sys.stdout.flush()
    sys.stderr.flush()
    theirs, ours = os.pipe()
    if child := os.fork():
        os.close(theirs)
        return _wait_for(child)
    os.close(ours)
    threading.Thread(target=_end_with_parent, args=(theirs,), daemon=True).start()
    return Standing(in_fork=True)


def _wait_for(child: int) -> Standing:
    """Exit as the fork does. Ctrl-C reaches the whole process group: the fork decides what it means."""
    before = {kind: signal.getsignal(kind) for kind in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda kind, _: os.kill(child, kind))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    for kind, handler in before.items():
        signal.signal(kind, handler)
    if status >= 0:
        sys.exit(status)
    return Standing(in_fork=False, killed_by=signal.Signals(-status).name)


def _end_with_parent(pipe: int) -> NoReturn:
    """End this process where the one that waits for it was killed: its end of the pipe closes with it."""
    os.read(pipe, 1)
    os._exit(1)
