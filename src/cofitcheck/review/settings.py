"""What a review server needs to know; secrets come from the environment."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Literal, get_args

from cofitcheck.config import CheckConfig
from cofitcheck.engines.budget import CheckBudget
from cofitcheck.errors import ConfigError
from cofitcheck.readers import ReadSettings
from cofitcheck.readers.settings import LIMITS
from cofitcheck.reports.choice import Choice

LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")
"""The names by which this machine reaches itself."""

SignIn = Literal["token", "accounts", "proxy"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one server puts up with.

    `upload_bytes` bounds a file, `files` those of one upload, `waiting` the documents that wait to be
    checked. `requests` are those of one person a minute, `uploads` what one person sends at once.
    `sign_ins` are the attempts a minute to sign in to one account from one address. `connections` are those
    held at once; the head of a request comes within `head_seconds`, and a body makes progress within
    `stall_seconds`. A check that takes longer than `seconds` is ended.
    """

    upload_bytes: int = LIMITS.file_bytes
    files: int = 20
    waiting: int = 200
    requests: int = 1200
    uploads: int = 8
    sign_ins: int = 10
    connections: int = 500
    head_seconds: float = 10.0
    stall_seconds: float = 20.0
    seconds: float = 1800.0

    def __post_init__(self) -> None:
        if min(getattr(self, field.name) for field in fields(self)) <= 0:
            raise ConfigError("the limits of a review server must be above 0")


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """Where the data lie, who may come in, and how documents are read and checked.

    `folder` keeps uploads and what is made of them; `database` is a SQLAlchemy URL, "" a SQLite file in the
    folder. `sign_in` is "token" (one person, a secret in the address), "accounts" (names and passwords) or
    "proxy" (a reverse proxy names the person in `proxy_header`). `hosts` are the names the server answers to.
    `budget` bounds what the check of one document costs, `choice` is what is told of it.
    """

    folder: Path
    database: str = ""
    sign_in: SignIn = "token"
    token: str = ""
    proxy_header: str = "X-Forwarded-User"
    proxy_address: str = "127.0.0.1"
    hosts: tuple[str, ...] = LOCAL_NAMES
    secure_cookies: bool = False
    workers: int = 1
    limits: Limits = field(default_factory=Limits)
    read: ReadSettings = field(default_factory=ReadSettings)
    check: CheckConfig = field(default_factory=CheckConfig)
    budget: CheckBudget = field(default_factory=CheckBudget)
    choice: Choice = field(default_factory=Choice)

    def __post_init__(self) -> None:
        if self.sign_in not in get_args(SignIn):
            raise ConfigError(f"people sign in by {', '.join(get_args(SignIn))}, not {self.sign_in}")
        if self.sign_in == "token" and len(self.token) < 16:
            raise ConfigError("the token in the address must have at least 16 characters")
        if self.workers < 1:
            raise ConfigError(f"a review server needs at least one worker, not {self.workers}")

    @property
    def url(self) -> str:
        """The SQLAlchemy URL of the database."""
        return self.database or f"sqlite:///{self.folder / 'review.db'}"
