"""A server that begins to import what a check needs while the command itself does: each takes half a second.

Workers are forked from it. It loads no model, so that models may start threads in a worker.
"""

from __future__ import annotations

from multiprocessing import forkserver, get_all_start_methods
from multiprocessing.context import ForkServerContext, SpawnContext

_IMPORTED_AHEAD = ["cofitcheck.engines.reporting", "cofitcheck.checker", "cofitcheck.encoding.onnx"]


def start_server() -> ForkServerContext | SpawnContext:
    """Return what starts workers; where nothing can be forked from a server, each imports for itself."""
    if "forkserver" not in get_all_start_methods():
        return SpawnContext()
    context = ForkServerContext()
    context.set_forkserver_preload(_IMPORTED_AHEAD)
    forkserver.ensure_running()
    return context
