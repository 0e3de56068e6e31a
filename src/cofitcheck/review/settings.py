"""The settings of a review server, and the places of its files.

Secrets come from the environment. Uploads, and the files made from them, have our own numbers as names, and
never names from outside.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Literal, get_args

from cofitcheck.config import CheckConfig
from cofitcheck.engines.budget import CheckBudget
from cofitcheck.errors import ConfigError
from cofitcheck.readers import ReadSettings
from cofitcheck.readers.settings import LIMITS
from cofitcheck.reports.choice import Choice
from cofitcheck.reports.formats import write_whole

LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")
"""The names by which this machine reaches itself."""

SignIn = Literal["token", "accounts", "proxy"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one server.

    `upload_bytes` bounds the size of a file, `files` the files of one upload, `waiting` the documents that
    wait to be checked. `requests` bounds the requests of one person in a minute, `uploads` the uploads that
    one person sends at once. `sign_ins` bounds the attempts in a minute to sign in to one account from one
    address. `connections` bounds the connections at once. The head of a request must come within
    `head_seconds`, and a body must make progress within `stall_seconds`. A check that takes longer than
    `seconds` is ended.
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
    "proxy" (a reverse proxy names the person in `proxy_header`). `hosts` are the names to which the server
    answers. `budget` bounds the time and memory for one document, `choice` says which findings are told.
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


class Files:
    """A folder for each draft, readable by its owner only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "drafts"
        self.folder.mkdir(parents=True, exist_ok=True)
        os.chmod(folder, 0o700)

    def source(self, draft_id: int) -> Path:
        """The file that was uploaded, unchanged."""
        return self._of(draft_id) / "source"

    def other(self, draft_id: int) -> Path:
        """The document that the draft is compared with, unchanged."""
        return self._of(draft_id) / "other"

    def comparison(self, draft_id: int) -> Path:
        """The report of a comparison with the marked copies of both documents (zip)."""
        return self._of(draft_id) / "comparison.zip"

    def copy(self, draft_id: int, suffix: str) -> Path:
        """The marked copy, made safe; `suffix` is the ending of its format."""
        return self._of(draft_id) / f"marked{suffix}"

    def commented(self, draft_id: int) -> Path:
        """The copy in the document's own format, with comments."""
        return self._of(draft_id) / "commented"

    def page(self, draft_id: int, number: int) -> Path:
        """The picture of a page of a document that has pages (PNG)."""
        return self._of(draft_id) / f"page-{int(number)}.png"

    def record(self, draft_id: int) -> Path:
        """The report as JSON."""
        return self._of(draft_id) / "report.json"

    def numbers(self, draft_id: int) -> Path:
        """Every number in the tables of the draft, as JSON."""
        return self._of(draft_id) / "numbers.json"

    def statements(self, draft_id: int) -> Path:
        """The lines of the draft's statements, to which books are tied, as JSON."""
        return self._of(draft_id) / "statements.json"

    def books(self, draft_id: int, part: str) -> Path:
        """A file of the tie of the draft's books (see `review.books`)."""
        return self._of(draft_id) / f"books-{part}"

    def changes(self, draft_id: int) -> Path:
        """The numbers that changed since the draft before, as JSON."""
        return self._of(draft_id) / "changes.json"

    def write(self, path: Path, content: bytes) -> None:
        """Write a file of a draft, whole or not at all. Raises `OSError`."""
        path.parent.mkdir(mode=0o700, exist_ok=True)
        write_whole(path, content)

    def _of(self, draft_id: int) -> Path:
        return self.folder / str(int(draft_id))
