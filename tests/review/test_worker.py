"""The process that checks: stages, cancelling, dying, and going on after a restart."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cofitcheck.engines.budget import CheckBudget
from cofitcheck.readers import ReadSettings
from cofitcheck.readers.settings import TrackedChanges
from cofitcheck.reports.choice import Choice
from cofitcheck.review.database import now
from cofitcheck.review.database.models import DraftRow
from cofitcheck.review.work import Queue, Supervisor
from cofitcheck.review.work.process import Store
from cofitcheck.review.work.queue import LEASE
from tests.checker.checker_fakes import page_of
from tests.readers.office_files import word_bytes
from tests.readers.test_docx import tracked
from tests.review.review_fakes import TABLES, Desk, load


@contextmanager
def worker(
    desk: Desk,
    seconds: float = 60,
    read: ReadSettings | None = None,
    budget: CheckBudget | None = None,
    choice: Choice | None = None,
) -> Iterator[Supervisor]:
    store = Store(
        desk.settings.url,
        desk.settings.folder,
        read or ReadSettings(),
        budget or CheckBudget(),
        choice or Choice(),
    )
    supervisor = Supervisor(desk.state.database, load, store, seconds)
    supervisor.start()
    try:
        yield supervisor
    finally:
        supervisor.stop()


def wait_for(desk: Desk, reached: Callable[[DraftRow], bool], draft_id: int = 1) -> DraftRow:
    end = time.monotonic() + 180
    while not reached(draft := desk.draft(draft_id)):
        assert time.monotonic() < end, (draft.status, draft.stage, draft.reason)
        time.sleep(0.02)
    return draft


@pytest.mark.parametrize(("changes", "text"), [("accepted", "1,150"), ("original", "1,100")])
def test_documents_are_read_as_the_server_was_told(desk: Desk, changes: TrackedChanges, text: str) -> None:
    desk.upload(word_bytes(tracked()), name="draft.docx")
    with worker(desk, read=ReadSettings(tracked_changes=changes)):
        wait_for(desk, lambda draft: draft.status == "checked")
    copy = desk.client.get("/drafts/1/document").text
    assert [each for each in ("1,100", "1,150") if each in copy] == [text]


@pytest.mark.parametrize(("kinds", "told"), [("repeat", True), ("sum", False)])
def test_only_findings_of_the_chosen_kinds_are_on_the_page(desk: Desk, kinds: str, told: bool) -> None:
    desk.upload(page_of(*TABLES))
    with worker(desk, choice=Choice.of([kinds])):
        wait_for(desk, lambda draft: draft.status == "checked")
    assert bool(desk.findings(1)) is told


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that lets a SLOW document go on once it is there."""
    path = tmp_path / "gate"
    monkeypatch.setenv("FAKE_MARK", str(path))
    return path


def test_a_draft_is_checked_stage_by_stage(desk: Desk, gate: Path) -> None:
    desk.upload(page_of(*TABLES, words="SLOW"))
    with worker(desk):
        wait_for(desk, lambda draft: draft.stage == "encode")
        page = desk.client.get("/drafts/1").text
        assert '<li class="done">Read the document</li>' in page
        assert '<li class="now" aria-current="step">Read each number in its table</li>' in page
        gate.touch()
        draft = wait_for(desk, lambda draft: draft.status == "checked")
    assert draft.counts["findings"] == 2
    assert draft.model == "made up"
    assert "2 findings" in desk.client.get("/drafts/1").text


def test_cancelling_ends_the_process_and_the_next_draft_is_checked(desk: Desk, gate: Path) -> None:
    desk.upload(page_of(*TABLES, words="SLOW"))
    desk.upload(page_of(*TABLES), name="second.htm")
    with worker(desk):
        wait_for(desk, lambda draft: draft.stage == "encode")
        desk.post("/drafts/1/cancel")
        wait_for(desk, lambda draft: draft.status == "checked", 2)
    assert desk.draft(1).status == "cancelled"


