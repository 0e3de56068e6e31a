"""More documents than the queue has room for: the refused are told when to come again, nothing is lost."""

from __future__ import annotations

import json
import threading
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import select

from cofitcheck.review import security
from cofitcheck.review.database import Database
from cofitcheck.review.database.models import DraftRow
from cofitcheck.review.library import open_or_add
from cofitcheck.review.security import AccountRole
from cofitcheck.review.server import open_state
from cofitcheck.review.settings import Limits, ReviewSettings
from tests.checker.checker_fakes import page_of
from tests.review.browsing import running
from tests.review.review_fakes import TABLES, TOKEN, Desk
from tests.review.test_api import API, Program

FILE = ("files", ("filing.htm", page_of(*TABLES), "text/html"))


def test_an_upload_is_accepted_asked_for_and_answered(tmp_path: Path) -> None:
    program = Program(Desk(tmp_path))
    answer = program.client.post(f"{API}/documents", files=[FILE])
    assert answer.status_code == 202
    (draft,) = answer.json()["drafts"]
    assert answer.headers["Location"] == draft["address"]
    assert program.client.get(draft["address"]).json()["status"] == "waiting"
    assert program.client.get(draft["findings_address"]).status_code == 404
    program.desk.work_off()
    assert program.client.get(draft["address"]).json()["status"] == "checked"
    assert len(program.client.get(draft["findings_address"]).json()) == 2


def test_a_program_is_told_that_the_queue_is_full_and_when_to_come_again(tmp_path: Path) -> None:
    program = Program(Desk(tmp_path, waiting=2))
    for _ in range(2):
        assert program.client.post(f"{API}/documents", files=[FILE]).status_code == 202
    refused = program.client.post(f"{API}/documents", files=[FILE])
    assert refused.status_code == 503
    assert refused.headers["Retry-After"] == "10"
    assert refused.json() == {"detail": "the queue is full (2 documents); try again in 10 seconds"}
    program.desk.work_off()
    assert program.client.get(f"{API}/drafts/3").status_code == 404
    assert program.client.post(f"{API}/documents", files=[FILE]).status_code == 202
    program.client.post(f"{API}/documents", files=[FILE])
    # What one check took is known by now.
    assert program.client.post(f"{API}/documents", files=[FILE]).headers["Retry-After"] == "1"
    program.client.post(f"{API}/drafts/3/cancel")
    assert program.client.post(f"{API}/documents", files=[FILE]).status_code == 202
    assert program.client.post(f"{API}/drafts/3/retry").status_code == 503


def test_of_many_files_those_are_taken_that_there_is_room_for(tmp_path: Path) -> None:
    program = Program(Desk(tmp_path, waiting=2))
    answer = program.client.post(f"{API}/documents", files=[FILE] * 3)
    assert answer.status_code == 202
    assert len(answer.json()["drafts"]) == 2
    assert answer.json()["problems"] == [
        "filing.htm: the queue is full (2 documents); try again in 10 seconds"
    ]


def test_what_a_server_is_started_with_has_room(tmp_path: Path) -> None:
    desk = Desk(tmp_path, waiting=1).enter()
    desk.upload(page_of(*TABLES))
    for number in range(2):
        open_or_add(desk.state, f"{number}.htm", page_of(*TABLES, words=str(number)), "local")
    assert desk.upload(page_of(*TABLES)).status_code == 503
    desk.work_off()
    assert [desk.draft(number).status for number in (1, 2, 3)] == ["checked"] * 3


def test_a_person_is_told_on_a_page(tmp_path: Path) -> None:
    desk = Desk(tmp_path, waiting=1).enter()
    desk.upload(page_of(*TABLES))
    answer = desk.upload(page_of(*TABLES))
    assert answer.status_code == 503
    assert "the queue is full (1 document)" in answer.text
    assert answer.headers["Retry-After"] == "10"


def test_what_is_still_coming_counts(tmp_path: Path) -> None:
    program = Program(Desk(tmp_path, waiting=2))
    program.desk.state.coming = 2
    assert program.client.post(f"{API}/documents", files=[FILE]).status_code == 503
    assert program.desk.state.coming == 2


class Sender:
    """Somebody who sends documents over a real connection, and notes what is answered."""

    def __init__(self, port: int, key: str, number: int) -> None:
        self.port, self.key, self.number = port, key, number
        self.taken: list[str] = []
        self.refused: list[tuple[int, str, str]] = []

    def send(self, count: int) -> None:
        """Send documents that differ, the last one large."""
        for at in range(count):
            words = "x" * 3_000_000 if at == count - 1 else ""
            self._send(page_of(*TABLES, words=f"{self.number} {at} {words}"))

    def _send(self, content: bytes) -> None:
        head = b'--b\r\nContent-Disposition: form-data; name="files"; filename="filing.htm"\r\n\r\n'
        headers = {
            "Authorization": f"Bearer {self.key}",
            "Content-Type": "multipart/form-data; boundary=b",
        }
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=120)) as connection:
            connection.request("POST", f"{API}/documents", head + content + b"\r\n--b--\r\n", headers)
            answer = connection.getresponse()
            said = json.loads(answer.read())
        if answer.status == 202:
            self.taken.append(said["drafts"][0]["sha256"])
        else:
            self.refused.append((answer.status, answer.getheader("Retry-After", ""), said["detail"]))


def drafts(database: Database) -> list[DraftRow]:
    with database.reading() as session:
        return list(session.scalars(select(DraftRow)))


def test_under_more_than_it_can_take_every_upload_is_refused_or_checked(tmp_path: Path) -> None:
    database = open_state(ReviewSettings(folder=tmp_path, token=TOKEN)).database
    with database.writing() as session:
        key = security.new_key(session, security.save(session, "robot", AccountRole.REVIEWER), "tests")
    with running(tmp_path, limits=Limits(waiting=3)) as address:
        port = urlsplit(address).port or 0
        senders = [Sender(port, key, number) for number in range(8)]
        threads = [threading.Thread(target=sender.send, args=(5,)) for sender in senders]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        end = time.monotonic() + 120
        while any(draft.status != "checked" for draft in drafts(database)):
            assert time.monotonic() < end
            time.sleep(0.1)
    taken = [sha256 for sender in senders for sha256 in sender.taken]
    refused = [each for sender in senders for each in sender.refused]
    assert len(taken) + len(refused) == 40
    assert refused
    assert {(status, "the queue is full" in words) for status, _, words in refused} == {(503, True)}
    assert all(int(after) > 0 for _, after, _ in refused)
    assert sorted(draft.sha256 for draft in drafts(database)) == sorted(taken)
    database.close()
