"""What every request of one server shares."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import Request

from cofitcheck.review.database import Database
from cofitcheck.review.files import Files
from cofitcheck.review.security.accounts import new_secret
from cofitcheck.review.security.limits import RateLimits, Uploads
from cofitcheck.review.settings import ReviewSettings

if TYPE_CHECKING:
    from cofitcheck.review.work import Supervisor


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
    """Held while a password is looked at, which takes 64 MB: who waits for it holds no thread."""
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
