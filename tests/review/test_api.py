"""The REST API: usable with a key alone, described by OpenAPI, and the description is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from cofitcheck.reports.drafts.baseline import read_baseline
from cofitcheck.review import security
from cofitcheck.review.security import AccountRole
from tests.checker.checker_fakes import page_of
from tests.review.review_fakes import OPEN, TABLES, Desk

API = "/api/v1"


class Program:
    """A program with an API key and no cookie."""

    def __init__(self, desk: Desk, role: AccountRole = AccountRole.REVIEWER) -> None:
        self.desk = desk
        self.client = TestClient(desk.app)
        with desk.state.database.writing() as session:
            account = security.save(session, f"program-{role}", role)
            self.key = security.new_key(session, account, "tests")
        self.client.headers["Authorization"] = f"Bearer {self.key}"

    def checked(self) -> int:
        files = [("files", ("filing.htm", page_of(*TABLES), "text/html"))]
        answer = self.client.post(f"{API}/documents", files=files)
        assert answer.status_code == 202, answer.text
        self.desk.work_off()
        return int(answer.json()["drafts"][0]["id"])


@pytest.fixture
def program(desk: Desk) -> Program:
    return Program(desk)


def test_a_program_uploads_waits_decides_and_downloads(program: Program) -> None:
    client, draft_id = program.client, program.checked()
    draft = client.get(f"{API}/drafts/{draft_id}").json()
    assert (draft["status"], draft["counts"]["findings"]) == ("checked", 2)
    findings = client.get(f"{API}/drafts/{draft_id}/findings").json()
    assert [finding["verdict"] for finding in findings] == ["open", "open"]
    path = f"{API}/drafts/{draft_id}/findings/1"
    (decided,) = client.post(f"{path}/decision", json={"verdict": "error", "reason": "slip"}).json()
    assert (decided["verdict"], decided["decided_by"]) == ("error", "program-reviewer")
    assert client.post(f"{path}/assignment", json={"assignee": "ada"}).json()["assignee"] == "ada"
    whole = client.post(f"{path}/notes", json={"text": "Asked."}).json()
    (note,) = whole["notes"]
    assert note["text"] == "Asked."
    (changed,) = client.put(f"{path}/notes/{note['id']}", json={"text": "Answered."}).json()["notes"]
    assert (changed["text"], changed["earlier"]) == ("Answered.", ["Asked."])
    assert {whole["statements"][0]["text"], whole["statements"][1]["text"]} == {"4,817", "4,871"}
    facts = client.get(f"{API}/drafts/{draft_id}/facts", params={"outcome": "passed"}).json()
    ticked = client.put(f"{API}/drafts/{draft_id}/facts/{facts[0]['number']}/tick", json={"ticked": True})
    assert ticked.json()["ticked_by"] == "program-reviewer"
    kinds = [event["kind"] for event in client.get(f"{API}/drafts/{draft_id}/trail").json()]
    assert kinds == ["decided", "assigned", "commented", "commented", "ticked"]
    (undone,) = client.post(f"{API}/drafts/{draft_id}/undo").json()
    assert undone["kind"] == "ticked"
    beginnings = {"workbook": b"PK", "json": b"{", "marked": b"<html", "pairs": b'{"document"'}
    for part, beginning in beginnings.items():
        assert client.get(f"{API}/drafts/{draft_id}/export/{part}").content.startswith(beginning)
    assert client.get(f"{API}/documents").json()[0]["drafts"][0]["id"] == draft_id
    assert client.delete(f"{API}/documents/{draft['document_id']}").status_code == 403
    administrator = Program(program.desk, AccountRole.ADMINISTRATOR).client
    assert administrator.delete(f"{API}/documents/{draft['document_id']}").status_code == 204
    assert client.get(f"{API}/documents").json() == []
    assert client.get(f"{API}/drafts/{draft_id}").status_code == 200


def test_what_was_decided_to_be_no_error_is_handed_over_as_a_baseline(
    program: Program, tmp_path: Path
) -> None:
    client, draft_id = program.client, program.checked()
    decision = {"verdict": "different", "reason": "two scopes"}
    client.post(f"{API}/drafts/{draft_id}/findings/1/decision", json=decision)
    client.post(f"{API}/drafts/{draft_id}/findings/2/decision", json={"verdict": "error"})
    file = tmp_path / "known.json"
    file.write_bytes(client.get(f"{API}/drafts/{draft_id}/export/baseline").content)
    (entry,) = read_baseline(file).findings
    assert (entry.who, entry.why) == ("program-reviewer", "two scopes")
    assert {each.text for each in entry.numbers} >= {"4,817", "4,871"}


def test_a_next_draft_carries_decisions_over(program: Program) -> None:
    client, first = program.client, program.checked()
    client.post(f"{API}/drafts/{first}/findings/1/decision", json={"verdict": "discuss"})
    files = [("files", ("filing.htm", page_of(*TABLES), "text/html"))]
    answer = client.post(f"{API}/documents/1/drafts", files=files).json()
    program.desk.work_off()
    second = client.get(f"{API}/drafts/{answer['drafts'][0]['id']}/findings/1").json()
    assert (second["verdict"], second["since_last_draft"]) == ("discuss", "unchanged")


@pytest.mark.parametrize("key", ["", "wrong", "cfc_" + "x" * 43])
def test_a_key_that_is_not_known_opens_nothing(program: Program, key: str) -> None:
    answer = program.client.get(f"{API}/documents", headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 401
    assert answer.json()["detail"]


def test_keys_cannot_be_guessed_by_trying(tmp_path: Path) -> None:
    client = Program(Desk(tmp_path, sign_ins=3)).client
    headers = {"Authorization": "Bearer guess"}
    statuses = [client.get(f"{API}/documents", headers=headers).status_code for _ in range(4)]
    assert statuses == [401, 401, 401, 429]


def test_a_key_of_a_viewer_changes_nothing(desk: Desk) -> None:
    draft_id = Program(desk).checked()
    viewer = Program(desk, AccountRole.VIEWER).client
    assert viewer.get(f"{API}/drafts/{draft_id}/findings").status_code == 200
    decision = viewer.post(f"{API}/drafts/{draft_id}/findings/1/decision", json={"verdict": "error"})
    assert decision.status_code == 403
    assert viewer.delete(f"{API}/documents/1").status_code == 403


def test_a_browser_needs_the_token_of_its_page_for_the_api_too(desk: Desk) -> None:
    draft_id = desk.checked()
    path = f"{API}/drafts/{draft_id}/findings/1/decision"
    assert desk.client.post(path, json={"verdict": "error"}).status_code == 403
    headers = {"X-CSRF-Token": desk.csrf}
    assert desk.client.post(path, json={"verdict": "error"}, headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("findings/1/decision", {"verdict": "maybe"}, 422),
        ("findings/1/decision", {"verdict": "expected"}, 422),
        ("findings/99/decision", {"verdict": "error"}, 404),
        ("findings/1/notes", {"text": " "}, 422),
        ("cancel", {}, 409),
        ("retry", {}, 409),
        ("undo", {}, 409),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    program: Program, path: str, body: dict[str, Any], status: int
) -> None:
    draft_id = program.checked()
    answer = program.client.post(f"{API}/drafts/{draft_id}/{path}", json=body)
    assert answer.status_code == status
    assert isinstance(answer.json()["detail"], str)


def test_only_the_api_is_described_and_every_path_of_it(program: Program) -> None:
    described = program.client.get(f"{API}/openapi.json").json()
    assert all(path.startswith(API) for path in described["paths"])
    assert len(described["paths"]) == 30
    for path in described["paths"].values():
        for operation in path.values():
            assert operation["description"]
            assert {"401", "404", "422", "429"} <= set(operation["responses"])


def test_what_is_to_be_discussed_blocks_signing(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "data", "accounts")
    program, other = Program(desk), Program(desk, AccountRole.ADMINISTRATOR)
    draft_id = program.checked()
    path = f"{API}/drafts/{draft_id}"
    for number, verdict in ((1, "error"), (2, "discuss")):
        program.client.post(f"{path}/findings/{number}/decision", json={"verdict": verdict})
    assert [each["number"] for each in program.client.get(f"{path}/findings?status=decided").json()] == [1]
    assert program.client.get(f"{path}/sign-off").json()["undecided"] == [2]
    refused = program.client.post(f"{path}/sign-off", json={"part": "prepared"})
    assert refused.status_code == 422
    assert "to be discussed (1)" in refused.json()["detail"]
    program.client.post(f"{path}/findings/2/decision", json={"verdict": "different"})
    signed = program.client.post(f"{path}/sign-off", json={"part": "prepared"}).json()
    assert (signed["prepared"]["by"], signed["reviewed"]) == ("program-reviewer", None)
    assert program.client.post(f"{path}/sign-off", json={"part": "reviewed"}).status_code == 422
    signed = other.client.post(f"{path}/sign-off", json={"part": "reviewed"}).json()
    assert signed["reviewed"]["by"] == "program-administrator"
    assert (signed["by_one_person"], signed["exceptions"], signed["words"]) == (False, [], [])


def test_a_left_open_item_to_be_discussed_blocks_signing_and_an_unseen_one_is_an_exception(
    desk: Desk,
) -> None:
    program, draft_id = Program(desk), desk.checked(*OPEN, words="CAUTIOUS")
    path = f"{API}/drafts/{draft_id}"
    first, second, _ = [row.number for row in desk.findings(draft_id) if row.standing == "left open"]
    for row in desk.findings(draft_id):
        if row.standing == "finding":
            program.client.post(f"{path}/findings/{row.number}/decision", json={"verdict": "error"})
    program.client.post(f"{path}/findings/{second}/decision", json={"verdict": "discuss"})
    stands = program.client.get(f"{path}/sign-off").json()
    assert (stands["undecided"], stands["exceptions"]) == ([second], [first])
    assert program.client.post(f"{path}/sign-off", json={"part": "prepared"}).status_code == 422
    program.client.post(f"{path}/findings/{second}/decision", json={"verdict": "different"})
    signed = program.client.post(f"{path}/sign-off", json={"part": "prepared"}).json()
    assert signed["words"] == ["Exception: 1 item left open that nobody has looked at."]
