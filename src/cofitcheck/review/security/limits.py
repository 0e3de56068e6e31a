"""How much one person or address may ask of the server."""

from __future__ import annotations

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cofitcheck.review.settings import Limits

_FIELDS_BYTES = 1_000_000
"""What the fields of a form may add to its files."""


class RateLimits:
    """Counts requests in this server's memory, over a moving minute."""

    def __init__(self, limits: Limits) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._requests = RateLimitItemPerMinute(limits.requests)
        self._sign_ins = RateLimitItemPerMinute(limits.sign_ins)

    def request(self, who: str) -> None:
        """Count a request. Raises `HTTPException` 429 where it is one too many."""
        self._hit(self._requests, "request", who)

    def sign_in(self, address: str) -> None:
        """Count an attempt to sign in. Raises `HTTPException` 429 where it is one too many."""
        self._hit(self._sign_ins, "sign in", address)

    def _hit(self, limit: RateLimitItemPerMinute, kind: str, who: str) -> None:
        if not self._limiter.hit(limit, kind, who):
            raise HTTPException(429, "Too many requests; wait a minute.", {"Retry-After": "60"})


class _TooLargeError(Exception):
    """More came than the server takes."""


class LimitBody:
    """Refuses a request body over a number of bytes, before it is all there and whatever it claims to be."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.most = limits.upload_bytes * limits.files + _FIELDS_BYTES

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and end it where its body grows too large."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        received, begun = 0, False

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.most:
                raise _TooLargeError
            return message

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            if self._announced(scope) > self.most:
                raise _TooLargeError
            await self.app(scope, counted, noted)
        except _TooLargeError:
            if not begun:
                await _refuse(send)

    def _announced(self, scope: Scope) -> int:
        length = dict(scope["headers"]).get(b"content-length", b"0")
        return int(length) if length.isdigit() and len(length) < 20 else 0


async def _refuse(send: Send) -> None:
    body = b"The upload is larger than this server takes; split it or ask its administrator."
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
