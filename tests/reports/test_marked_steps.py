"""The way through a marked copy: its list, its bars, its notes, and what was decided."""

from __future__ import annotations

from dataclasses import replace

from lxml import html

from cofitcheck.reports.marked.html import mark_document
from cofitcheck.reports.marked.steps import PromotedFinding, with_decisions
from cofitcheck.reports.model.coverage import ordered
from cofitcheck.reports.model.report import Report
from tests.reports.reports_documents import with_left_open

LINKS = "//div[@id='cofitcheck-step-{}']//a/@href"


def page_of(content: bytes) -> html.HtmlElement:
    return html.document_fromstring(content)


def test_the_list_leads_to_each_finding_in_order(report: Report) -> None:
    page = page_of(mark_document(report))
    found = ordered(report.found)
    items = page.xpath("//nav[@id='cofitcheck-findings']//li[a]")
    assert [item.xpath("./a/@href")[0] for item in items] == [f"#m{each.mention}" for each in found]
    assert [item.get("value") for item in items] == [str(at) for at in range(1, len(found) + 1)]
    assert page.xpath("//nav/@aria-label") == ["Findings"]
    assert {f"#{each}" for each in page.xpath("//@id")} >= set(page.xpath("//nav//a/@href"))


def test_the_bar_of_a_finding_leads_on_and_back(report: Report) -> None:
    page = page_of(mark_document(report, "a report.report.html"))
    first, second, *_ = ordered(report.found)
    assert page.xpath(LINKS.format(2))[0] == f"#m{first.mention}"
    forward = page.xpath("//div[@id='cofitcheck-step-1']//a[@accesskey='n']/@href")
    assert forward == [f"#m{second.mention}"]
    assert f"#m{first.counterpart}" in page.xpath(LINKS.format(1))
    assert page.xpath(LINKS.format(1))[-1] == "a%20report.report.html#f1"
    shown = "".join(page.xpath("//style/text()"))
    assert f"body:has(#m{first.mention}:target) #cofitcheck-step-1" in shown


def test_without_a_report_beside_it_nothing_leads_out(report: Report) -> None:
    assert not page_of(mark_document(report)).xpath("//@href[not(starts-with(., '#'))]")


def test_every_note_is_reached_by_the_tab_key(report: Report) -> None:
    page = page_of(mark_document(with_left_open(report, [0.1])))
    marked = page.xpath("//td[contains(@class, 'cofitcheck-')]")
    assert marked
    assert all(cell.get("tabindex") == "0" and cell.get("title") for cell in marked)


def test_notes_are_printed_but_for_those_of_ticks(report: Report) -> None:
    page = page_of(mark_document(with_left_open(report, [0.1])))
    noted = [item.text for item in page.xpath("//section[@class='cofitcheck-notes']//li")]
    assert len(noted) == len(set(noted))
    assert any("Finding 1: Net income" in words for words in noted)
    assert any("Left open: it differs from" in words for words in noted)
    assert not any("Agrees with" in words for words in noted)


def test_a_report_without_findings_has_no_list(report: Report) -> None:
    page = page_of(mark_document(replace(report, found=())))
    assert not page.xpath("//nav | //*[@class='cofitcheck-steps'] | //*[@data-finding]")


def test_decisions_stand_in_the_list_and_in_the_bar(report: Report) -> None:
    copy = with_decisions(mark_document(report), {1: "Confirmed error: <slip> (Ann)"})
    page = page_of(copy)
    (item,) = page.xpath("//nav[@id='cofitcheck-findings']//li[@value='1']")
    (bar,) = page.xpath("//div[@id='cofitcheck-step-1']")
    for where in (item, bar):
        assert "Confirmed error: <slip> (Ann)" in where.text_content()
    assert not page.xpath("//slip")


def test_a_finding_that_people_made_is_added(report: Report) -> None:
    further = PromotedFinding(9, "Stores & more", "m3")
    copy = with_decisions(mark_document(report), {9: "To discuss"}, [further], "/drafts/1/findings/{}".format)
    (item,) = page_of(copy).xpath("//li[@value='9']")
    assert item.text_content() == "Stores & more To discuss On the page"
    assert item.xpath(".//a/@href") == ["#m3", "/drafts/1/findings/9"]


def test_a_document_cannot_pretend_to_be_the_list(report: Report) -> None:
    evil = b'<b id="cofitcheck-decision-1-list"></b><p id="cofitcheck-findings">'
    source = report.document.source.replace(b"</table>", b"</table>" + evil, 1)
    copy = with_decisions(
        mark_document(replace(report, document=replace(report.document, source=source))), {1: "x"}
    )
    page = page_of(copy)
    assert page.xpath("//*[@id='document-cofitcheck-decision-1-list']/text()") == []
    assert len(page.xpath("//*[@id='cofitcheck-findings']")) == 1
