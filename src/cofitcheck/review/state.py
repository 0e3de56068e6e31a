"""What all requests of one server share, and how much one person or address may ask."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.exceptions import HTTPException
from starlette.requests import Request

from cofitcheck.reports.words import counted, say
from cofitcheck.review.database import Database
from cofitcheck.review.security import new_secret
from cofitcheck.review.settings import Files, Limits, ReviewSettings

if TYPE_CHECKING:
    from cofitcheck.review.work import Supervisor


_ACCOUNT_TIMES, _ADDRESS_TIMES = 3, 10
"""How many times as many attempts one account may have, and one address, as one account from one address."""


@dataclass
class State:
    """The settings, the database, the files, and the workers of a server."""

    settings: ReviewSettings
    database: Database
    files: Files
    rates: RateLimits
    uploads: Uploads
    workers: list[Supervisor] = field(default_factory=list)
    drawing: threading.Lock = field(default_factory=threading.Lock)
    """Held while a page is drawn: one process at a time."""
    tying: threading.Lock = field(default_factory=threading.Lock)
    """Held while books are tied: one process at a time."""
    keeping: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while an upload is put into the queue."""
    passwords: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))
    """Held while a password is checked, which takes 64 MB. A request that waits for it holds no thread."""
    coming: int = 0
    """How many uploads are on their way."""
    secret: str = field(default_factory=new_secret)

    def wake(self) -> None:
        """Tell the workers that there is something to check."""
        for worker in self.workers:
            worker.wake()


def state_of(request: Request) -> State:
    """Return the state of the server that a request came to."""
    state: State = request.app.state.review
    return state


class RateLimits:
    """Counts requests in this server's memory, over a moving minute."""

    def __init__(self, limits: Limits) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._requests = RateLimitItemPerMinute(limits.requests)
        self._both = RateLimitItemPerMinute(limits.sign_ins)
        self._account = RateLimitItemPerMinute(limits.sign_ins * _ACCOUNT_TIMES)
        self._address = RateLimitItemPerMinute(limits.sign_ins * _ADDRESS_TIMES)

    def request(self, who: str) -> None:
        """Count a request. Raises `HTTPException` 429 where it is one too many."""
        self._hit(self._requests, "request", who)

    def sign_in(self, account: str, address: str) -> None:
        """Count an attempt at a password. Raises `HTTPException` 429 where it is one too many.

        Somebody who tries one account in vain is stopped first, and others behind the same address are not.
        """
        self._hit(self._both, "sign in", account, address)
        self._hit(self._account, "sign in to", account)
        self._hit(self._address, "sign in from", address)

    def wrong_secret(self, address: str) -> None:
        """Count a wrong token or key. Raises `HTTPException` 429 where it is one too many.

        Right ones are not counted. They are too long to be guessed.
        """
        self._hit(self._both, "secret", address)

    def _hit(self, limit: RateLimitItemPerMinute, *names: str) -> None:
        if not self._limiter.hit(limit, *names):
            raise HTTPException(429, say("Too many requests; wait a minute."), {"Retry-After": "60"})


class Uploads:
    """Counts the uploads that each person is sending."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._sending: Counter[str] = Counter()

    @contextmanager
    def one_of(self, who: str) -> Iterator[None]:
        """Hold a place for an upload. Raises `HTTPException` 429 where the person has none left."""
        if self._sending[who] >= self._most:
            sentence = str(
                counted(
                    "You are sending {n} upload already; wait until it is there.",
                    "You are sending {n} uploads already; wait until one is there.",
                    self._most,
                )
            )
            raise HTTPException(429, sentence, {"Retry-After": "10"})
        self._sending[who] += 1
        try:
            yield
        finally:
            self._sending[who] -= 1
            self._sending += Counter()  # This removes names with a count of 0.
