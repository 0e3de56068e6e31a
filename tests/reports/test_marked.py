from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from lxml import html

from cofitcheck.document import Document, Place, UncheckedCode, UncheckedReason, UnreadTable
from cofitcheck.errors import InputError
from cofitcheck.facts import FactSet
from cofitcheck.reports.marked.html import mark_document
from cofitcheck.reports.model.report import Report
from tests.reports.reports_documents import build_document, build_report, find, with_left_open

ATTACKS = """
<script>alert(1)</script><img src="http://evil.example/a.png" onerror="alert(1)">
<iframe src="//evil.example"></iframe>
<a href="javascript:alert(1)" onclick="alert(1)">x</a><a href="https://evil.example/">out</a>
<form action="http://evil.example"><table><tr><td>inside</td></tr></table><input name=a></form>
<object data="x.swf"></object><embed src="x.swf"><svg onload="alert(1)"><script>alert(2)</script></svg>
<style>@import "http://evil.example/a.css"; p{background:url(http://evil.example/b.png);color:red}</style>
<style>p{background:u\\72l(http://evil.example/c.png)}</style>
<p style="color:blue;background:url('http://evil.example/d.png');margin:1px">kept look</p>
<p style="background:u\\72l(x)">escaped</p><base href="http://evil.example/">
<link rel=stylesheet href="//evil.example">
<meta http-equiv="refresh" content="0;url=http://evil.example">
<math><mtext><script>alert(3)</script></mtext></math>
<noscript><p title="</noscript><img src=x onerror=alert(1)>">y</p></noscript>
<ix:nonFraction name="us-gaap:Assets" onmouseover="alert(1)">12</ix:nonFraction>
<img src="data:image/png;base64,AAAA" alt="logo"><img src="data:text/html,<script>alert(1)</script>">
<p id="m3">own id</p><a href="#m3">to it</a><a href="#elsewhere">inner link</a>
"""


def _marked(report: Report) -> html.HtmlElement:
    return html.document_fromstring(mark_document(report))


def test_every_mention_of_a_fact_is_marked_where_it_stands(report: Report) -> None:
    page = _marked(report)
    for fact in report.facts:
        for index in fact.mentions:
            assert page.get_element_by_id(f"m{index}").text_content() == report.document.mentions[index].text
    assert len(page.xpath("//td[starts-with(@id, 'm')]")) == len(report.document.mentions)


def test_cells_of_findings_are_outlined_and_say_why(report: Report) -> None:
    page = _marked(report)
    finding = report.found[1]
    cell = page.get_element_by_id(f"m{finding.mention}")
    assert "cofitcheck-finding" in cell.get("class")
    assert cell.get("title").startswith("Finding 1: Net income, two digits transposed. Compared with")
    assert "cofitcheck-witness" in page.get_element_by_id(f"m{finding.counterpart}").get("class")


def test_numbers_that_agree_are_ticked_off_and_say_with_which(report: Report) -> None:
    page = _marked(report)
    first, second = report.facts[-1].mentions
    cell = page.get_element_by_id(f"m{first}")
    assert cell.get("class") == "cofitcheck-agrees"
    said = report.document.mentions[second].text
    assert cell.get("title").startswith(f"Agrees with {said} in “Note 17. Segment information”")
    ticked = page.xpath("//td[contains(@class, 'cofitcheck-agrees')]")
    assert len(ticked) == sum(len(fact.mentions) for fact in report.facts[len(report.found) :])


def test_numbers_that_were_left_open_are_not_ticked_off(report: Report) -> None:
    opened = with_left_open(report, [0.1])
    page = _marked(opened)
    (left,) = opened.kept_open
    for index in left.mentions:
        cell = page.get_element_by_id(f"m{index}")
        assert cell.get("class") == "cofitcheck-open"
        assert cell.get("title").startswith("Left open: it differs from ")


def test_what_was_not_read_is_marked_and_says_why(report: Report) -> None:
    place = report.document.mentions[find(report.document, 1, 4, 2)].place
    table = UnreadTable(
        report.document.tables[1].place,
        UncheckedReason(UncheckedCode.COLUMN_CUT_OFF),
        "1,765",
        cells=(place,),
    )
    page = _marked(replace(report, document=replace(report.document, unread=(table,))))
    (cell,) = page.xpath("//td[contains(@class, 'cofitcheck-unread')]")
    assert cell.text_content() == "1,765"
    assert cell.get("title") == "Not checked: the numbers of a column are cut off at its side."


