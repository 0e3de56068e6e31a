"""What the next draft makes of the decisions of the one before."""

from __future__ import annotations

import re

from cofitcheck.reports.drafts import Known, changes, match
from cofitcheck.review.decisions import note_of
from cofitcheck.review.findings.changed import Member
from tests.checker.checker_fakes import CASH, INCOME
from tests.review.review_fakes import SEGMENTS, Desk

Rows = tuple[tuple[str, str, str], ...]


def reworded(table: Rows, label: str, text: str) -> Rows:
    return tuple((row[0], text, row[2]) if row[0] == label else row for row in table)


def states(desk: Desk, draft_id: int) -> dict[str, tuple[str, str]]:
    return {row.label: (row.carried, row.verdict) for row in desk.findings(draft_id)}


def both_decided(desk: Desk) -> int:
    draft_id = desk.checked()
    desk.decide(draft_id, 1, "error", reason="slip")
    desk.decide(draft_id, 2, "expected", reason="another basis")
    return draft_id


def test_decisions_hold_where_every_number_says_what_it_said(desk: Desk) -> None:
    first = both_decided(desk)
    # A new table and other numbers in the old ones are no reason to decide again.
    other = reworded(CASH, "Accounts payable", "2,299")
    second = desk.checked(INCOME, other, SEGMENTS, (("Headcount", "4,210", "4,180"),), document=1)
    kept = [
        {row.label: (row.verdict, row.reason, row.decided_by, row.decided) for row in desk.findings(each)}
        for each in (first, second)
    ]
    assert kept[0] == kept[1]
    assert {carried for carried, _ in states(desk, second).values()} == {"unchanged"}
    assert "2 of 2 decided" in desk.client.get(f"/drafts/{second}").text
    history = desk.client.get(f"/drafts/{second}/findings/1").text
    assert "Confirmed error, as in draft 1" in history


def test_a_changed_number_opens_the_finding_again_and_says_what_changed(desk: Desk) -> None:
    both_decided(desk)
    second = desk.checked(INCOME, reworded(CASH, "Net income", "4,781"), SEGMENTS, document=1)
    assert states(desk, second) == {"Net income": ("reopened", "open"), "Revenue": ("unchanged", "expected")}
    (row,) = (row for row in desk.findings(second) if row.label == "Net income")
    assert str(note_of(row)) == "“Confirmed error” in draft 1. 4,817 in Statement 2 is now 4,781"
    assert str(note_of(row)) in desk.client.get(f"/drafts/{second}/findings/{row.number}").text


def test_a_mended_number_is_fixed_and_a_new_mistake_is_new(desk: Desk) -> None:
    both_decided(desk)
    mended = reworded(CASH, "Net income", "4,871")
    second = desk.checked(INCOME, reworded(mended, "Depreciation", "1,824"), SEGMENTS, document=1)
    assert states(desk, second) == {"Depreciation": ("new", "open"), "Revenue": ("unchanged", "expected")}
    (gone,) = desk.draft(second).gone
    assert (gone["label"], gone["verdict"], gone["outcome"]) == ("Net income", "error", "fixed")


def test_a_contradiction_whose_table_is_gone_is_not_called_fixed(desk: Desk) -> None:
    both_decided(desk)
    second = desk.checked(INCOME, (("Headcount", "4,210", "4,180"),), SEGMENTS, document=1)
    outcomes = {gone["label"]: gone["outcome"] for gone in desk.draft(second).gone}
    assert outcomes == {"Net income": "gone"}


def test_a_finding_is_known_again_where_a_further_table_states_the_fact(desk: Desk) -> None:
    both_decided(desk)
    more = (("Net income", "4,871", "4,508"), ("Headcount", "4,210", "4,180"))
    second = desk.checked(INCOME, CASH, SEGMENTS, more, document=1)
    assert states(desk, second)["Net income"] == ("reopened", "open")
    (row,) = (row for row in desk.findings(second) if row.label == "Net income")
    assert "4,871 in Statement 4 is now part of it" in str(note_of(row))


def test_notes_and_the_person_in_charge_come_along(desk: Desk) -> None:
    first = both_decided(desk)
    desk.post(f"/drafts/{first}/findings/1/notes", text="Asked the client.")
    desk.post(f"/drafts/{first}/findings/1/assign", assignee="ada")
    second = desk.checked(INCOME, reworded(CASH, "Net income", "4,781"), SEGMENTS, document=1)
    (row,) = (row for row in desk.findings(second) if row.label == "Net income")
    page = desk.client.get(f"/drafts/{second}/findings/{row.number}").text
    assert "Asked the client." in page
    assert "in draft 1" in page
    assert row.assignee == "ada"
    assert "Asked the client." in desk.client.get(f"/drafts/{second}/hand-over/print").text
    desk.post(f"/drafts/{second}/findings/{row.number}/notes", text="They agreed.", replaces="1")
    page = desk.client.get(f"/drafts/{second}/hand-over/print").text
    assert "They agreed." in page
    assert "Asked the client." not in page


