"""What is handed over says what was found and decided, and carries nothing that computes or runs."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.workbook import Workbook

from tests.checker.checker_fakes import CASH, INCOME
from tests.review.review_fakes import OPEN, SEGMENTS, TABLES, Desk

FORMULAS = ("=1+1", "+1+1", "-2+3", "@SUM(A1)", '=HYPERLINK("http://evil.example")')


def book(desk: Desk, draft_id: int) -> Workbook:
    answer = desk.client.get(f"/drafts/{draft_id}/hand-over/workbook")
    assert "filing.review.xlsx" in answer.headers["content-disposition"]
    return load_workbook(BytesIO(answer.content))


def decided(desk: Desk) -> int:
    draft_id = desk.checked()
    desk.decide(draft_id, 1, "error", reason="typing slip")
    desk.decide(draft_id, 2, "different")
    desk.post(f"/drafts/{draft_id}/findings/1/notes", text="Asked the client.")
    desk.post(f"/drafts/{draft_id}/facts/ticks?one=3", ticked="yes")
    return draft_id


def test_the_workbook_has_every_part_of_the_review(desk: Desk) -> None:
    draft_id = decided(desk)
    sheets = book(desk, draft_id)
    assert sheets.sheetnames == [
        "Summary",
        "Findings",
        "Left open",
        "All facts",
        "Not checked",
        "Audit trail",
    ]
    summary = {row[0].value: row[1].value for row in sheets["Summary"] if row[0].value}
    assert summary["Findings"] == 2
    assert summary["Confirmed error"] == summary["Not the same fact"] == 1
    assert summary["Facts ticked off"] == 1
    head, first, _ = sheets["Findings"].iter_rows(values_only=True)
    finding = dict(zip(head, first, strict=True))
    assert {finding["A stands out"], finding["B against it"]} == {"4,817", "4,871"}
    assert (finding["Verdict"], finding["Reason"]) == ("Confirmed error", "typing slip")
    assert "Asked the client." in str(finding["Notes"])
    assert sheets["All facts"].max_row == 1 + desk.draft(draft_id).counts["facts"]
    acts = [row[3] for row in sheets["Audit trail"].iter_rows(min_row=2, values_only=True)]
    assert acts == ["decided", "decided", "commented", "ticked"]


def test_the_workbook_lists_what_was_left_open(desk: Desk) -> None:
    sheets = book(desk, desk.checked(*OPEN, words="CAUTIOUS"))
    head, first, *others = sheets["Left open"].iter_rows(values_only=True)
    assert first == (
        "1,650", "Statement 6 (6)", "Stores", "2024", "3,310", "Statement 5 (5)", "Stores", "2024", "87%",
    )  # fmt: skip
    assert len(head) == len(first)
    assert len(others) == 2
    summary = {row[0].value: row[1].value for row in sheets["Summary"] if row[0].value}
    assert summary["of them left open"] == 3


def test_the_links_of_the_workbook_lead_to_the_page_and_to_the_cell(desk: Desk) -> None:
    draft_id = decided(desk)
    links = [
        cell.hyperlink.target for row in book(desk, draft_id)["Findings"] for cell in row if cell.hyperlink
    ]
    assert links[0] == f"http://testserver/drafts/{draft_id}/findings/1"
    name, _, anchor = str(links[1]).partition("#")
    assert name == "filing.marked.html"
    marked = desk.client.get(f"/drafts/{draft_id}/hand-over/marked")
    assert name in marked.headers["content-disposition"]
    assert f'id="{anchor}"' in marked.text


@pytest.mark.parametrize("formula", FORMULAS)
def test_no_cell_of_the_workbook_computes(desk: Desk, formula: str) -> None:
    table = ((formula, "38,264", "35,980"), ("Net income", "4,871", "4,508"))
    wrong = ((formula, "38,246", "35,980"), ("Net income", "4,871", "4,508"))
    draft_id = desk.checked(table, wrong)
    desk.decide(draft_id, 1, "expected", reason=formula)
    desk.post(f"/drafts/{draft_id}/findings/1/notes", text=formula)
    cells = [cell for sheet in book(desk, draft_id) for row in sheet for cell in row]
    assert any(formula in str(cell.value) for cell in cells)
    assert {cell.data_type for cell in cells} <= {"s", "n", "inlineStr"}


def test_characters_that_a_workbook_cannot_hold_are_replaced(desk: Desk) -> None:
    draft_id = desk.checked()
    desk.decide(draft_id, 1, "expected", reason="a\x0bb\x1fc\ufffed")
    reasons = [row[21] for row in book(desk, draft_id)["Findings"].iter_rows(min_row=2, values_only=True)]
    assert reasons[0] == "a\ufffdb\ufffdc\ufffdd"


def test_the_json_is_the_report_with_the_decisions(desk: Desk) -> None:
    draft_id = decided(desk)
    record = json.loads(desk.client.get(f"/drafts/{draft_id}/hand-over/json").content)
    assert [each["verdict"] for each in record["decisions"]] == ["error", "different"]
    assert [each["fingerprint"] for each in record["decisions"]] == [
        each["fingerprint"] for each in record["report"]["findings"]
    ]
    desk.post(f"/drafts/{draft_id}/findings/1/notes", text="They agreed.", replaces="1")
    record = json.loads(desk.client.get(f"/drafts/{draft_id}/hand-over/json").content)
    said = [(each["text"], each["replaced"]) for each in record["decisions"][0]["comments"]]
    assert said == [("Asked the client.", True), ("They agreed.", False)]
    assert len(record["audit_trail"]) == 5
    assert record["file"]["sha256"] == desk.draft(draft_id).sha256
    assert len(record["ticked_facts"]) == 1


def test_decisions_about_sameness_are_exported_as_pairs(desk: Desk) -> None:
    draft_id = decided(desk)
    lines = desk.client.get(f"/drafts/{draft_id}/hand-over/pairs").text.splitlines()
    pairs = {each["verdict"]: each for each in map(json.loads, lines)}
    assert set(pairs) == {"same", "different"}
    same = pairs["same"]
    assert {same["left"]["text"], same["right"]["text"]} == {"4,817", "4,871"}
    assert same["left"]["element"] < same["right"]["element"]
    assert same["document"] == desk.draft(draft_id).sha256
    desk.decide(draft_id, 1, "expected", reason="x")
    desk.decide(draft_id, 2, "discuss")
    assert desk.client.get(f"/drafts/{draft_id}/hand-over/pairs").text == ""


def test_the_page_to_print_has_every_finding_and_decision(desk: Desk) -> None:
    draft_id = decided(desk)
    page = desk.client.get(f"/drafts/{draft_id}/hand-over/print").text
    assert page.count('<section class="panel">') == 4
    assert "typing slip" in page
    assert "Asked the client." in page


def test_the_second_draft_hands_over_what_is_gone(desk: Desk) -> None:
    decided(desk)
    second = desk.checked(INCOME, (("Net income", "4,871", "4,508"), *CASH[1:]), SEGMENTS, document=1)
    rows = list(book(desk, second)["Gone since last draft"].iter_rows(min_row=2, values_only=True))
    assert [(row[0], row[5], row[7]) for row in rows] == [
        ("Net income", "Confirmed error", "the cells now agree")
    ]


@pytest.mark.parametrize("part", ["", "/workbook", "/marked", "/json", "/pairs", "/print"])
def test_nothing_is_handed_over_of_a_draft_that_is_not_checked(desk: Desk, part: str) -> None:
    desk.upload(b"<html>x</html>")
    assert desk.client.get(f"/drafts/1/hand-over{part}").status_code == 404


def test_the_name_of_a_download_cannot_break_its_header(desk: Desk, tmp_path: Path) -> None:
    draft_id = desk.checked(*TABLES, name='a"; filename=evil.exe\r\nX: y ünï.htm')
    header = desk.client.get(f"/drafts/{draft_id}/hand-over/workbook").headers["content-disposition"]
    assert header.startswith("attachment; filename*=UTF-8''")
    assert '"' not in header
    assert " filename=" not in header