def test_an_attacked_document_is_harmless() -> None:
    report = build_report(build_document(ATTACKS))
    source = mark_document(report)
    page = html.document_fromstring(source)
    assert not page.xpath(
        "//script | //iframe | //object | //embed | //form | //input[@name != 'cofitcheck-ticks'] | //link"
        " | //base | //svg | //noscript"
    )
    assert not page.xpath("//@*[starts-with(name(), 'on')]")
    assert not page.xpath("//meta[@http-equiv='refresh']")
    assert not page.xpath("//@href[not(starts-with(., '#'))]")
    assert page.xpath("//@src") == ["data:image/png;base64,AAAA"]
    for trace in (
        b"evil.example",
        b"alert(2)</script>",
        b"alert(3)",
        b"@import",
        b"\\72",
        b"javascript:",
        b"url(",
    ):
        assert trace not in source


def test_look_text_and_inner_links_stay() -> None:
    page = _marked(build_report(build_document(ATTACKS)))
    assert page.xpath("//p[text()='kept look']/@style") == ["color:blue;margin:1px"]
    assert page.xpath("//td[text()='inside']")
    assert page.xpath("//span[text()='12']")
    assert page.xpath("//a[text()='inner link']/@href") == ["#elsewhere"]
    assert any("color:red" in sheet for sheet in page.xpath("//style/text()"))


def test_ids_of_the_document_do_not_collide() -> None:
    page = _marked(build_report(build_document(ATTACKS)))
    ids = page.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert page.xpath("//a[text()='to it']/@href") == ["#document-m3"]
    assert page.get_element_by_id("document-m3").text == "own id"


def test_an_id_that_a_marked_cell_had_still_leads_there(report: Report) -> None:
    cell = _marked(report).get_element_by_id(f"m{find(report.document, 0, 15, 1)}")
    assert cell.xpath("./span/@id") == ["c0-15-1"]


def test_the_policy_comes_first(report: Report) -> None:
    head = _marked(report).find("head")
    assert head[0].get("http-equiv") == "Content-Security-Policy"
    assert head[0].get("content").startswith("default-src 'none'")


def test_two_numbers_in_one_cell_get_an_id_each(report: Report) -> None:
    mentions = report.document.mentions
    first, second = report.facts[0].mentions
    moved = tuple(replace(m, place=mentions[first].place) if m.index == second else m for m in mentions)
    page = _marked(replace(report, document=replace(report.document, mentions=moved)))
    cell = page.get_element_by_id(f"m{second}")
    assert page.get_element_by_id(f"m{first}").getparent() is cell


@pytest.mark.parametrize(
    "source", [b"<p>1", b"<html><body></body></html>", b"<table><tr><td>5</td></tr></table>"]
)
def test_small_and_broken_sources_are_marked(source: bytes) -> None:
    page = _marked(Report(Document("x", (), (), source=source), (), (), 0))
    assert page.xpath("//meta[@charset='utf-8']")


def test_a_place_that_is_not_there_marks_nothing(report: Report) -> None:
    mentions = tuple(replace(m, place=Place("x", 10**9)) for m in report.document.mentions)
    fact = FactSet(0, (0, 1), ())
    document = replace(report.document, mentions=mentions)
    page = _marked(Report(document, (fact,), (), 1))
    assert not page.xpath("//td[starts-with(@id, 'm')]")


def test_without_source_there_is_no_marked_copy(report: Report) -> None:
    with pytest.raises(InputError, match="harbor-ridge"):
        mark_document(replace(report, document=replace(report.document, source=b"")))


def test_a_cell_with_two_numbers_has_the_weightier_mark_and_both_notes(report: Report) -> None:
    finding, agreeing = report.found[1], report.facts[-1].mentions[0]
    place = report.document.mentions[finding.mention].place
    mentions = list(report.document.mentions)
    mentions[agreeing] = replace(mentions[agreeing], place=place)
    page = _marked(replace(report, document=replace(report.document, mentions=tuple(mentions))))
    (cell,) = page.xpath("//*[contains(@title, 'Finding 1:')][contains(@title, 'Agrees with')]")
    assert cell.get("class") == "cofitcheck-finding"


def test_short_numbers_without_a_header_have_no_tick(report: Report) -> None:
    first, second = report.facts[-1].mentions
    mentions = list(report.document.mentions)
    for index in (first, second):
        short = replace(mentions[first].number, value=Decimal(16), displayed=Decimal(16))
        mentions[index] = replace(mentions[index], text="16", number=short, column_path=())
    page = _marked(replace(report, document=replace(report.document, mentions=tuple(mentions))))
    assert page.get_element_by_id(f"m{first}").get("class") is None
