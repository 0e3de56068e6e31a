"""A server that imports what a check needs while the command does the same: each takes half a second.

Workers are forked from the server. It loads no model, so that models may start threads in a worker.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import forkserver, get_all_start_methods, get_context, resource_tracker
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext


def start_server() -> ForkServerContext | SpawnContext:
    """Return what starts workers; where they cannot be forked from a server, each imports for itself."""
    if "forkserver" in get_all_start_methods():
        context = get_context("forkserver")
        context.set_forkserver_preload(["cofitcheck.engines.preloaded"])
        # Where the temporary folder cannot hold a socket (its name may be too long), the server cannot start.
        with interrupts_ignored(), suppress(OSError):
            forkserver.ensure_running()
            return context
    return get_context("spawn")


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Hold Ctrl-C back in a process that starts: it would print a trace before it has come to ignore Ctrl-C.

    The starting process inherits this from this one. Here Ctrl-C comes when that process has started.
    """
    if sys.platform == "win32":
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
    else:
        # Started first: the tracker lets interrupts through again when it starts, wherever that is.
        resource_tracker.ensure_running()
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
