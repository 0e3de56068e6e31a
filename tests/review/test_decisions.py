"""Deciding, noting, assigning and taking back, through the pages; and the trail that it leaves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sqlalchemy import select

from cofitcheck.review.database.models import EventRow
from cofitcheck.review.decisions import UNDECIDED, Verdict, act
from tests.checker.checker_fakes import CASH, INCOME
from tests.review.review_fakes import SEGMENTS, Desk

# Between the first two tables three facts differ.
MANY = (
    ("Net income", "4,871", "4,508"),
    ("Interest expense", "1,412", "1,398"),
    ("Depreciation", "1,842", "1,765"),
    ("Revenue", "38,264", "35,980"),
)
WRONG = (
    ("Net income", "4,817", "4,508"),
    ("Interest expense", "1,421", "1,398"),
    ("Depreciation", "1,824", "1,765"),
    ("Revenue", "38,264", "35,980"),
)


def events(desk: Desk) -> list[EventRow]:
    with desk.state.database.reading() as session:
        return list(session.scalars(select(EventRow).order_by(EventRow.id)))


@pytest.mark.parametrize("verdict", [Verdict.ERROR, Verdict.DIFFERENT, Verdict.DISCUSS])
def test_a_verdict_is_kept_and_the_next_open_finding_is_shown(desk: Desk, verdict: Verdict) -> None:
    draft_id = desk.checked()
    answer = desk.decide(draft_id, 1, verdict)
    assert answer.url.path == f"/drafts/{draft_id}/findings/2"
    assert "Finding 1: " in answer.text
    assert f"{int(verdict not in UNDECIDED)} of 2 decided" in answer.text
    first, second = desk.findings(draft_id)
    assert (first.verdict, second.verdict) == (verdict, "open")
    assert first.decided is not None


def test_an_expected_difference_needs_its_reason(desk: Desk) -> None:
    draft_id = desk.checked()
    answer = desk.decide(draft_id, 1, "expected", reason="  ")
    assert answer.status_code == 422
    assert "needs its reason" in answer.text
    assert desk.findings(draft_id)[0].verdict == "open"
    desk.decide(draft_id, 1, "expected", reason="Restated, see note 2")
    assert desk.findings(draft_id)[0].reason == "Restated, see note 2"
    assert "Restated, see note 2" in desk.client.get(f"/drafts/{draft_id}/findings/1").text


@pytest.mark.parametrize("verdict", ["", "maybe", "OPEN"])
def test_what_is_no_verdict_is_refused(desk: Desk, verdict: str) -> None:
    draft_id = desk.checked()
    assert desk.decide(draft_id, 1, verdict).status_code == 422
    assert events(desk) == []


def test_the_trail_says_who_saw_what_with_which_model(desk: Desk) -> None:
    draft_id = desk.checked()
    desk.decide(draft_id, 1, "error", reason="typing slip")
    (event,) = events(desk)
    finding = desk.findings(draft_id)[0]
    assert (event.kind, event.words, event.who) == (
        "decided",
        "Confirmed error: typing slip",
        finding.decided_by,
    )
    assert event.model == "made up"
    assert event.settings["threshold"] == 0.5
    assert {said["text"] for said in event.seen["statements"]} >= {finding.first_text, finding.second_text}
    assert event.seen["probability"] == finding.probability
    assert event.before["verdict"] == "open"
    assert event.after["verdict"] == "error"


def test_undo_takes_back_the_last_act_and_says_so_in_the_trail(desk: Desk) -> None:
    draft_id = desk.checked()
    desk.decide(draft_id, 1, "error", reason="slip")
    desk.decide(draft_id, 1, "discuss")
    answer = desk.post(f"/drafts/{draft_id}/undo")
    assert answer.url.path == f"/drafts/{draft_id}/findings/1"
    finding = desk.findings(draft_id)[0]
    assert (finding.verdict, finding.reason) == ("error", "slip")
    desk.post(f"/drafts/{draft_id}/undo")
    assert desk.findings(draft_id)[0].verdict == "open"
    assert desk.findings(draft_id)[0].decided is None
    assert [event.kind for event in events(desk)] == ["decided", "decided", "undone", "undone"]
    assert desk.post(f"/drafts/{draft_id}/undo").status_code == 409


def test_nobody_undoes_what_another_has_changed_since(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "accounts").enter("ada")
    draft_id = desk.checked()
    desk.decide(draft_id, 1, "error")
    desk.enter("bob").decide(draft_id, 1, "discuss")
    answer = desk.enter("ada").post(f"/drafts/{draft_id}/undo", at="1")
    assert answer.status_code == 409
    assert "changed since" in answer.text
    assert desk.findings(draft_id)[0].verdict == "discuss"


def test_all_open_findings_of_two_tables_are_decided_and_taken_back_in_one_act(desk: Desk) -> None:
    draft_id = desk.checked(MANY, WRONG, MANY)
    rows = desk.findings(draft_id)
    assert len(rows) == 3
    desk.decide(draft_id, 3, "error")
    page = desk.client.get(f"/drafts/{draft_id}/findings/1").text
    assert "and 1 more open finding between" in re.sub(r"\s+", " ", page)
    answer = desk.decide(draft_id, 1, "expected", reason="another basis", whole_pair="yes")
    assert "Finding 1 and 1 more of the same tables" in answer.text
    assert [row.verdict for row in desk.findings(draft_id)] == ["expected", "expected", "error"]
    desk.post(f"/drafts/{draft_id}/undo")
    assert [row.verdict for row in desk.findings(draft_id)] == ["open", "open", "error"]


def test_notes_and_the_person_in_charge_stay_with_the_finding(desk: Desk) -> None:
    draft_id = desk.checked()
    path = f"/drafts/{draft_id}/findings/1"
    assert desk.post(f"{path}/notes", text=" ").status_code == 422
    page = desk.post(f"{path}/notes", text="Ask the client <b>today</b>").text
    assert "Ask the client &lt;b&gt;today&lt;/b&gt;" in page
    page = desk.post(f"{path}/assign", assignee="ada").text
    assert 'value="ada"' in page
    assert "1 note" in desk.client.get(f"/drafts/{draft_id}?assignee=ada").text
    assert [event.kind for event in events(desk)] == ["commented", "assigned"]


def test_a_note_that_is_changed_keeps_what_it_said(desk: Desk) -> None:
    draft_id = desk.checked()
    path = f"/drafts/{draft_id}/findings/1/notes"
    desk.post(path, text="Ask the client.")
    desk.post(path, text="Another.")
    page = desk.post(path, text="The client was asked.", replaces="1").text
    shown = re.findall(r'<div class="note"><p class="doc">(.*?)</p>', page)
    assert shown == ["The client was asked.", "Another."]
    assert re.search("Earlier wording.*Ask the client.", page)
    assert desk.findings(draft_id)[0].comments == 2
    *_, last = events(desk)
    assert str(act(last)) == "Note changed: The client was asked."
    assert (last.before, last.after) == ({"note": "Ask the client."}, {"note": "The client was asked."})
    for replaces, words in (("1", "changed since"), ("99", "not here")):
        answer = desk.post(path, text="Too late.", replaces=replaces)
        assert answer.status_code == 422
        assert words in answer.text
    assert "Too late." not in desk.client.get(f"/drafts/{draft_id}/trail").text


def test_a_note_is_changed_only_by_who_wrote_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "accounts").enter("ada")
    draft_id = desk.checked()
    path = f"/drafts/{draft_id}/findings/1/notes"
    desk.post(path, text="Ask the client.")
    desk.client.cookies.clear()
    desk.enter("bob")
    assert 'name="replaces"' not in desk.client.get(f"/drafts/{draft_id}/findings/1").text
    answer = desk.post(path, text="Never mind.", replaces="1")
    assert answer.status_code == 422
    assert "ada wrote the note" in answer.text


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("", {1, 2, 3}),
        ("severity=high", {1, 2, 3}),
        ("severity=notice", set()),
        ("kind=inconsistent", {1, 2, 3}),
        ("kind=sign%20differs", set()),
        ("status=open", {2, 3}),
        ("status=error", {1}),
        ("status=decided", {1}),
        ("table=2", {1, 2, 3}),
        ("table=9", set()),
        ("pair=2-1", {1, 2, 3}),
        ("pair=1-3", set()),
        ("least=100", set()),
        ("search=statement+interest", "Interest expense"),
        ("search=%25", set()),
        ("search=1,824", "Depreciation"),
        ("severity=nonsense", set()),
        ("table=abc&least=-1&pair=x", {1, 2, 3}),
    ],
)
def test_filters_and_search_narrow_the_list(desk: Desk, query: str, numbers: set[int] | str) -> None:
    draft_id = desk.checked(MANY, WRONG)
    desk.decide(draft_id, 1, "error")
    page = desk.client.get(f"/drafts/{draft_id}?{query}").text
    found = {int(number) for number in re.findall(r'data-href="/drafts/\d+/findings/(\d+)', page)}
    if isinstance(numbers, str):
        numbers = {row.number for row in desk.findings(draft_id) if row.label == numbers}
        assert len(numbers) == 1
    assert found == numbers


def test_next_and_previous_stay_within_the_filter(desk: Desk) -> None:
    draft_id = desk.checked(MANY, WRONG)
    desk.decide(draft_id, 2, "error")
    page = desk.client.get(f"/drafts/{draft_id}/findings/1?status=open").text
    assert "1 of 2 in the filter" in page
    assert f'href="/drafts/{draft_id}/findings/3?status=open" data-key="next"' in page
    answer = desk.decide(draft_id, 1, "error", back="status=open")
    assert str(answer.url).endswith("/findings/3?status=open&said=1")


def test_the_finding_has_both_tables_the_document_and_the_whole_fact(desk: Desk) -> None:
    draft_id = desk.checked(INCOME, CASH, SEGMENTS)
    page = desk.client.get(f"/drafts/{draft_id}/findings/1").text
    assert page.count('<section class="panel">') == 2
    assert page.count("mark-finding") == 1
    assert page.count("mark-witness") == 1
    assert "All 3 statements of this item" in page
    assert "Both rows are labelled" in page
    (mention,) = re.findall(r'<iframe[^>]* src="/drafts/1/document\?beside=1#m(\d+)"', page)
    copy = desk.client.get(f"/drafts/{draft_id}/document?beside=1").text
    assert re.search(rf'id="m{mention}"[^>]*>{desk.findings(draft_id)[0].first_text}<', copy)


def test_a_finding_that_is_not_there_is_said_to_be_missing(desk: Desk) -> None:
    draft_id = desk.checked()
    for path in (f"/drafts/{draft_id}/findings/99", "/drafts/99", "/documents/99", "/drafts/99/document"):
        answer = desk.client.get(path)
        assert answer.status_code == 404
        assert "not here" in answer.text
