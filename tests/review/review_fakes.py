"""A review server without a model: made-up filings, and a checker that knows facts by their labels."""

from __future__ import annotations

import itertools
import os
import re
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select

from cofitcheck.checker import Checker
from cofitcheck.checks import CheckSettings
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.readers import ReadSettings
from cofitcheck.reports.choice import Choice
from cofitcheck.reports.model.report import Report
from cofitcheck.review import security
from cofitcheck.review.database import open_database
from cofitcheck.review.database.models import DraftRow, FindingRow
from cofitcheck.review.security import AccountRole
from cofitcheck.review.security.visitor import COOKIE
from cofitcheck.review.server import create_app, open_state
from cofitcheck.review.settings import Limits, ReviewSettings, SignIn
from cofitcheck.review.state import State
from cofitcheck.review.work.process import NotStored, task_of, work
from cofitcheck.review.work.queue import Queue
from tests.checker.checker_fakes import CASH, INCOME, STAGES, Rows, page_of

TOKEN = "a-token-for-the-tests"
CSRF = re.compile(r'name="csrf" content="([0-9a-f]+)"')

SEGMENTS = (
    ("Revenue", "38,246", "35,980"),
    ("Net income", "4,871", "4,508"),
    ("Depreciation", "1,842", "1,765"),
    ("Assets", "9,110", "8,220"),
)
TABLES = (INCOME, CASH, SEGMENTS)
TWICE = (("Backlog", "7,145", "6,820"), ("Backlog", "9,302", "3,977"))
"""A table that states both numbers of a fact: no threshold takes them for one stated wrongly."""
OPEN = (
    *TABLES,
    TWICE,
    (("Backlog", "7,145", "6,820"), ("Stores", "3,310", "2,914")),
    (("Stores", "1,650", "2,914"),),
)
"""Facts that are left open with the word CAUTIOUS: two that are two facts, and one that may be an error."""


_REPORTS: dict[tuple[str, bytes], Report] = {}
"""What was found in each document: most tests upload the same few."""


class LabelChecker(Checker):
    """Checks for real with fake stages, and does what the document tells it."""

    def __init__(self) -> None:
        super().__init__(CheckConfig(), STAGES)

    def check(self, document: Document, progress: Callable[[str], None] | None = None) -> Report:
        if progress:
            progress("encode")
        if b"KILLED" in document.source:
            os.kill(os.getpid(), signal.SIGKILL)
        if b"DEFECT" in document.source:
            # What ends a process may take longer than the pipe to it.
            threading.Thread(target=time.sleep, args=(2,)).start()
            raise RuntimeError("a defect of ours")
        if b"BUSY" in document.source:
            any(itertools.repeat(0))
        if b"SLOW" in document.source:
            mark = Path(os.environ["FAKE_MARK"])
            while not mark.exists():
                time.sleep(0.05)
        made = document.name, document.source
        if made not in _REPORTS:
            threshold = 0.9 if b"CAUTIOUS" in document.source else CheckSettings.threshold
            config = CheckConfig(checks=CheckSettings(threshold=threshold))
            _REPORTS[made] = Checker(config, STAGES).check(document, progress)
        return _REPORTS[made]

    def check_all(
        self, documents: Sequence[Document], progress: Callable[[str], None] | None = None
    ) -> list[Report]:
        return [self.check(document, progress) for document in documents]


def load() -> LabelChecker:
    return LabelChecker()


@cache
def _empty_database() -> bytes:
    """Return a database that has been brought up to date, which takes longer than most tests do."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "review.db"
        open_database(f"sqlite:///{made}").close()
        return made.read_bytes()


def _copy_database(file: Path) -> None:
    """Lay a database there where there is none yet."""
    if not file.exists():
        file.write_bytes(_empty_database())


class Desk:
    """A server with a person at it; what they upload is checked as soon as `work_off` is called."""

    def __init__(self, folder: Path, sign_in: SignIn = "token", database: str = "", **limits: float) -> None:
        if not database:
            folder.mkdir(parents=True, exist_ok=True)
            _copy_database(folder / "review.db")
        self.settings = ReviewSettings(
            folder=folder,
            database=database,
            sign_in=sign_in,
            token=TOKEN,
            hosts=("testserver",),
            limits=Limits(**limits),  # type: ignore[arg-type]
            proxy_address="testclient",
        )
        self.state: State = open_state(self.settings)
        self.app = create_app(self.state, load)
        self.client = TestClient(self.app, follow_redirects=True)
        self.csrf = ""

    def enter(self, name: str = "") -> Desk:
        """Sign in: by the token, or as an account made for the purpose."""
        if name:
            with self.state.database.writing() as session:
                secret = security.sign_in(session, security.save(session, name, AccountRole.REVIEWER))
            self.client.cookies.set(COOKIE, secret)
            page = self.client.get("/")
        else:
            page = self.client.get("/enter", params={"token": TOKEN})
        found = CSRF.search(page.text)
        assert found, page.text
        self.csrf = found[1]
        return self

    def post(self, path: str, **fields: str) -> Response:
        return self.client.post(path, data={"csrf": self.csrf, **fields})

    def upload(self, *contents: bytes, name: str = "filing.htm", path: str = "/documents") -> Response:
        files = [("files", (name, content, "text/html")) for content in contents]
        return self.client.post(path, data={"csrf": self.csrf}, files=files)

    def work_off(self) -> None:
        """Check all that waits, in this process."""
        queue = Queue(self.state.database)
        while (draft_id := queue.claim("tests")) is not None:
            task = task_of(self.draft(draft_id), "tests", ReadSettings(), Choice())
            outcome = work(task, load(), self.state.database, self.state.files, lambda _: None)
            if isinstance(outcome, NotStored):
                queue.fail(draft_id, "tests", outcome.reason)

    def checked(
        self, *tables: Rows, name: str = "filing.htm", document: int | None = None, words: str = ""
    ) -> int:
        """Upload a filing with these tables, check it, and return the id of its draft."""
        path = "/documents" if document is None else f"/documents/{document}/drafts"
        answer = self.upload(page_of(*(tables or TABLES), words=words), name=name, path=path)
        assert answer.status_code == 200, answer.text
        self.work_off()
        return int(answer.url.path.rsplit("/", 1)[1])

    def draft(self, draft_id: int) -> DraftRow:
        with self.state.database.reading() as session:
            return session.get_one(DraftRow, draft_id)

    def findings(self, draft_id: int) -> list[FindingRow]:
        with self.state.database.reading() as session:
            query = select(FindingRow).where(FindingRow.draft_id == draft_id).order_by(FindingRow.number)
            return list(session.scalars(query))

    def decide(self, draft_id: int, number: int, verdict: str, **fields: str) -> Response:
        return self.post(f"/drafts/{draft_id}/findings/{number}/decision", verdict=verdict, **fields)
