"""A wrong reference is decided, carried and signed for like any other finding."""

from __future__ import annotations

from cofitcheck.review.decisions import Verdict
from tests.checker.checker_fakes import INCOME
from tests.review.review_fakes import Desk

TITLES = ("Organization", "Revenue", "Leases", "Income Taxes")
NOTES = "".join(
    f"<h3>Note {number} – {title}</h3><p>Words about it and no more.</p>"
    for number, title in enumerate(TITLES, 1)
)
WRONG = f"<p>See Note 2, “Leases,” for more.</p>{NOTES}"
SAID = "Note 2 is “Revenue”; “Leases” is Note 3."


def test_a_wrong_reference_is_decided_and_carried(desk: Desk) -> None:
    first = desk.checked(INCOME, words=WRONG)
    (row,) = desk.findings(first)
    assert (row.kind, row.verdict, row.severity) == ("reference", "open", "medium")
    listed = desk.client.get(f"/drafts/{first}").text
    assert "1 finding" in listed
    assert SAID in listed
    shown = desk.client.get(f"/drafts/{first}/findings/1").text
    assert f'<h1><span class="doc">{SAID}</span></h1>' in shown
    assert f'href="/drafts/{first}/document#cofitcheck-{row.fingerprint}"' in shown
    assert f'id="cofitcheck-{row.fingerprint}"' in desk.client.get(f"/drafts/{first}/document").text
    desk.decide(first, 1, Verdict.ERROR, reason="to be mended")
    desk.post(f"/drafts/{first}/findings/1/assign", assignee="Kim")
    second = desk.checked(INCOME, words=f"<p>A new sentence.</p>{WRONG}", document=1)
    (again,) = desk.findings(second)
    assert (again.verdict, again.carried, again.assignee) == ("error", "unchanged", "Kim")
    third = desk.checked(INCOME, words=WRONG.replace("Note 2, “", "Note 3, “"), document=1)
    assert desk.findings(third) == []
    assert [each["finding"] for each in desk.draft(third).gone] == [1]


def test_what_is_handed_over_has_the_reference(desk: Desk) -> None:
    draft_id = desk.checked(INCOME, words=WRONG)
    assert "Sign" in desk.client.get(f"/drafts/{draft_id}/hand-over").text
    desk.decide(draft_id, 1, Verdict.DIFFERENT)
    paths = [
        link.partition('"')[0]
        for link in desk.client.get(f"/drafts/{draft_id}/hand-over").text.split('href="')[1:]
        if link.startswith(f"/drafts/{draft_id}/")
    ]
    answers = [desk.client.get(path) for path in sorted(set(paths))]
    assert {answer.status_code for answer in answers} == {200}
    assert any(SAID in answer.text for answer in answers)
