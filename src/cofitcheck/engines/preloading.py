"""A server that begins to import what a check needs while the command itself does: each takes half a second.

Workers are forked from it. It loads no model, so that models may start threads in a worker.
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
    """Return what starts workers; where nothing can be forked from a server, each imports for itself."""
    if "forkserver" in get_all_start_methods():
        context = get_context("forkserver")
        context.set_forkserver_preload(["cofitcheck.engines.preloaded"])
        # A temporary folder that cannot hold a socket, by the length of its name for one, stops the server.
        with interrupts_ignored(), suppress(OSError):
            forkserver.ensure_running()
            return context
    return get_context("spawn")


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Let a starting process inherit that Ctrl-C is held back, or it prints a trace until it ignores it.

    Here it is held back too, and comes when the process has started.
    """
    if sys.platform == "win32":
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
    else:
        # When it starts, it lets interrupts through again, wherever it is started from.
        resource_tracker.ensure_running()
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
