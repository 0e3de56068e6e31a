"""Who comes in, from where, and what a page lets a browser do."""

from __future__ import annotations

from pathlib import Path

import pytest

from cofitcheck.review import security
from cofitcheck.review.security import AccountRole, hash_password, password_matches
from tests.review.review_fakes import TOKEN, Desk

PATHS = ("/", "/documents/1", "/drafts/1", "/drafts/1/findings/1", "/drafts/1/document")


@pytest.fixture
def stranger(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path / "data").enter()
    desk.checked()
    desk.client.cookies.clear()
    return desk


@pytest.mark.parametrize("path", PATHS)
def test_nobody_sees_anything_without_the_token(stranger: Desk, path: str) -> None:
    answer = stranger.client.get(path)
    assert answer.url.path == "/sign-in"
    assert "filing.htm" not in answer.text


@pytest.mark.parametrize("token", ["", "wrong", TOKEN[:-1], TOKEN + "x"])
def test_a_wrong_token_lets_nobody_in(stranger: Desk, token: str) -> None:
    assert stranger.client.get("/enter", params={"token": token}).status_code == 403
    assert stranger.client.get("/").url.path == "/sign-in"


def test_the_token_does_not_stay_in_the_address(stranger: Desk) -> None:
    answer = stranger.client.get("/enter", params={"token": TOKEN, "to": "/drafts/1"})
    assert str(answer.url) == "http://testserver/drafts/1"


@pytest.mark.parametrize("to", ["//evil.example", "https://evil.example", "/\\evil.example"])
def test_the_token_leads_nowhere_else(stranger: Desk, to: str) -> None:
    answer = stranger.client.get("/enter", params={"token": TOKEN, "to": to})
    assert str(answer.url) == "http://testserver/"


def test_a_change_needs_the_token_of_the_page(desk: Desk) -> None:
    draft_id = desk.checked()
    path = f"/drafts/{draft_id}/findings/1/decision"
    for csrf in ("", "0" * 64):
        assert desk.client.post(path, data={"csrf": csrf, "verdict": "error"}).status_code == 403
    assert desk.client.post(path, data={"verdict": "error"}).status_code == 403
    assert desk.findings(draft_id)[0].verdict == "open"


def test_a_change_from_another_site_is_refused_even_with_the_token(desk: Desk) -> None:
    draft_id = desk.checked()
    path = f"/drafts/{draft_id}/findings/1/decision"
    headers = {"Origin": "https://evil.example"}
    answer = desk.client.post(path, data={"csrf": desk.csrf, "verdict": "error"}, headers=headers)
    assert answer.status_code == 403


def test_the_server_answers_to_its_own_names_only(desk: Desk) -> None:
    assert desk.client.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_the_cookie_is_out_of_reach_of_scripts(stranger: Desk) -> None:
    answer = stranger.client.get("/enter", params={"token": TOKEN}, follow_redirects=False)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_signing_out_ends_it(desk: Desk) -> None:
    cookie = dict(desk.client.cookies)
    assert desk.post("/sign-out").url.path == "/sign-in"
    desk.client.cookies.update(cookie)
    assert desk.client.get("/").url.path == "/sign-in"


@pytest.mark.parametrize("path", ["/", "/drafts/1", "/drafts/1/findings/1", "/sign-in", "/no-such-page"])
def test_every_page_forbids_all_but_its_own_files(desk: Desk, path: str) -> None:
    desk.checked()
    headers = desk.client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_no_page_has_a_script_or_a_style_in_itself(desk: Desk) -> None:
    draft_id = desk.checked()
    for path in ("/", "/documents/1", f"/drafts/{draft_id}", f"/drafts/{draft_id}/findings/1"):
        page = desk.client.get(path).text
        assert page.count("<script") == page.count('<script type="module" src="/static/')
        assert "<style" not in page
        assert " style=" not in page
        assert " on" + "click" not in page


def test_the_document_itself_is_sandboxed_and_may_load_nothing(desk: Desk) -> None:
    draft_id = desk.checked()
    answer = desk.client.get(f"/drafts/{draft_id}/document")
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("sandbox; default-src 'none'")
    assert "script-src" not in policy
    clickable = desk.client.get(f"/drafts/{draft_id}/document?beside=cells")
    policy = clickable.headers["content-security-policy"]
    # The copy's own policy, which lets no script run, would keep ours from running too.
    assert "http-equiv" not in clickable.text
    # One script, by its hash, and no origin.
    assert policy.startswith("sandbox allow-scripts; default-src 'none'; script-src 'sha256-")
    assert "allow-same-origin" not in policy
    assert "'unsafe-inline'" not in policy.partition("style-src")[0]
    assert 'sandbox="allow-scripts"' in desk.client.get(f"/drafts/{draft_id}/own").text
    assert 'sandbox title="' in desk.client.get(f"/drafts/{draft_id}/findings/1").text


def test_too_many_attempts_to_sign_in_are_stopped(tmp_path: Path) -> None:
    desk = Desk(tmp_path, sign_ins=3)
    statuses = [desk.client.get("/enter", params={"token": "x"}).status_code for _ in range(4)]
    assert statuses == [403, 403, 403, 429]


def test_the_right_token_opens_however_many_wrong_ones_came(tmp_path: Path) -> None:
    desk = Desk(tmp_path, sign_ins=1)
    assert [desk.client.get("/enter", params={"token": "x"}).status_code for _ in range(2)] == [403, 429]
    assert desk.client.get("/enter", params={"token": TOKEN}).status_code == 200


