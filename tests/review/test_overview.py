"""All facts, coverage, changes and the trail as pages."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

from lxml import html
from openpyxl import load_workbook

from cofitcheck.review.database.models import DraftRow
from tests.checker.checker_fakes import CASH, INCOME
from tests.golden.counts import add_up, tiles
from tests.review.review_fakes import OPEN, SEGMENTS, Desk

ONCE = (("Headcount", "4,210", "4,180"),)


def test_every_fact_is_there_with_what_came_of_it(desk: Desk) -> None:
    draft_id = desk.checked()
    page = desk.client.get(f"/drafts/{draft_id}/facts").text
    results = re.findall(r'class="result r-(\w+)"', page)
    counts = desk.draft(draft_id).counts
    assert len(results) == counts["facts"]
    assert results.count("passed") == counts["passed"]
    assert results.count("finding") == 2
    assert results.count("undecided") == counts["undecided"]


def test_facts_can_be_narrowed(desk: Desk) -> None:
    draft_id = desk.checked()

    def shown(query: str) -> int:
        return desk.client.get(f"/drafts/{draft_id}/facts?{query}").text.count('class="result')

    assert shown("outcome=finding") == 2
    assert shown("search=depreciation") == 2
    assert shown("search=4,817") == 1
    assert shown("table=2") == 4
    assert shown("table=22") == 0
    assert shown("page=99999") == desk.draft(draft_id).counts["facts"]


def test_facts_are_ticked_one_by_one_or_all_that_pass(desk: Desk) -> None:
    draft_id = desk.checked()
    page = desk.post(f"/drafts/{draft_id}/facts/ticks?one=1", ticked="yes").text
    assert page.count('aria-pressed="true"') == 1
    page = desk.post(f"/drafts/{draft_id}/facts/ticks?one=1", ticked="no").text
    assert page.count('aria-pressed="true"') == 0
    passing = re.findall(r'name="fact" value="(\d+)"', page)
    assert len(passing) == desk.draft(draft_id).counts["passed"]
    answer = desk.client.post(
        f"/drafts/{draft_id}/facts/ticks", data={"csrf": desk.csrf, "fact": passing, "back": "outcome=ticked"}
    )
    assert answer.text.count('aria-pressed="true"') == len(passing)
    assert str(answer.url).endswith("?outcome=ticked")


def test_ticks_carry_over_while_every_number_stays(desk: Desk) -> None:
    first = desk.checked()
    page = desk.client.get(f"/drafts/{first}/facts").text
    passing = re.findall(r'name="fact" value="(\d+)"', page)
    desk.client.post(f"/drafts/{first}/facts/ticks", data={"csrf": desk.csrf, "fact": passing})
    income = tuple((row[0], row[1], "35,981" if row[0] == "Revenue" else row[2]) for row in INCOME)
    segments = tuple((row[0], row[1], "35,981" if row[0] == "Revenue" else row[2]) for row in SEGMENTS)
    second = desk.checked(income, CASH, segments, document=1)
    page = desk.client.get(f"/drafts/{second}/facts?outcome=ticked").text
    assert page.count('class="result') == len(passing) - 1
    assert desk.client.get(f"/drafts/{second}/facts?outcome=unticked").text.count('class="result') == 1


def test_coverage_counts_every_number_of_every_table_once(desk: Desk) -> None:
    draft_id = desk.checked(INCOME, CASH, SEGMENTS, ONCE)
    page = desk.client.get(f"/drafts/{draft_id}/coverage").text
    rows = re.findall(r'<tr id="t(\d+)">.*?</tr>', page, re.DOTALL)
    assert rows == ["1", "2", "3", "4"]
    last = page[page.index('<tr id="t4">') :]
    assert re.findall(r'<td class="num">\s*(\S+?)\s*</td>', last)[:4] == ["–", "–", "–", "2"]
    assert page.count('class="b-alone"') >= 1
    assert "Nothing listed here counts as agreeing" in page


def test_what_is_left_open_is_listed_in_the_words_of_the_report(desk: Desk) -> None:
    draft_id = desk.checked(*OPEN, words="CAUTIOUS")
    findings = desk.client.get(f"/drafts/{draft_id}").text
    assert f'<a href="/drafts/{draft_id}/left-open">3 more items have numbers that differ' in findings
    lists: list[Any] = [
        html.fromstring(desk.client.get(f"/drafts/{draft_id}/{tab}").text)
        for tab in ("left-open", "set-aside")
    ]
    page, aside = lists
    for each, count in ((page, "1"), (aside, "2")):
        assert each.xpath("//a[@aria-current='page']/span/text()") == [count]
    worth, apart = (
        [[" ".join(cell.text_content().split()) for cell in row] for row in each.xpath("//tbody/tr")]
        for each in (page, aside)
    )
    assert [(row[4], row[6], row[8]) for row in worth] == [("1,650", "3,310", "87%")]
    assert [(row[4], row[6], row[8]) for row in apart] == [("9,302", "7,145", "–"), ("3,977", "6,820", "–")]
    assert worth[0][2] == "the other numbers of the rows agree"
    assert "With --threshold 0.2, 1 of them is reported as a finding, with all other" in page.text_content()
    (rule,) = aside.xpath("//select[@name='rule']/option[@value!='']")
    assert rule.text_content().endswith("(2)")
    of_rule = desk.client.get(f"/drafts/{draft_id}/set-aside", params={"rule": rule.get("value")}).text
    assert ("9,302" in of_rule, "9,302" in desk.client.get(f"/drafts/{draft_id}/set-aside?rule=x").text) == (
        True,
        False,
    )
    for address in (*page.xpath("//tbody//a/@href"), *aside.xpath("//tbody//a/@href")):
        finding = desk.client.get(address).text
        assert "left open: probably two different items, not an error" in finding
        assert 'data-anchor="m' in finding
    text = desk.client.get(f"/drafts/{draft_id}/coverage").text
    assert re.search(r"<dd>3</dd><dt>of them left open<span", text)


def test_a_draft_that_left_nothing_open_says_so(desk: Desk) -> None:
    draft_id = desk.checked(INCOME, INCOME)
    assert "Nothing is left open" in desk.client.get(f"/drafts/{draft_id}/left-open").text
    assert 'left-open">left open' not in desk.client.get(f"/drafts/{draft_id}").text


def test_a_draft_of_an_earlier_version_lacks_only_what_was_not_kept(desk: Desk) -> None:
    draft_id = desk.checked(*OPEN, words="CAUTIOUS")
    with desk.state.database.writing() as session:
        draft = session.get_one(DraftRow, draft_id)
        draft.left_open = None
        draft.settings = {"threshold": 0.9, "cofitcheck": "0.1"}
        new = {"unchecked", "missed", "left_open"}
        draft.counts = {name: count for name, count in draft.counts.items() if name not in new}
        draft.not_checked = [
            {name: item[name] for name in ("what", "reason", "count")} for item in draft.not_checked
        ]
    assert "An earlier version checked this draft" in desk.client.get(f"/drafts/{draft_id}/left-open").text
    pages = ("", "/coverage", "/findings/1", "/hand-over/print", "/hand-over/workbook")
    assert [desk.client.get(f"/drafts/{draft_id}{page}").status_code for page in pages] == [200] * 5


def test_severities_and_marks_are_explained(desk: Desk) -> None:
    draft_id = desk.checked()
    rule = "likely an error (80% or more), and the difference is 0.1% or more"
    assert rule in desk.client.get(f"/drafts/{draft_id}").text
    marks = "questioned (solid frame)"
    assert marks in desk.client.get(f"/drafts/{draft_id}/findings/1").text
    paper = desk.client.get(f"/drafts/{draft_id}/hand-over/print").text
    assert rule in paper
    assert marks in paper


def test_what_was_not_checked_is_listed_by_reason(desk: Desk) -> None:
    draft_id = desk.checked(*OPEN, words="CAUTIOUS")
    page: Any = html.fromstring(desk.client.get(f"/drafts/{draft_id}/coverage").text)
    rows = [
        [cell.text_content().strip() for cell in row]
        for row in page.xpath("//table[contains(@class, 'gaps')]/tbody/tr")
    ]
    listed = {row[0]: row[2] for row in rows}
    assert listed["Items left open"] == "3"


def test_changes_say_new_changed_unchanged_and_gone(desk: Desk) -> None:
    first = desk.checked()
    desk.decide(first, 1, "error")
    mended = (("Net income", "4,871", "4,508"), ("Depreciation", "1,824", "1,765"), *CASH[2:])
    second = desk.checked(INCOME, mended, SEGMENTS, document=1)
    page = desk.client.get(f"/drafts/{second}/changes").text
    figures = re.findall(r"<dd>(\d+)</dd>", page)
    assert figures == ["1", "0", "1", "1", "0", "0"]
    assert "the cells now agree" in page
    assert "Confirmed error" in page
    assert "/changes" not in desk.client.get(f"/drafts/{first}").text


def test_the_trail_shows_every_act_newest_first(desk: Desk) -> None:
    draft_id = desk.checked()
    desk.decide(draft_id, 1, "discuss")
    desk.post(f"/drafts/{draft_id}/undo")
    page = desk.client.get(f"/drafts/{draft_id}/trail").text
    assert page.index("Undone: To discuss") < page.index("To discuss</td>")
    assert "4,817 · Statement 2" in page
    assert "made up, reported from 50%" in page


def test_the_counts_of_page_and_workbook_are_those_of_the_report(desk: Desk) -> None:
    draft_id = desk.checked(*OPEN, words="CAUTIOUS")
    counts = desk.draft(draft_id).counts
    add_up(counts)
    shown = tiles(desk.client.get(f"/drafts/{draft_id}/coverage").text)
    assert shown == {name: counts[name] for name in shown}
    answer = desk.client.get(f"/drafts/{draft_id}/hand-over/workbook")
    book = load_workbook(BytesIO(answer.content))
    summary = {row[0].value: row[1].value for row in book["Summary"] if row[0].value}
    assert {
        "Tables read": counts["tables"],
        "Numbers read in them": counts["mentions"],
        "of them checked": counts["checked"],
        "Numbers in no check": counts["unreached"],
        "Numbers only left open": counts["only_left_open"],
        "Items stated more than once": counts["facts"],
        "of them agree": counts["passed"],
        "With a finding": counts["contradicted"],
        "left open": counts["left_open"],
        "Could not be compared": counts["not_comparable"],
    }.items() <= summary.items()
    record = desk.client.get(f"/drafts/{draft_id}/hand-over/json").json()["report"]["summary"]
    assert {name: record[name] for name in shown if name in record} == {
        name: count for name, count in shown.items() if name in record
    }


def test_wrong_labels_stand_among_the_findings(desk: Desk) -> None:
    sheet = (
        ("Cash", "1,204", "1,113"),
        ("Due to related parties", "3,310", "2,984"),
        ("Total assets", "4,514", "4,097"),
        ("Accounts payable", "1,514", "1,097"),
        ("Total liabilities", "1,514", "1,097"),
        ("Total equity", "3,000", "3,000"),
        ("Total liabilities and equity", "4,514", "4,097"),
    )
    page = desk.client.get(f"/drafts/{desk.checked(sheet)}").text
    assert "The line stands among the assets; its label names what is owed" in page
