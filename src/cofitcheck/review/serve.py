"""Running a review server until it is interrupted; who comes second is told where the first is."""

from __future__ import annotations

import asyncio
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from filelock import FileLock, Timeout

from cofitcheck.errors import InputError
from cofitcheck.review.connections import OnceAMinute, connections_within
from cofitcheck.review.library import open_or_add
from cofitcheck.review.pages.entry import local_name
from cofitcheck.review.server import create_app, open_state
from cofitcheck.review.settings import Limits, ReviewSettings
from cofitcheck.review.state import State

_BACKLOG = 2048
"""Connections that may wait to be taken up before the server is ready."""

_AT_ONCE = 128
"""Connections that are taken up at once: few enough to let others go in time."""

_ADDRESS = "server.address"


def serve(
    settings: ReviewSettings,
    files: Iterable[Path],
    address: tuple[str, int],
    say: Callable[[str], None],
    opens_browser: bool,
) -> None:
    """Serve until interrupted; `files` are taken in first, and `say` is told where the page is.

    `address` is a host and a port, 0 for any that is free. Raises `InputError` where the address or
    the folder is taken, or a file cannot be used.
    """
    with only_server(settings.folder) as announce:
        state = open_state(settings)
        drafts = [_take_in(state, file) for file in files]
        listener = _listen(*address)
        url = _url(settings, *listener.getsockname()[:2])
        announce(url)
        shown = f"{url}&to=/drafts/{drafts[0]}" if settings.sign_in == "token" and len(drafts) == 1 else url
        say(f"The review page is at {shown}")
        say("Press Ctrl-C to stop; what was being checked goes on at the next start.")
        if opens_browser:
            threading.Timer(0.5, webbrowser.open, [shown]).start()
        server_of(create_app(state), settings.limits).run(sockets=[listener])


def server_of(app: FastAPI, limits: Limits) -> uvicorn.Server:
    """Return what serves an application: it holds out against who connects, and logs defects only."""
    config = uvicorn.Config(
        app,
        http=connections_within(limits),
        ws="none",
        # What strangers send is no news: a warning for each would fill the log.
        log_level="error",
        access_log=False,
        server_header=False,
        # Whoever the proxy speaks for is in its own header; who speaks must stay known.
        proxy_headers=False,
        backlog=_AT_ONCE,
        timeout_graceful_shutdown=3,
    )
    return _Server(config)


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(OnceAMinute())
        await super().startup(sockets)


def _url(settings: ReviewSettings, host: str, port: int) -> str:
    page = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    return f"{page}enter?token={settings.token}" if settings.sign_in == "token" else page


def _take_in(state: State, file: Path) -> int:
    try:
        content = file.read_bytes()
    except OSError as error:
        reason = f"{file}: cannot be opened ({error.strerror}); check the path and its rights"
        raise InputError(reason) from error
    return open_or_add(state, file.name, content, local_name()).id


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        # Who opens the page before the server is ready waits for it, and is not turned away.
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        reason = f"{host}:{port} cannot be listened on ({error.strerror}); name another with --port"
        raise InputError(reason) from error
    return listener


@contextmanager
def only_server(folder: Path) -> Iterator[Callable[[str], None]]:
    """Hold a folder until the server ends; the value takes the address to tell whoever comes second.

    The address is kept readable by its owner only, as it may hold a token. Raises `InputError` where another
    server holds the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / _ADDRESS
    lock = FileLock(folder / "server.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise InputError(_running(folder, kept)) from error

    def announce(address: str) -> None:
        kept.touch(mode=0o600)
        kept.write_text(address)

    try:
        yield announce
    finally:
        kept.unlink(missing_ok=True)
        lock.release()


def _running(folder: Path, kept: Path) -> str:
    address = kept.read_text() if kept.is_file() else ""
    opened = f"open {address} and upload there" if address else "it is just starting; open the page it prints"
    return f"{folder}: a review server is running on this folder already; {opened}, or name another --folder"
