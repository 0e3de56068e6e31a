"""Runs a review server until it is interrupted.

A second server on the same folder is refused, with the address of the first. Connections are ended where the
head of a request does not come, where nobody reads the answer, and where there are too many.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
import webbrowser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI
from filelock import FileLock, Timeout
from uvicorn.protocols.http.h11_impl import H11Protocol

from cofitcheck.errors import InputError
from cofitcheck.review.library import open_or_add
from cofitcheck.review.pages.entry import local_name
from cofitcheck.review.server import create_app, open_state
from cofitcheck.review.settings import Limits, ReviewSettings
from cofitcheck.review.state import State

_UNREAD_SECONDS = 60.0
"""How many seconds an answer may wait for its reader to take more."""

_SAID_EVERY = 60.0
"""The least seconds between two lines of the log that say the same."""

logger = logging.getLogger(__name__)

_BACKLOG = 2048
"""How many connections may wait before the server is ready."""
_AT_ONCE = 128
"""How many connections are accepted at once. They are few enough to end others in time."""
_ADDRESS = "server.address"


class BoundedConnection(H11Protocol):
    """A connection, which is closed where the head of a request does not come in time or there are too many.

    The reader of a body bounds the time for it. A body that nobody reads any more has as long as a head.
    """

    limits: Limits
    most: int
    _timer: asyncio.TimerHandle | None = None
    _opened = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request, and end another connection where there are too many."""
        super().connection_made(transport)
        self._opened = self.loop.time()
        self._end_after(self.limits.head_seconds)
        self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._go_on()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Stop waiting once the head of a request is there."""
        waited = not self._answering
        super().data_received(data)
        if waited and self._answering:
            self._go_on()

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of a body that nobody reads."""
        super().on_response_complete()
        if not self._answering:
            unread = self.transport.get_write_buffer_size()
            self._end_after(_UNREAD_SECONDS if unread else self.limits.head_seconds)

    def pause_writing(self) -> None:
        """Wait for the reader of an answer for a limited time."""
        super().pause_writing()
        self._end_after(_UNREAD_SECONDS)

    def resume_writing(self) -> None:
        """Go on with an answer that is read."""
        super().resume_writing()
        self._go_on()

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def _expendable(self) -> bool:
        """Whether it may be ended: its request is not complete, and is no upload that was accepted."""
        if not self._answering:
            return True
        return self.conn.their_state is h11.SEND_BODY and not self.scope["state"].get("uploading")

    def _make_room(self) -> None:
        """Where there are too many, end the oldest expendable connection of the address with the most."""
        if len(self.connections) <= self.most:
            return
        # A connection that was ended stays in the list for a moment.
        held = [one for one in self._others if not one.transport.is_closing()]
        if len(held) <= self.most:
            return
        by_address = Counter(one._address for one in held)
        expendable = (one for one in held if one._expendable)
        max(expendable, key=lambda one: (by_address[one._address], -one._opened)).transport.abort()

    @property
    def _others(self) -> Iterator[BoundedConnection]:
        return (one for one in self.connections if isinstance(one, BoundedConnection))

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _end_after(self, seconds: float) -> None:
        self._go_on()
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _go_on(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def connections_within(limits: Limits) -> type[BoundedConnection]:
    """Return the class of a server's connections, which take at most half of its file handles."""

    class Within(BoundedConnection):
        most = min(limits.connections, _file_handles() // 2)

    Within.limits = limits
    return Within


def _file_handles() -> int:
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit.
        return 2**31
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


class OnceAMinute:
    """Handles the errors of an event loop: at most one line a minute where connections cannot be accepted."""

    def __init__(self) -> None:
        self._said = -_SAID_EVERY

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an error of the loop."""
        if "accept()" not in context["message"]:
            loop.default_exception_handler(context)
        elif time.monotonic() - self._said >= _SAID_EVERY:
            self._said = time.monotonic()
            reason = context["exception"].strerror
            logger.warning("connections wait to be taken up (%s); raise the limit with ulimit -n", reason)


def serve(
    settings: ReviewSettings,
    files: Iterable[Path],
    address: tuple[str, int],
    say: Callable[[str], None],
    opens_browser: bool,
) -> None:
    """Serve until interrupted. `files` are taken in first, and `say` is called with the address of the page.

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
    """Return the server of an application, which bounds connections and logs only defects."""
    config = uvicorn.Config(
        app,
        http=connections_within(limits),
        ws="none",
        # Warnings about what strangers send would fill the log.
        log_level="error",
        access_log=False,
        server_header=False,
        # The address of the peer must stay that of the proxy, which names the person in its own header.
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
        # A browser that opens the page before the server is ready waits, and is not refused.
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        reason = f"{host}:{port} cannot be listened on ({error.strerror}); name another with --port"
        raise InputError(reason) from error
    return listener


@contextmanager
def only_server(folder: Path) -> Iterator[Callable[[str], None]]:
    """Hold a folder until the server ends; give a function that keeps the address of the server there.

    A second server on the folder is told this address. Only the owner can read it, as it may hold a token.
    Raises `InputError` where another server holds the folder.
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