PASSWORD = "correct horse battery"


@pytest.fixture
def team(tmp_path: Path) -> Desk:
    """Ada and Bob; two tries at an account from an address, six at an account, twenty from an address."""
    desk = Desk(tmp_path, "accounts", sign_ins=2)
    with desk.state.database.writing() as session:
        for name in ("ada", "bob"):
            security.save(session, name, AccountRole.REVIEWER, PASSWORD)
    return desk


def tried(desk: Desk, name: str, password: str = "wrong", **headers: str) -> int:
    return desk.client.post(
        "/sign-in", data={"name": name, "password": password}, headers=headers, follow_redirects=False
    ).status_code


def behind(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def test_wrong_passwords_shut_out_nobody_else_behind_the_same_address(team: Desk) -> None:
    assert [tried(team, "bob") for _ in range(12)] == [403] * 2 + [429] * 10
    assert tried(team, "bob", PASSWORD) == 429
    assert tried(team, "ada", PASSWORD) == 303


def test_passwords_of_one_account_cannot_be_tried_from_many_addresses(team: Desk) -> None:
    statuses = [tried(team, "ada", **behind(f"192.0.2.{number}")) for number in range(8)]
    assert statuses == [403] * 6 + [429] * 2
    assert tried(team, "bob", PASSWORD, **behind("192.0.2.1")) == 303


def test_one_address_cannot_try_many_accounts(team: Desk) -> None:
    statuses = [tried(team, f"guess {number}") for number in range(22)]
    assert statuses == [403] * 20 + [429] * 2
    assert tried(team, "ada", PASSWORD, **behind("192.0.2.1")) == 303


def test_only_the_last_address_that_the_proxy_names_is_believed(team: Desk) -> None:
    statuses = [tried(team, "ada", **behind(f"198.51.100.{number}, 192.0.2.1")) for number in range(3)]
    assert statuses == [403, 403, 429]
    object.__setattr__(team.settings, "proxy_address", "192.0.2.9")
    statuses = [tried(team, "bob", **behind(f"192.0.2.{number}")) for number in range(3)]
    assert statuses == [403, 403, 429]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "http://testserver:81"])
def test_nobody_is_signed_in_or_decides_from_another_site(team: Desk, origin: str) -> None:
    assert tried(team, "ada", PASSWORD, Origin=origin) == 403
    assert tried(team, "ada", PASSWORD, Origin="http://testserver") == 303
    team.enter("ada")
    answer = team.client.post("/documents/1/archive", data={"csrf": team.csrf}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert "another site" in answer.text


def test_too_many_requests_are_stopped(tmp_path: Path) -> None:
    desk = Desk(tmp_path, requests=5).enter()
    statuses = [desk.client.get("/").status_code for _ in range(6)]
    assert statuses[-1] == 429
    assert statuses[0] == 200


def test_a_password_is_kept_as_a_salted_hash() -> None:
    one, other = hash_password("correct horse battery"), hash_password("correct horse battery")
    assert one != other
    assert "horse" not in one
    assert password_matches("correct horse battery", one)
    assert not password_matches("correct horse batterz", one)
    assert not password_matches("", "")


def test_accounts_sign_in_by_name_and_password(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "accounts")
    with desk.state.database.writing() as session:
        security.save(session, "ada", AccountRole.REVIEWER, "correct horse battery")
    for name, password in (("ada", "wrong horse battery"), ("bob", "correct horse battery"), ("", "")):
        answer = desk.client.post("/sign-in", data={"name": name, "password": password})
        assert answer.status_code == 403
        assert "do not belong together" in answer.text
    assert desk.client.get("/enter", params={"token": TOKEN}).status_code == 403
    answer = desk.client.post("/sign-in", data={"name": "ada", "password": "correct horse battery"})
    assert answer.url.path == "/"
    assert "ada" in answer.text


def test_a_closed_account_is_out_at_once(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "accounts").enter("ada")
    assert desk.client.get("/").status_code == 200
    with desk.state.database.writing() as session:
        security.close(session, "ada")
    assert desk.client.get("/").url.path == "/sign-in"


def test_a_viewer_sees_everything_and_changes_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "accounts").enter("ada")
    draft_id = desk.checked()
    with desk.state.database.writing() as session:
        security.save(session, "ada", AccountRole.VIEWER)
    page = desk.client.get(f"/drafts/{draft_id}/findings/1").text
    assert "4,817" in page
    assert "Confirm error" not in page
    assert desk.decide(draft_id, 1, "error").status_code == 403
    assert desk.upload(b"<html></html>").status_code == 403
    assert desk.post("/documents/1/archive").status_code == 403
    assert desk.findings(draft_id)[0].verdict == "open"


def test_the_proxy_names_the_person_and_nobody_else_does(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "proxy")
    answer = desk.client.get("/", headers={"X-Forwarded-User": "ada"})
    assert "ada" in answer.text
    assert "may look only" in answer.text
    assert desk.client.get("/").url.path == "/sign-in"
    elsewhere = Desk(tmp_path / "other", "proxy")
    object.__setattr__(elsewhere.settings, "proxy_address", "192.0.2.1")
    answer = elsewhere.client.get("/", headers={"X-Forwarded-User": "ada"})
    assert answer.url.path == "/sign-in"