def test_a_document_that_kills_its_process_is_tried_twice_and_costs_no_other(desk: Desk) -> None:
    desk.upload(page_of(*TABLES, words="KILLED"))
    desk.upload(page_of(*TABLES), name="second.htm")
    with worker(desk):
        failed = wait_for(desk, lambda draft: draft.status == "failed")
        wait_for(desk, lambda draft: draft.status == "checked", 2)
    assert failed.attempts == 2
    assert "killed twice (SIGKILL)" in failed.reason


def test_a_defect_of_ours_is_called_one(desk: Desk) -> None:
    desk.upload(page_of(*TABLES, words="DEFECT"))
    with worker(desk):
        failed = wait_for(desk, lambda draft: draft.status == "failed")
    assert failed.reason.startswith("a defect of cofitcheck stopped it; please report it")


def test_a_document_archived_while_it_is_checked_costs_no_other(desk: Desk, gate: Path) -> None:
    desk.upload(page_of(*TABLES, words="SLOW"))
    desk.upload(page_of(*TABLES), name="second.htm")
    with worker(desk) as supervisor:
        wait_for(desk, lambda draft: draft.stage == "encode")
        desk.post("/documents/1/archive")
        wait_for(desk, lambda draft: draft.status == "checked", 2)
        assert supervisor.is_alive()
    assert desk.draft(1).status == "cancelled"


class Interrupted(Queue):
    """A queue that fails once, as no library says it might."""

    failed = False

    def claim(self, owner: str) -> int | None:
        if not self.failed:
            self.failed = True
            raise RuntimeError("made up")
        return super().claim(owner)


def test_no_error_ends_the_worker(desk: Desk) -> None:
    desk.upload(page_of(*TABLES))
    store = Store(desk.settings.url, desk.settings.folder, ReadSettings())
    supervisor = Supervisor(desk.state.database, load, store, 60)
    supervisor.queue = Interrupted(desk.state.database)
    supervisor.start()
    try:
        wait_for(desk, lambda draft: draft.status == "checked")
    finally:
        supervisor.stop()


def test_a_check_that_takes_too_long_is_given_up(desk: Desk, gate: Path) -> None:
    desk.upload(page_of(*TABLES, words="SLOW"))
    with worker(desk, seconds=3):
        draft = wait_for(desk, lambda draft: draft.status == "failed")
    assert "longer than 3 seconds" in draft.reason


def test_a_check_that_takes_too_much_of_the_processor_is_given_up_at_once(desk: Desk) -> None:
    desk.upload(page_of(*TABLES, words="BUSY"))
    desk.upload(page_of(*TABLES), name="second.htm")
    with worker(desk, budget=CheckBudget(seconds=2)):
        failed = wait_for(desk, lambda draft: draft.status == "failed")
        wait_for(desk, lambda draft: draft.status == "checked", 2)
    assert failed.attempts == 0
    assert "more than 2 seconds of the processor" in failed.reason


def test_a_server_that_stops_puts_its_draft_back_for_the_next(desk: Desk, gate: Path) -> None:
    desk.upload(page_of(*TABLES, words="SLOW"))
    with worker(desk):
        wait_for(desk, lambda draft: draft.stage == "encode")
    assert desk.draft(1).status == "waiting"
    gate.touch()
    with worker(desk):
        wait_for(desk, lambda draft: draft.status == "checked")


def test_what_a_server_that_died_was_at_is_taken_up_when_its_time_is_out(desk: Desk) -> None:
    desk.upload(page_of(*TABLES))
    queue = Queue(desk.state.database)
    assert queue.claim("a server that dies") == 1
    assert queue.claim("another") is None
    with desk.state.database.writing() as session:
        session.get_one(DraftRow, 1).lease_until = now() - LEASE
    assert queue.claim("another") == 1
    assert not queue.renew(1, "a server that dies", "compare")
    assert queue.renew(1, "another", "compare")


def test_two_workers_never_take_the_same_draft(desk: Desk) -> None:
    for number in range(4):
        desk.upload(page_of(*TABLES), name=f"{number}.htm")
    queues = [Queue(desk.state.database) for _ in range(2)]
    claimed = [queue.claim(f"worker {at}") for _ in range(2) for at, queue in enumerate(queues)]
    assert sorted(filter(None, claimed)) == [1, 2, 3, 4]
