"""Connections that end: where no head comes, where nobody reads the answer, and where there are too many."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from cofitcheck.review.settings import Limits

_UNREAD_SECONDS = 60.0
"""How long an answer may wait for its reader to take more of it."""

_SAID_EVERY = 60.0
"""Seconds between two lines of the log that say the same."""

logger = logging.getLogger(__name__)


class BoundedConnection(H11Protocol):
    """One connection: closed where the head of a request does not come in time, or there are too many.

    A body is waited for by whoever reads it; one that is not read any more has as long as a head.
    """

    limits: Limits
    most: int
    _timer: asyncio.TimerHandle | None = None
    _opened = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request, and let another go where there are too many."""
        super().connection_made(transport)
        self._opened = self.loop.time()
        self._end_after(self.limits.head_seconds)
        self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._go_on()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Stop waiting once the head of a request is there."""
        waited = not self._answering
        super().data_received(data)
        if waited and self._answering:
            self._go_on()

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of a body that nobody wants."""
        super().on_response_complete()
        if not self._answering:
            unread = self.transport.get_write_buffer_size()
            self._end_after(_UNREAD_SECONDS if unread else self.limits.head_seconds)

    def pause_writing(self) -> None:
        """Wait for the reader of an answer, but not for ever."""
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
        """Whether its request is not all there, and it is no upload that was let in."""
        if not self._answering:
            return True
        return self.conn.their_state is h11.SEND_BODY and not self.scope["state"].get("uploading")

    def _make_room(self) -> None:
        """End the oldest expendable connection of the address with the most, where there are too many."""
        if len(self.connections) <= self.most:
            return
        # One that was ended leaves a moment later.
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
    """Return the class of a server's connections: half of its file handles at most are theirs."""

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
    """What an event loop does with errors: one line a minute where connections cannot be taken up."""

    def __init__(self) -> None:
        self._said = -_SAID_EVERY

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take an error of the loop."""
        if "accept()" not in context["message"]:
            loop.default_exception_handler(context)
        elif time.monotonic() - self._said >= _SAID_EVERY:
            self._said = time.monotonic()
            reason = context["exception"].strerror
            logger.warning("connections wait to be taken up (%s); raise the limit with ulimit -n", reason)