def test_a_draft_that_could_not_be_checked_is_passed_over(desk: Desk) -> None:
    both_decided(desk)
    desk.upload(b"<html><body>nothing</body></html>", path="/documents/1/drafts")
    desk.work_off()
    third = desk.checked(INCOME, CASH, SEGMENTS, document=1)
    assert desk.draft(third).number == 3
    assert states(desk, third)["Net income"] == ("unchanged", "error")


def test_the_list_can_be_narrowed_to_what_is_new(desk: Desk) -> None:
    both_decided(desk)
    second = desk.checked(INCOME, reworded(CASH, "Depreciation", "1,824"), SEGMENTS, document=1)
    page = desk.client.get(f"/drafts/{second}?status=new").text
    assert len(re.findall("data-href", page)) == 1
    assert "Depreciation" in page


def member(place: str, value: str = "1") -> Member:
    return Member(
        mention=0, place=place, value=value, text=value, table=1, title="T", row="r", column="c", element=0
    )


def known(number: int, name: str, *places: str) -> Known:
    return Known(number, name, tuple(member(place) for place in places))


def test_facts_are_matched_by_name_then_by_most_of_their_places() -> None:
    before = [known(1, "n", "a", "b"), known(2, "o", "c", "d"), known(3, "p", "e", "f", "g")]
    after = [known(11, "n", "x", "y"), known(12, "q", "c", "d", "z"), known(13, "r", "e", "h")]
    assert match(before, after) == {11: 1, 12: 2}


def test_of_facts_with_one_name_the_order_decides_and_none_is_used_twice() -> None:
    before = [known(1, "n", "a"), known(2, "n", "a")]
    after = [known(11, "n", "a"), known(12, "n", "a"), known(13, "n", "a")]
    assert match(before, after) == {11: 1, 12: 2}


def test_another_way_of_printing_a_value_is_no_change() -> None:
    assert changes([member("a", "5")], [member("a", "5")]) == []
    assert changes([member("a", "5"), member("a", "6")], [member("a", "6"), member("a", "5")]) == []
    assert list(map(str, changes([member("a", "5")], [member("a", "6")]))) == ["5 in T is now 6"]
    assert list(map(str, changes([member("a")], [member("b")]))) == [
        "1 in T is no longer part of it",
        "1 in T is now part of it",
    ]


def numbers_that_changed(desk: Desk, draft_id: int, kind: str = "") -> list[tuple[str, str, str]]:
    page = desk.client.get(f"/drafts/{draft_id}/changes", params={"kind": kind}).text
    rows = re.findall(r"<tr>.*?</tr>", page.partition("numbers-list")[2], re.DOTALL)[1:]
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL) for row in rows]
    return [(re.sub("<[^>]+>", "", cell[0]).split()[0], cell[2], cell[3]) for cell in cells]


def test_every_number_that_changed_is_listed_whether_a_finding_or_not(desk: Desk) -> None:
    desk.checked()
    more = (*reworded(CASH, "Net income", "4,781"), ("Leases", "77", "66"))
    fewer = tuple(row for row in SEGMENTS if row[0] != "Depreciation")
    second = desk.checked(INCOME, more, fewer, document=1)
    assert numbers_that_changed(desk, second) == [
        ("Net", "4,817", "4,781"),
        ("Leases", "–", "77"),
        ("Leases", "–", "66"),
        ("Depreciation", "1,842", "–"),
        ("Depreciation", "1,765", "–"),
    ]
    assert numbers_that_changed(desk, second, "differ") == [("Net", "4,817", "4,781")]


def test_a_change_that_a_repeat_did_not_follow_leads_to_its_finding(desk: Desk) -> None:
    desk.checked(INCOME, SEGMENTS)
    second = desk.checked(reworded(INCOME, "Revenue", "38,251"), SEGMENTS, document=1)
    page = desk.client.get(f"/drafts/{second}/changes").text
    said = page.partition("from a change that another number did not follow")[2]
    assert re.search(r"/drafts/\d+/findings/\d+", said.partition("</p>")[0])


def test_a_draft_whose_predecessor_is_lost_says_so(desk: Desk) -> None:
    first = desk.checked()
    desk.state.files.source(first).unlink()
    second = desk.checked(document=1)
    assert desk.draft(second).status == "checked"
    assert "Which numbers changed is not known" in desk.client.get(f"/drafts/{second}/changes").text
