"""Uploading: what is taken, what is refused, and what becomes of it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.checker.checker_fakes import page_of
from tests.review.review_fakes import TABLES, Desk


def test_a_document_is_checked_and_its_findings_are_listed(desk: Desk) -> None:
    answer = desk.upload(page_of(*TABLES))
    assert "Waiting its turn" in answer.text
    desk.work_off()
    page = desk.client.get(answer.url.path).text
    assert "2 findings" in page
    assert "4,817" in page
    assert "38,246" in page


def test_many_documents_at_once_are_all_taken(desk: Desk) -> None:
    answer = desk.upload(page_of(*TABLES), page_of(TABLES[0]), page_of(TABLES[1]))
    assert answer.url.path == "/"
    assert answer.text.count("waiting its turn") == 3


def test_a_gzipped_document_is_taken(desk: Desk) -> None:
    desk.upload(gzip.compress(page_of(*TABLES)), name="filing.htm.gz")
    desk.work_off()
    assert desk.draft(1).status == "checked"


def test_what_cannot_be_checked_says_why_and_can_be_tried_again(desk: Desk) -> None:
    answer = desk.upload(b"<html><body>No table here.</body></html>")
    desk.work_off()
    page = desk.client.get(answer.url.path).text
    assert "It could not be checked" in page
    assert "filing.htm: filing.htm" not in page
    assert "table" in desk.draft(1).reason
    desk.post("/drafts/1/retry")
    assert desk.draft(1).status == "waiting"


def test_a_draft_that_waits_can_be_cancelled_and_taken_up_again(desk: Desk) -> None:
    desk.upload(page_of(*TABLES))
    assert "The check was cancelled" in desk.post("/drafts/1/cancel").text
    desk.work_off()
    assert desk.draft(1).status == "cancelled"
    desk.post("/drafts/1/retry")
    desk.work_off()
    assert desk.draft(1).status == "checked"


def test_a_checked_draft_is_neither_cancelled_nor_checked_again(desk: Desk) -> None:
    draft_id = desk.checked()
    desk.post(f"/drafts/{draft_id}/cancel")
    desk.post(f"/drafts/{draft_id}/retry")
    assert desk.draft(draft_id).status == "checked"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("report.exe", b"MZ", "only documents that end in"),
        ("report", b"<table>", "only documents that end in"),
        ("empty.htm", b"", "the file is empty"),
    ],
)
def test_a_file_that_is_no_document_is_refused_with_its_name(
    desk: Desk, name: str, content: bytes, words: str
) -> None:
    answer = desk.upload(content, name=name)
    assert answer.status_code == 422
    assert f"{name}: " in answer.text
    assert words in answer.text
    assert "There is no document yet" in answer.text


def test_one_bad_file_does_not_cost_the_others(desk: Desk) -> None:
    files = [("files", ("good.htm", page_of(*TABLES), "text/html")), ("files", ("bad.exe", b"MZ", "x/y"))]
    answer = desk.client.post("/documents", data={"csrf": desk.csrf}, files=files)
    assert "bad.exe: only documents" in answer.text
    assert "good.htm" in answer.text


def test_files_over_the_limit_are_refused(tmp_path: Path) -> None:
    desk = Desk(tmp_path, upload_bytes=2000).enter()
    answer = desk.upload(page_of(*TABLES, words="x" * 3000))
    assert answer.status_code == 422
    assert "larger than 0.002 MB" in answer.text


def test_a_body_over_the_limit_is_refused_before_it_is_read(tmp_path: Path) -> None:
    desk = Desk(tmp_path, upload_bytes=1000, files=1).enter()
    assert desk.upload(b"x" * 1_200_000).status_code == 413


def test_a_body_that_lies_about_its_length_is_refused_while_it_comes(tmp_path: Path) -> None:
    desk = Desk(tmp_path, upload_bytes=1000, files=1).enter()
    pieces = (b"x" * 100_000 for _ in range(20))
    headers = {"Content-Type": "multipart/form-data; boundary=b", "Transfer-Encoding": "chunked"}
    assert desk.client.post("/documents", content=pieces, headers=headers).status_code in {400, 413}
    assert desk.client.get("/").text.count("waiting its turn") == 0


def test_too_many_files_at_once_are_refused(tmp_path: Path) -> None:
    desk = Desk(tmp_path, files=2).enter()
    assert desk.upload(*[page_of(*TABLES)] * 3).status_code == 400
    assert "There is no document yet" in desk.client.get("/").text


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd.htm",
        "..\\..\\boot.htm",
        "/abs/olute.htm",
        "a\r\nSet-Cookie: x.htm",
        "‮gnp.htm",
        "." * 300 + ".htm",
    ],
)
def test_a_file_name_never_becomes_a_path_or_a_header(desk: Desk, tmp_path: Path, name: str) -> None:
    answer = desk.upload(page_of(*TABLES), name=name)
    assert "set-cookie" not in answer.headers
    desk.work_off()
    written = {
        path.relative_to(tmp_path / "data") for path in (tmp_path / "data").rglob("*") if path.is_file()
    }
    kept = {
        Path("drafts/1") / one
        for one in ("source", "marked.html", "report.json", "numbers.json", "statements.json")
    }
    assert {path for path in written if path.parts[0] == "drafts"} == kept
    shown = desk.draft(1).file_name
    assert "/" not in shown
    assert shown.isprintable()


def test_a_document_in_the_archive_is_out_of_the_way_and_keeps_its_trail(desk: Desk) -> None:
    draft_id = desk.checked()
    desk.decide(draft_id, 1, "error")
    answer = desk.post("/documents/1/archive")
    assert "There is no document yet" in answer.text
    assert "filing.htm" in desk.client.get("/archive").text
    trail = desk.client.get(f"/drafts/{draft_id}/trail").text
    assert "Confirmed error" in trail
    assert "Put into the archive" in trail
    desk.post("/documents/1/archive", away="no")
    assert "filing.htm" in desk.client.get("/").text


def test_only_an_administrator_archives(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "accounts").enter("ada")
    desk.checked()
    assert desk.post("/documents/1/archive").status_code == 403
    assert desk.client.get("/archive").status_code == 403
    assert "filing.htm" in desk.client.get("/").text


def test_the_folder_is_private(desk: Desk, tmp_path: Path) -> None:
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0


def test_where_the_database_was_removed_nothing_is_said_to_be_kept(desk: Desk, tmp_path: Path) -> None:
    desk.checked()
    kept = tmp_path / "data" / "review.db"
    away = kept.rename(tmp_path / "away.db")
    # More than there are connections: none is lost at it.
    for _ in range(50):
        answer = desk.upload(page_of(*TABLES))
        assert answer.status_code == 503
        assert "put it back and start the server again" in answer.text
    assert not kept.exists()
    api = desk.client.get("/api/v1/documents")
    assert api.status_code == 503
    assert api.json()["detail"].startswith("The database of this server was removed")
    away.rename(kept)
    assert desk.upload(page_of(*TABLES)).status_code == 200
