"""The same review on PostgreSQL: its tables, its queue, decisions and the next draft."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from cofitcheck.review.database.models import Base
from cofitcheck.review.work import Queue
from tests.checker.checker_fakes import CASH, INCOME, page_of
from tests.review.postgres import find_server, server
from tests.review.review_fakes import SEGMENTS, TABLES, Desk
from tests.review.test_worker import wait_for, worker

pytest.importorskip("psycopg", reason="needs the extra postgresql")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A database: the one that an environment variable names, or that of a server of our own."""
    if named := os.environ.get("COFITCHECK_TEST_POSTGRESQL"):
        yield named
        return
    programs = find_server()
    if programs is None:
        pytest.skip("PostgreSQL is not installed, and COFITCHECK_TEST_POSTGRESQL names no database")
    # Not below pytest's own folder, which another user may not enter.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        with server(Path(folder) / "postgresql", programs) as running:
            yield running


@pytest.fixture
def desk(url: str, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path / "data", database=url).enter()
    yield made
    with made.state.database.engine.begin() as connection:
        connection.execute(text("TRUNCATE accounts, documents RESTART IDENTITY CASCADE"))
    made.state.database.close()


def test_the_migrations_make_the_tables_of_today(desk: Desk) -> None:
    with desk.state.database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_a_document_is_reviewed_through_two_drafts(desk: Desk) -> None:
    first = desk.checked()
    desk.decide(first, 1, "error", reason="slip")
    desk.decide(first, 2, "expected", reason="another basis")
    desk.post(f"/drafts/{first}/findings/1/notes", text="Asked.")
    mended = (("Net income", "4,871", "4,508"), *CASH[1:])
    second = desk.checked(INCOME, mended, SEGMENTS, document=1)
    (kept,) = desk.findings(second)
    assert (kept.label, kept.verdict, kept.carried) == ("Revenue", "expected", "unchanged")
    assert [gone["outcome"] for gone in desk.draft(second).gone] == ["fixed"]
    for page in ("", "/facts?search=net", "/coverage", "/changes", "/trail", "/hand-over/workbook"):
        assert desk.client.get(f"/drafts/{second}{page}").status_code == 200
    desk.decide(second, 1, "discuss")
    assert desk.post(f"/drafts/{second}/undo").status_code == 200
    assert desk.post("/documents/1/archive").status_code == 200
    assert "There is no document yet" in desk.client.get("/").text


def test_two_workers_share_the_queue(desk: Desk) -> None:
    for number in range(6):
        desk.upload(page_of(*TABLES), name=f"{number}.htm")
    with worker(desk), worker(desk):
        for draft_id in range(1, 7):
            wait_for(desk, lambda draft: draft.status == "checked", draft_id)


def test_a_claimed_draft_is_not_claimed_again(desk: Desk) -> None:
    desk.upload(page_of(*TABLES))
    queue = Queue(desk.state.database)
    assert queue.claim("one") == 1
    assert queue.claim("other") is None
