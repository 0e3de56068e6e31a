"""Several people at one document: what was left open, stale pages, signatures, materiality."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cofitcheck.review import security
from cofitcheck.review.security import AccountRole
from cofitcheck.review.security.visitor import COOKIE
from tests.checker.checker_fakes import CASH, INCOME
from tests.review.review_fakes import CSRF, OPEN, SEGMENTS, Desk


def become(desk: Desk, name: str, role: AccountRole = AccountRole.REVIEWER) -> None:
    """Let another person sit down at the desk."""
    with desk.state.database.writing() as session:
        secret = security.sign_in(session, security.save(session, name, role))
    desk.client.cookies.set(COOKIE, secret)
    found = CSRF.search(desk.client.get("/").text)
    assert found
    desk.csrf = found[1]


@pytest.fixture
def team(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "data", "accounts").enter("ada")


def seen(desk: Desk, draft_id: int, number: int) -> str:
    page = desk.client.get(f"/drafts/{draft_id}/findings/{number}").text
    found = re.search(r'name="seen" value="(\d+)"', page)
    assert found
    return found[1]


def test_a_decision_on_a_stale_page_is_refused_with_what_the_other_did(team: Desk) -> None:
    draft_id = team.checked()
    before = seen(team, draft_id, 1)
    become(team, "bob")
    team.decide(draft_id, 1, "expected", reason="rounding", seen=before)
    become(team, "ada")
    answer = team.decide(draft_id, 1, "error", seen=before)
    assert answer.status_code == 409
    assert "bob changed finding 1 after you opened it: Expected difference: rounding" in answer.text
    assert team.findings(draft_id)[0].verdict == "expected"
    assert team.decide(draft_id, 1, "error", seen=seen(team, draft_id, 1)).status_code == 200


def test_what_was_left_open_is_decided_noted_and_made_a_finding(desk: Desk) -> None:
    draft_id = desk.checked(*OPEN, words="CAUTIOUS")
    first = next(row for row in desk.findings(draft_id) if row.standing == "left open")
    assert (first.first_text, first.second_text) == ("1,650", "3,310")
    desk.decide(draft_id, first.number, "discuss", back="standing=open")
    desk.post(f"/drafts/{draft_id}/findings/{first.number}/notes", text="Ask the client.")
    listed = desk.client.get(f"/drafts/{draft_id}/left-open?status=discuss").text
    assert "1,650" in listed
    assert "1 note" in listed
    assert "9,302" not in listed
    assert "1,650" not in desk.client.get(f"/drafts/{draft_id}").text
    desk.post(f"/drafts/{draft_id}/findings/{first.number}/promote")
    assert "1,650" in desk.client.get(f"/drafts/{draft_id}").text
    assert "1,650" not in desk.client.get(f"/drafts/{draft_id}/left-open").text
    desk.post(f"/drafts/{draft_id}/undo")
    assert "1,650" in desk.client.get(f"/drafts/{draft_id}/left-open").text


def test_a_threshold_says_what_more_or_less_would_be_reported(desk: Desk) -> None:
    draft_id = desk.checked(*OPEN, words="CAUTIOUS")
    reported = [row for row in desk.findings(draft_id) if row.standing == "finding"]
    low = desk.client.get(f"/drafts/{draft_id}/left-open?threshold=20").text
    assert "1 item left open would be a finding, and 0 of the findings" in low
    assert low.count('class="revealed"') == 1
    high = desk.client.get(f"/drafts/{draft_id}/left-open?threshold=99").text
    fewer = sum(row.probability < 0.99 for row in reported)
    assert f"0 items left open would be findings, and {fewer} of the findings" in high


def test_what_was_decided_about_the_left_open_carries_over(desk: Desk) -> None:
    draft_id = desk.checked(*OPEN, words="CAUTIOUS")
    first = next(row for row in desk.findings(draft_id) if row.standing == "left open")
    desk.decide(draft_id, first.number, "different", back="standing=open")
    second = desk.checked(*OPEN, words="CAUTIOUS again", document=1)
    again = next(row for row in desk.findings(second) if row.standing == "left open")
    assert (again.verdict, again.carried) == ("different", "unchanged")


def test_preparer_and_reviewer_sign_and_the_draft_is_locked(team: Desk) -> None:
    draft_id = team.checked(INCOME, CASH)
    sign = f"/drafts/{draft_id}/sign"
    numbers = [row.number for row in team.findings(draft_id)]
    assert team.post(sign, part="prepared").status_code == 422
    for number in numbers:
        team.decide(draft_id, number, "error")
    assert team.post(sign, part="reviewed").status_code == 422
    assert team.post(sign, part="prepared").status_code == 200
    assert "another person than the preparer" in team.post(sign, part="reviewed").text
    become(team, "bob")
    assert team.post(sign, part="reviewed").status_code == 200
    refused = team.decide(draft_id, numbers[0], "discuss")
    assert refused.status_code == 409
    assert "bob has signed this draft as reviewer" in refused.text
    assert team.post(f"/drafts/{draft_id}/undo").status_code == 409
    assert team.post(f"/drafts/{draft_id}/reopen").status_code == 403
    become(team, "eve", AccountRole.ADMINISTRATOR)
    assert team.post(f"/drafts/{draft_id}/reopen").status_code == 200
    assert team.decide(draft_id, numbers[0], "discuss").status_code == 200
    trail = team.client.get(f"/drafts/{draft_id}/trail").text
    assert "Signed as reviewer; locked" in trail
    assert "Signatures taken off" in trail


def test_small_differences_are_greyed_and_filtered_and_the_largest_come_first(desk: Desk) -> None:
    draft_id = desk.checked(INCOME, CASH, SEGMENTS)
    amounts = sorted({row.amount for row in desk.findings(draft_id) if row.amount is not None})
    assert len(amounts) > 1
    limit = (amounts[0] + amounts[-1]) / 2
    assert desk.post("/documents/1/materiality", amount="about ten").status_code == 422
    desk.post("/documents/1/materiality", amount=f"{limit:,.1f}")
    page = desk.client.get(f"/drafts/{draft_id}").text
    assert page.count('class="immaterial"') == sum(
        (row.amount or 0) < limit for row in desk.findings(draft_id)
    )
    material = desk.client.get(f"/drafts/{draft_id}?amount=material").text
    assert 'class="immaterial"' not in material
    sorted_page = desk.client.get(f"/drafts/{draft_id}?sort=amount").text
    numbers = re.findall(r'data-href="/drafts/\d+/findings/(\d+)', sorted_page)
    by_number = {str(row.number): row.amount or 0 for row in desk.findings(draft_id)}
    assert [by_number[number] for number in numbers] == sorted(by_number.values(), reverse=True)


def test_a_link_leads_on_after_signing_in(team: Desk) -> None:
    draft_id = team.checked()
    with team.state.database.writing() as session:
        security.save(session, "ada", AccountRole.REVIEWER, "correct horse battery")
    team.client.cookies.clear()
    target = f"/drafts/{draft_id}/findings/1?severity=high"
    page = team.client.get(target)
    assert page.url.path == "/sign-in"
    found = re.search(r'name="to" value="([^"]+)"', page.text)
    assert found
    fields = {"name": "ada", "password": "correct horse battery", "to": found[1]}
    answer = team.client.post("/sign-in", data=fields, headers={"Origin": "http://testserver"})
    assert (answer.url.path, answer.url.query) == (f"/drafts/{draft_id}/findings/1", b"severity=high")
    evil = team.client.post(
        "/sign-in", data=fields | {"to": "//evil.example/"}, headers={"Origin": "http://testserver"}
    )
    assert evil.url.path == "/"


def test_pages_are_in_the_language_of_the_browser_or_the_chosen_one(desk: Desk) -> None:
    draft_id = desk.checked()
    page = desk.client.get(f"/drafts/{draft_id}/findings/1", headers={"Accept-Language": "ja,en;q=0.5"}).text
    assert '<html lang="ja">' in page
    assert "誤りと確定" in page
    desk.client.get("/language/zh-Hans")
    page = desk.client.get(f"/drafts/{draft_id}/findings/1", headers={"Accept-Language": "ja"}).text
    assert '<html lang="zh-Hans">' in page
    assert "确认错误" in page
