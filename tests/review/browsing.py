"""A server that runs, and a browser at it: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cofitcheck.review.serve import server_of
from cofitcheck.review.server import create_app, open_state
from cofitcheck.review.settings import Limits, ReviewSettings
from tests.review.review_fakes import TOKEN, load

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def running(folder: Path, real: bool = False, limits: Limits | None = None) -> Iterator[str]:
    """Run a server on a free port with a worker of its own, and give its address with the token.

    Its checker knows facts by their labels, or is the `real` one with the bundled model.
    """
    state = open_state(ReviewSettings(folder=folder, token=TOKEN, limits=limits or Limits()))
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    app = create_app(state) if real else create_app(state, load)
    server = server_of(app, state.settings.limits)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}/enter?token={TOKEN}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
