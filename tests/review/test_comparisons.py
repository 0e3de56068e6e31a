"""Last year's report added to a document: the differences are worked like findings."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from httpx2 import Response

from cofitcheck.checker import Checker
from cofitcheck.config import CheckConfig
from tests.comparing.conftest import Changes, page
from tests.review import review_fakes
from tests.review.review_fakes import Desk

INCOME = "Consolidated statements of income"
SALES: Changes = {(INCOME, "Net sales", 2023): "222,496"}
PROFIT: Changes = {(INCOME, "Gross profit", 2023): "82,268"}
AGREEING = 12

Upload = Callable[..., Response]


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(CheckConfig())


@pytest.fixture
def working(desk: Desk, checker: Checker, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A desk whose worker has the bundled model, and a report as its first document."""
    monkeypatch.setattr(review_fakes, "load", lambda: checker)
    send(desk, 2024, SALES)
    desk.work_off()
    return desk


def send(desk: Desk, year: int, changes: Changes, path: str = "/documents", **fields: str) -> Response:
    content = page(year, changes, "").encode()
    files = [("files", (f"report-{year}.htm", content, "text/html"))]
    return desk.client.post(path, data={"csrf": desk.csrf, **fields}, files=files)


def add_last_year(desk: Desk, **fields: str) -> int:
    """Add last year's report to the first document, compare, and return the draft of the comparison."""
    answer = send(desk, 2023, {}, "/documents/1/comparisons", **fields)
    assert answer.status_code == 200, answer.text
    desk.work_off()
    return int(answer.url.path.rsplit("/", 1)[1])


def test_the_relation_is_found_and_the_difference_is_a_finding_with_both_tables(working: Desk) -> None:
    draft_id = add_last_year(working)
    draft = working.draft(draft_id)
    assert (draft.status, draft.kinship, draft.other_name) == ("checked", "last-year", "report-2023.htm")
    (found,) = working.findings(draft_id)
    assert (found.first_text, found.second_text) == ("222,496", "222,946")
    assert draft.counts["passed"] == AGREEING
    shown = working.client.get(f"/drafts/{draft_id}/findings/1").text
    assert re.search(r"Table \d+[^A-Za-z]{0,20}(?:<[^>]+>)*\s*report-2023\.htm", shown)


def test_the_marked_copy_holds_both_documents(working: Desk) -> None:
    draft_id = add_last_year(working)
    copy = working.client.get(f"/drafts/{draft_id}/document").text
    assert "222,496" in copy
    assert "222,946" in copy
    assert copy.count("cofitcheck-agrees") > 2 * AGREEING


def test_the_differences_are_decided_and_noted_and_decisions_carry_over(working: Desk) -> None:
    draft_id = add_last_year(working)
    working.decide(draft_id, 1, "expected", reason="restated")
    working.post(f"/drafts/{draft_id}/findings/1/notes", text="ask the group")
    send(working, 2024, {**SALES, **PROFIT}, "/documents/1/drafts")
    working.work_off()
    assert "Compare draft 2 with it" in working.client.get("/documents/2").text
    answer = working.post("/documents/2/comparison")
    working.work_off()
    again = int(answer.url.path.rsplit("/", 1)[1])
    rows = {row.label: (row.carried, row.verdict) for row in working.findings(again)}
    assert rows == {"Net sales": ("unchanged", "expected"), "Gross profit": ("new", "open")}
    number = next(row.number for row in working.findings(again) if row.label == "Net sales")
    assert "ask the group" in working.client.get(f"/drafts/{again}/findings/{number}").text
    assert "compared already" in working.post("/documents/2/comparison").text


def test_a_comparison_stands_under_its_document_and_not_among_them(working: Desk) -> None:
    add_last_year(working)
    assert "report-2023.htm" not in working.client.get("/").text
    document = working.client.get("/documents/1").text
    assert 'href="/documents/2"' in document
    assert "an earlier report" in document
    assert 'href="/documents/1"' in working.client.get("/documents/2").text


def test_a_report_as_long_as_reports_are_is_taken(working: Desk) -> None:
    long = page(2023, {}, "<p>Nothing changed.</p>" * 20_000).encode()
    files = [("files", ("report-2023.htm", long, "text/html"))]
    answer = working.client.post("/documents/1/comparisons", data={"csrf": working.csrf}, files=files)
    assert answer.status_code == 200, answer.text


def test_what_cannot_be_compared_is_said_in_a_sentence(working: Desk) -> None:
    answer = send(working, 2022, {}, "/documents/1/comparisons")
    working.work_off()
    draft_id = int(answer.url.path.rsplit("/", 1)[1])
    assert working.draft(draft_id).status == "failed"
    assert "no number of an earlier period" in working.client.get(f"/drafts/{draft_id}").text


def test_a_relation_that_was_chosen_is_kept_and_an_unknown_one_refused(working: Desk) -> None:
    draft_id = add_last_year(working, kinship="last-year")
    assert "is as asked" in str(working.draft(draft_id).remarks)
    answer = send(working, 2023, {}, "/documents/1/comparisons", kinship="sister")
    assert answer.status_code == 422
    assert "the relation is one of last-year" in answer.text


def test_a_comparison_is_not_compared_itself(working: Desk) -> None:
    add_last_year(working)
    answer = send(working, 2023, {}, "/documents/2/comparisons")
    assert answer.status_code == 422
    assert "add the file to the document" in answer.text


def test_the_report_of_the_comparison_is_handed_over_with_both_marked_copies(working: Desk) -> None:
    draft_id = add_last_year(working)
    whole = working.client.get(f"/drafts/{draft_id}/hand-over/comparison").content
    names = zipfile.ZipFile(io.BytesIO(whole)).namelist()
    assert names == [
        "report-2024.compared.report.html",
        "report-2024.compared.report.json",
        "report-2024.compared.marked.html",
        "report-2024.compared.1-report-2023.marked.html",
    ]
    assert working.client.get(f"/drafts/{draft_id}/hand-over/workbook").status_code == 200
    assert working.client.get("/drafts/1/hand-over/comparison").status_code == 404


def test_programs_add_and_list_comparisons(working: Desk, tmp_path: Path) -> None:
    files = [("files", ("report-2023.htm", page(2023, {}, "").encode(), "text/html"))]
    answer = working.client.post(
        "/api/v1/documents/1/comparisons",
        params={"kinship": "last-year"},
        files=files,
        headers={"X-CSRF-Token": working.csrf},
    )
    assert answer.status_code == 202, answer.text
    working.work_off()
    (listed,) = working.client.get("/api/v1/documents/1/comparisons").json()
    assert listed["compares"] == 1
    (draft,) = listed["drafts"]
    assert (draft["status"], draft["kinship"], draft["other_name"]) == (
        "checked",
        "last-year",
        "report-2023.htm",
    )
    (finding,) = working.client.get(draft["findings_address"]).json()
    assert finding["label"] == "Net sales"
