"""What is handed over says what was found and decided, and carries nothing that computes or runs."""

from __future__ import annotations

import json
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.workbook import Workbook

from tests.checker.checker_fakes import CASH, INCOME
from tests.review.review_fakes import OPEN, SEGMENTS, TABLES, Desk
from tests.review.test_overview import ONCE

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
        "Ties",
        "Sums",
        "Numbers in no check",
        "Not read or compared",
        "Audit trail",
    ]
    summary = {row[0].value: row[1].value for row in sheets["Summary"] if row[0].value}
    assert summary["Findings"] == 2
    assert summary["Confirmed error"] == summary["Not the same item"] == 1
    assert summary["Items ticked off"] == 1
    head, first, _ = sheets["Findings"].iter_rows(values_only=True)
    finding = dict(zip(head, first, strict=True))
    assert {finding["A questioned"], finding["B compared with"]} == {"4,817", "4,871"}
    amounts = {str(finding["A: amount"]), str(finding["B: amount"])}
    assert {amount.rstrip("0") for amount in amounts} == {"4817", "4871"}
    assert 0.5 < float(str(finding["Likely error"])) <= 1
    assert (finding["Verdict"], finding["Reason"]) == ("Confirmed error", "typing slip")
    assert "Asked the client." in str(finding["Notes"])
    assert sheets["Ties"].max_row == 1 + desk.draft(draft_id).counts["facts"]
    acts = [row[4] for row in sheets["Audit trail"].iter_rows(min_row=2, values_only=True)]
    assert acts == ["decided", "decided", "commented", "ticked"]


def test_the_workbook_lists_what_was_left_open(desk: Desk) -> None:
    sheets = book(desk, desk.checked(*OPEN, words="CAUTIOUS"))
    head, first, *others = sheets["Left open"].iter_rows(values_only=True)
    left = dict(zip(head, first, strict=True))
    assert (left["A questioned"], left["B compared with"]) == ("1,650", "3,310")
    assert (left["A: table"], left["A: row"], left["A: column"]) == ("Statement 6 (6)", "Stores", "2024")
    assert round(float(str(left["Likely error"])), 2) == 0.87
    assert len(others) == 2
    summary = {row[0].value: row[1].value for row in sheets["Summary"] if row[0].value}
    assert summary["left open"] == 3


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
    assert {cell.data_type for cell in cells} <= {"s", "n", "d", "inlineStr"}


def test_characters_that_a_workbook_cannot_hold_are_replaced(desk: Desk) -> None:
    draft_id = desk.checked()
    desk.decide(draft_id, 1, "expected", reason="a\x0bb\x1fc\ufffed")
    reasons = [row[22] for row in book(desk, draft_id)["Findings"].iter_rows(min_row=2, values_only=True)]
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


def test_the_workbook_is_made_for_paper_and_signed(desk: Desk) -> None:
    draft_id = decided(desk)
    desk.post(f"/drafts/{draft_id}/sign", part="prepared")
    sheets = book(desk, draft_id)
    for sheet in sheets:
        assert sheet.page_setup.orientation == "landscape"
        assert sheet.sheet_properties.pageSetUpPr
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
    for sheet in sheets.worksheets[1:]:
        assert sheet.freeze_panes == ("D2" if sheet.title in {"Findings", "Left open"} else "A2")
        assert sheet.print_title_rows == "$1:$1"
        assert str(sheet.auto_filter.ref).startswith("A1:")
    signed = {row[0].value: row[1].value for row in sheets["Summary"] if row[0].value}
    assert signed["Preparer"] == desk.draft(draft_id).prepared_by != ""
    assert signed["Reviewer"] is None


def test_one_person_and_what_nobody_has_looked_at_stand_with_the_signatures(desk: Desk) -> None:
    draft_id = desk.checked(*OPEN, words="CAUTIOUS")
    for row in desk.findings(draft_id):
        if row.standing == "finding":
            desk.decide(draft_id, row.number, "error")
    unseen, seen, _ = [row.number for row in desk.findings(draft_id) if row.standing == "left open"]
    desk.decide(draft_id, seen, "different")
    for part in ("prepared", "reviewed"):
        desk.post(f"/drafts/{draft_id}/sign", part=part)
    who = desk.draft(draft_id).reviewed_by
    alone = f"{who} signed as preparer and as reviewer: no second person has reviewed this draft."
    exceptions = "Exception: 1 item left open that nobody has looked at."
    hand_over = f"/drafts/{draft_id}/hand-over"
    for view in (hand_over, f"{hand_over}/print", f"{hand_over}/marked"):
        text = desk.client.get(view).text
        assert alone in text, view
        assert exceptions in text, view
        assert "Stores (2024): 1,650 and 3,310" in text, view
    lines = [tuple(cell.value for cell in row[:2]) for row in book(desk, draft_id)["Summary"]]
    assert ("Statement", alone) in lines
    assert ("Statement", exceptions) in lines
    assert (f"Item {unseen}", "Stores (2024): 1,650 and 3,310") in lines
    signed = desk.client.get(f"{hand_over}/json").json()["sign_off"]
    assert signed["prepared"]["by"] == signed["reviewed"]["by"] == who
    assert signed["by_one_person"] is True
    assert signed["exceptions"]["count"] == 1
    assert signed["exceptions"]["items"][0]["finding"] == unseen
    assert signed["words"] == [alone, exceptions]


def test_the_workbook_has_every_number_and_the_trail_of_all_drafts(desk: Desk) -> None:
    decided(desk)
    second = desk.checked(INCOME, CASH, SEGMENTS, ONCE, document=1)
    sheets = book(desk, second)
    unchecked = [row[3] for row in sheets["Numbers in no check"].iter_rows(min_row=2, values_only=True)]
    assert {row[1] for row in ONCE} <= set(unchecked)
    assert len(unchecked) == desk.draft(second).counts["mentions"] - len(
        json.loads(desk.state.files.record(second).read_bytes())["ledger"]["mentions"]
    )
    drafts = {row[1] for row in sheets["Audit trail"].iter_rows(min_row=2, values_only=True)}
    assert drafts == {1, 2}


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
@pytest.mark.slow
def test_libreoffice_opens_the_workbook(desk: Desk, tmp_path: Path) -> None:
    draft_id = decided(desk)
    source = tmp_path / "review.xlsx"
    source.write_bytes(desk.client.get(f"/drafts/{draft_id}/hand-over/workbook").content)
    command = ["soffice", "--headless", "--convert-to", "ods", "--outdir", str(tmp_path), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    # Java, which it may lack, has nothing to do with the book.
    said = [line.lower() for line in (done.stdout + done.stderr).splitlines() if "java" not in line]
    assert not any("warn" in line or "error" in line for line in said)
    assert (tmp_path / "review.ods").stat().st_size > 5000
