"""The page to begin from where several documents were checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lxml import html

from cofitcheck.reports.html import IndexedDocument, MissedDocument, index_file, is_index, render_index
from cofitcheck.reports.model.coverage import coverage
from cofitcheck.reports.model.report import Report
from tests.reports.reports_documents import with_left_open


def _index(documents: Sequence[IndexedDocument], missed: Sequence[MissedDocument] = ()) -> Any:
    return html.fromstring(render_index(documents, missed, "filings"))


def _rows(page: Any) -> list[list[str]]:
    rows = page.xpath("//table[contains(@class, 'index')]/tbody/tr")
    return [[" ".join(cell.text_content().split()) for cell in row] for row in rows]


def test_each_document_is_counted_as_in_its_report_the_worst_first(report: Report) -> None:
    clean = replace(report, found=())
    open_ = with_left_open(clean, (0.2, 0.1))
    made = [
        IndexedDocument("clean.htm", coverage(clean), "clean.report.html"),
        IndexedDocument("open.htm", coverage(open_), "open.report.html"),
        IndexedDocument("bad.htm", coverage(report), "sub/bad.report.html"),
    ]
    page = _index(made)
    rows = _rows(page)
    assert [row[0] for row in rows] == ["bad.htm", "open.htm", "clean.htm"]
    counts = coverage(report)
    found = [str(count or "–") for count in counts.severities.values()]
    others = (
        counts.left_open,
        counts.missed,
        counts.facts,
        counts.passed,
        counts.mentions,
        counts.unchecked,
    )
    assert rows[0][1:] == [*found, *(str(count or "–") for count in others)]
    assert rows[1][4] == "2"
    assert page.xpath("//tbody//th/a/@href") == [
        "sub/bad.report.html",
        "open.report.html",
        "clean.report.html",
    ]
    words = page.xpath("//p[@class='verdict']")[0].text_content()
    assert f"{counts.findings} contradictions found; 1 of 3 documents have some." in words
    assert "2 more items have numbers that differ and are left open." in words
    assert "numbers of two documents are not compared" in page.text_content()


def test_counts_lead_to_their_part_of_the_report(report: Report) -> None:
    one = coverage(with_left_open(report, (0.2,)))
    page = _index([IndexedDocument("x.htm", one, "x.report.html")])
    links = page.xpath("//tbody//td/a/@href")
    firsts, first = [], 1
    for count in one.severities.values():
        firsts += [f"x.report.html#f{first}"] * bool(count)
        first += count
    assert links == [*firsts, "x.report.html#left-open", "x.report.html#not-checked"]


def test_documents_that_could_not_be_checked_have_their_sentence(report: Report) -> None:
    page = _index(
        [IndexedDocument("x.htm", coverage(report), "x.report.html")],
        [MissedDocument("y.pdf", "it is <b>empty</b>.")],
    )
    (row,) = page.xpath("//section[@id='not-checked']//tbody/tr")
    assert [cell.text_content() for cell in row] == ["y.pdf", "it is <b>empty</b>."]
    assert "1 document could not be checked" in page.xpath("//p[@class='verdict']")[0].text_content()
    alone = _index([], [MissedDocument("y.pdf", "it is empty.")])
    assert not alone.xpath("//table[contains(@class, 'index')]")


def test_a_name_stays_text_and_nothing_is_loaded(report: Report) -> None:
    name = "<script>alert(1)</script>.htm"
    page = _index([IndexedDocument(name, coverage(report), "a%22%3E.report.html")])
    assert not page.xpath("//script | //img | //link | //iframe | //@*[starts-with(name(), 'on')]")
    assert _rows(page)[0][0] == name


def test_an_index_is_known_again_and_no_other_file_is_written_over(report: Report, tmp_path: Path) -> None:
    first = index_file(tmp_path)
    assert first.name == "index.html"
    first.write_text("<html>Our site</html>")
    assert not is_index(first)
    second = index_file(tmp_path)
    assert second != first
    second.write_text(render_index([], [], "filings"))
    assert is_index(second)
    assert index_file(tmp_path) == second
