"""Several findings of a list in one act: decided, given to somebody and noted, refused whole, taken back."""

from __future__ import annotations

import re

import pytest

from cofitcheck.review import security
from cofitcheck.review.database.models import FindingRow
from cofitcheck.review.security import AccountRole
from cofitcheck.review.security.visitor import COOKIE
from tests.review.review_fakes import OPEN, Desk
from tests.review.test_api import API, Program
from tests.review.test_decisions import MANY, WRONG


def many(desk: Desk) -> int:
    return desk.checked(MANY, WRONG)


def states(desk: Desk, draft_id: int) -> list[tuple[str, str, str, int]]:
    return [(row.verdict, row.reason, row.assignee, row.comments) for row in desk.findings(draft_id)]


def together(desk: Desk, draft_id: int, *numbers: int, **fields: str) -> str:
    data = {"csrf": desk.csrf, "finding": [str(number) for number in numbers], **fields}
    answer = desk.client.post(f"/drafts/{draft_id}/together", data=data)
    return f"{answer.status_code} {answer.url.path}?{answer.url.query.decode()}\n{answer.text}"


def test_findings_are_decided_assigned_and_noted_in_one_act_and_taken_back_in_one(desk: Desk) -> None:
    draft_id = many(desk)
    answer = together(
        desk, draft_id, 1, 3, verdict="expected", reason="Restated", assignee="ada", note="See note 2",
        back="severity=&search=e&sort=amount",
    )  # fmt: skip
    # Where the list stood, with its filter and its order.
    assert answer.startswith(f"200 /drafts/{draft_id}?search=e&sort=amount&together=2\n")
    assert "Done for 2 findings." in answer
    done, untouched = ("expected", "Restated", "ada", 1), ("open", "", "", 0)
    assert states(desk, draft_id) == [done, untouched, done]
    back = desk.post(f"/drafts/{draft_id}/undo", tab="findings", back="search=e")
    assert (back.url.path, back.url.query.decode()) == (f"/drafts/{draft_id}", "search=e&undone=1")
    # A note stays: nobody can delete one.
    assert states(desk, draft_id) == [("open", "", "", 1), untouched, ("open", "", "", 1)]


@pytest.mark.parametrize(
    ("numbers", "fields", "words"),
    [
        ((), {"verdict": "error"}, "choose the findings first"),
        ((1, 2), {}, "say what is to be done with the 2 chosen findings"),
        ((1, 2), {"verdict": "expected"}, "needs its reason"),
        ((1, 2), {"verdict": "maybe"}, "a verdict is one of"),
        ((1, 77), {"verdict": "error"}, "One of these findings is not here."),
    ],
)
def test_an_act_that_cannot_be_done_whole_is_not_done(
    desk: Desk, numbers: tuple[int, ...], fields: dict[str, str], words: str
) -> None:
    draft_id = many(desk)
    answer = together(desk, draft_id, *numbers, **fields)
    assert answer[0] == "4"
    assert words in answer
    assert {verdict for verdict, *_ in states(desk, draft_id)} == {"open"}


def test_what_somebody_else_decided_meanwhile_is_not_overwritten(desk: Desk) -> None:
    draft_id = many(desk)
    (seen,) = re.findall(r'name="seen" value="(\d+)"', desk.client.get(f"/drafts/{draft_id}").text)
    desk.decide(draft_id, 2, "different")
    answer = together(desk, draft_id, 1, 2, verdict="error", seen=seen)
    assert answer.startswith("409")
    assert "somebody has acted on 2 since you loaded the list" in answer
    assert [verdict for verdict, *_ in states(desk, draft_id)] == ["open", "different", "open"]


def test_a_program_acts_on_several(desk: Desk) -> None:
    program = Program(desk)
    draft_id = many(desk)
    path = f"{API}/drafts/{draft_id}/findings/together"
    done = program.client.post(path, json={"findings": [2, 3], "verdict": "error", "assignee": "ada"}).json()
    assert [(each["number"], each["verdict"], each["assignee"]) for each in done] == [
        (2, "error", "ada"),
        (3, "error", "ada"),
    ]
    assert program.client.post(path, json={"findings": [1], "assignee": ""}).status_code == 200
    undone = program.client.post(f"{API}/drafts/{draft_id}/undo").json()
    assert len(undone) == 1


def test_what_a_rule_set_aside_is_filtered_by_the_rule_and_decided_together(desk: Desk) -> None:
    draft_id = desk.checked(*OPEN, words="CAUTIOUS")
    aside = [row for row in desk.findings(draft_id) if row.rule]
    assert len(aside) == 2
    program = Program(desk)
    listed = program.client.get(
        f"{API}/drafts/{draft_id}/findings", params={"standing": "apart", "rule": aside[0].rule}
    ).json()
    assert [each["number"] for each in listed] == [row.number for row in aside]
    worth = program.client.get(f"{API}/drafts/{draft_id}/findings", params={"standing": "worth"}).json()
    assert not {each["number"] for each in worth} & {row.number for row in aside}
    answer = together(
        desk, draft_id, *(row.number for row in aside), verdict="different", tab="set-aside",
        back=f"rule={aside[0].rule}",
    )  # fmt: skip
    assert answer.startswith(f"200 /drafts/{draft_id}/set-aside?rule=")
    assert "Done for 2 findings." in answer


def test_a_list_is_narrowed_by_the_kind_of_check(desk: Desk) -> None:
    draft_id = desk.checked()
    with desk.state.database.writing() as session:
        row = session.get_one(FindingRow, desk.findings(draft_id)[1].id)
        row.kind = "sum"
    page = desk.client.get(f"/drafts/{draft_id}?check=sum").text
    assert page.count('<tr data-href="') == 1
    assert "a sum (1)" in page
    assert "a number stated twice (1)" in page


def test_who_may_only_look_chooses_nothing(desk: Desk) -> None:
    draft_id = many(desk)
    with desk.state.database.writing() as session:
        secret = security.sign_in(session, security.save(session, "eye", AccountRole.VIEWER))
    desk.client.cookies.clear()
    desk.client.cookies.set(COOKIE, secret)
    page = desk.client.get(f"/drafts/{draft_id}").text
    assert 'name="finding"' not in page
    assert "data-together" not in page
