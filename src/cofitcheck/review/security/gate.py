"""Checks every request with a body before it is read, and tells browsers what an answer may load and run.

Strangers may send no body, and nobody may send too much or too slowly. A browser may load our own files, and
nothing that a document names.
"""

from __future__ import annotations

import asyncio
from contextlib import nullcontext

from fastapi import HTTPException, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cofitcheck import patterns as re
from cofitcheck.reports.words import say
from cofitcheck.review.security.visitor import SAFE_METHODS, known, require_own_origin
from cofitcheck.review.settings import Limits
from cofitcheck.review.state import state_of

SIGN_IN = "/sign-in"
"""The only path that takes a body from somebody who is not known."""

_UPLOAD = re.compile(
    r"(?:/api/v1)?/(?:documents(?:/\d+/(?:drafts|comparisons))?|drafts/\d+/(?:memory|books))"
)

_FORM_BYTES = 100_000
"""The most bytes of a form. The longest note (4,000 characters) takes a third in the longest encoding."""

_FIELDS_BYTES = 1_000_000
"""How many bytes the fields and boundaries of an upload may add to its files."""

_PROGRESS_BYTES = 20_000

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
DOCUMENT_POLICY = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; "
    "base-uri 'none'; frame-ancestors 'self'"
)
"""The policy for the marked copy. It may not run, submit or navigate the page around it; it has no origin."""

_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    # With "no-referrer" browsers would send our own forms with "Origin: null".
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


class Gate:
    """Looks at the head of a request that may have a body, and refuses bodies of those who may not send one.

    The handlers around it answer the errors that it raises.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on. Raises `NotSignedInError`, or `HTTPException` 403, 408, 413 or 429."""
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        state = state_of(request)
        limits, uploads = state.settings.limits, bool(_UPLOAD.fullmatch(scope["path"]))
        who = await _let_in(request, uploads)
        body = _Body(receive, _most(limits) if uploads else _FORM_BYTES, limits.stall_seconds)
        body.require_short(request.headers.get("Content-Length", ""))
        request.state.uploading = uploads
        with state.uploads.one_of(who) if uploads else nullcontext():
            try:
                await self.app(scope, body.receive, send)
            except ClientDisconnect:
                return  # The client has gone.


async def _let_in(request: Request, uploads: bool) -> str:
    """Return the name of the sender of a body, by the head of the request alone."""
    if request.scope["path"] == SIGN_IN:
        require_own_origin(request)
        return ""
    found = await run_in_threadpool(known, request)
    if found.csrf:
        require_own_origin(request)
    if uploads:
        found.require_decides()
    return found.name


def _most(limits: Limits) -> int:
    return limits.upload_bytes * limits.files + _FIELDS_BYTES


class _Body:
    """A body as it comes. It may not be too long, and must make progress in time."""

    def __init__(self, receive: Receive, most: int, seconds: float) -> None:
        self._receive, self._most, self._seconds = receive, most, seconds
        self._total = self._since = 0
        self._due: float | None = None
        self._complete = False

    def require_short(self, announced: str) -> None:
        """Raise `HTTPException` 413 where the announced length is too large."""
        if announced.isdecimal() and (len(announced) > 18 or int(announced) > self._most):
            raise self._too_large()

    async def receive(self) -> Message:
        """Return the next part. Raises `HTTPException` 413 for a body too long, 408 where no part comes."""
        if self._complete:
            return await self._receive()
        clock = asyncio.get_running_loop().time
        self._due = self._due or clock() + self._seconds
        try:
            async with asyncio.timeout_at(self._due):
                message = await self._receive()
        except TimeoutError as error:
            raise HTTPException(
                408, say("The rest of the request did not come in time; send it anew.")
            ) from error
        size = len(message.get("body", b""))
        self._complete = not message.get("more_body", False)
        self._total, self._since = self._total + size, self._since + size
        if self._total > self._most:
            raise self._too_large()
        if self._since >= _PROGRESS_BYTES:
            self._since, self._due = 0, None
        return message

    def _too_large(self) -> HTTPException:
        megabytes = self._most / 1_000_000
        return HTTPException(
            413,
            say("This server takes no more than {size} MB at a time; send less.", size=f"{megabytes:,.3g}"),
        )


class SafeHeaders:
    """Adds the headers above to every answer, except those that the answer has already."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add headers to its answer."""

        async def safer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _ALWAYS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Content-Security-Policy", PAGE_POLICY)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, safer if scope["type"] == "http" else send)
