from __future__ import annotations

import datetime
from dataclasses import replace

from lxml import html

from cofitcheck.checks.model import Report
from cofitcheck.facts import FactSet
from cofitcheck.reports import coverage, render_html
from tests.reports.reports_documents import HOSTILE, build_report, find

DATE = datetime.date(2025, 3, 7)


def _page(report: Report, marked_name: str | None = "x.marked.html") -> html.HtmlElement:
    return html.document_fromstring(render_html(report, marked_name, date=DATE))


def _text(element: html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def test_text_of_the_document_is_never_markup(report: Report) -> None:
    page = _page(report)
    assert not page.xpath("//script | //img | //iframe | //object | //form | //@*[starts-with(name(), 'on')]")
    assert HOSTILE in _text(page)


def test_a_hostile_name_and_model_stay_text(report: Report) -> None:
    document = replace(report.document, name='"><script>x</script>.htm')
    page = _page(replace(report, document=document, model="<b onclick=x>m</b>"), '"><script>y</script>.html')
    assert not page.xpath("//script | //@onclick")
    assert '"><script>x</script>.htm' in _text(page)


def test_nothing_is_loaded(report: Report) -> None:
    page = _page(report)
    assert not page.xpath("//link | //@src | //@style[contains(., 'url')]")
    assert "url(" not in page.xpath("string(//style)")
    assert "@import" not in page.xpath("string(//style)")
    assert all(href.startswith(("#", "x.marked.html")) for href in page.xpath("//@href"))
    policy = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'")


def test_findings_stand_in_order_of_importance(report: Report) -> None:
    severities = _page(report).xpath("//article//span[starts-with(@class, 'sev ')]/text()")
    assert severities == ["high", "high", "medium", "medium", "notice", "notice"]


def test_heading_says_what_where_and_both_values(report: Report) -> None:
    heading = _text(_page(report).xpath("//article[1]//h3")[0])
    assert heading == (
        "Net income is stated as $ 4,817 in Consolidated Statements of Cash Flows, "
        "but as $ 4,871 in Consolidated Statements of Income"
    )


def test_a_scale_slip_spells_the_values_out(report: Report) -> None:
    heading = _text(_page(report).xpath("//article[3]//h3")[0])
    assert "1,842 (USD 1,842,000) in" in heading
    assert "1,842 (USD 1,842,000,000) in" in heading


def test_both_cells_are_marked_in_their_tables(report: Report) -> None:
    article = _page(report).xpath("//article[1]")[0]
    assert [_text(cell) for cell in article.xpath(".//td[contains(@class, 'mark-finding')]")] == ["A$ 4,817"]
    assert [_text(cell) for cell in article.xpath(".//td[contains(@class, 'mark-witness')]")] == ["B$ 4,871"]
    assert "USD −54,000,000" in _text(article)
    assert "two neighbouring digits are swapped" in _text(article)


def test_two_cells_of_one_table_are_shown_in_it_once(report: Report) -> None:
    article = _page(report).xpath("//article[6]")[0]
    assert len(article.xpath(".//table[@class='sheet']")) == 1
    assert len(article.xpath(".//td[contains(@class, 'mark-')]")) == 2
    assert "1.0 percentage points" in _text(article)


def test_the_whole_fact_set_is_listed_with_links(report: Report) -> None:
    article = _page(report, "a b.marked.html").xpath("//article[1]")[0]
    rows = article.xpath(".//table[contains(@class, 'set')]/tbody/tr")
    links = [row.xpath(".//a/@href")[0] for row in rows]
    cells = [(1, 3, 1), (0, 15, 1), (2, 7, 4), (3, 2, 1)]
    assert links == [f"a%20b.marked.html#m{find(report.document, *cell)}" for cell in cells]
    relations = ["different amounts", "the value compared with", "equal", "equal"]
    assert [_text(row.xpath("./td")[-1]) for row in rows] == relations


def test_without_a_marked_copy_there_are_no_links_into_it(report: Report) -> None:
    assert all(href.startswith("#") for href in _page(report, None).xpath("//@href"))


def test_no_findings_are_said_plainly(clean_report: Report) -> None:
    page = _page(clean_report)
    assert "No contradictions found among 3 facts" in _text(page)
    assert "Not everything could be checked" in _text(page)
    assert not page.xpath("//article")


def test_what_was_not_checked_is_listed_and_not_passed(report: Report) -> None:
    rows = [[_text(cell) for cell in row] for row in _page(report).xpath("//section[@class='one']//tr")]
    assert ["Numbers in running text", "Only numbers in tables are compared.", "214"] in rows
    assert ["Table “Exhibit index …”", "The rows have no labels in common.", "1"] in rows
    undecided = FactSet(99, (find(report.document, 1, 4, 2), find(report.document, 2, 2, 2)), ())
    counts = coverage(replace(report, facts=(*report.facts, undecided)))
    assert (counts.facts, counts.passed, counts.undecided, counts.findings) == (10, 3, 1, 6)
    assert counts.not_checked_count == 215


def test_facts_without_finding_are_told_apart(report: Report) -> None:
    undecided = FactSet(99, (find(report.document, 1, 4, 2), find(report.document, 2, 2, 2)), ())
    page = _page(replace(report, facts=(*report.facts, undecided)))
    results = page.xpath("//details//tbody/tr/td[last()]/text()")
    assert sorted(results) == ["2 agree", "3 agree", "3 agree", "not decided"]


def test_two_thousand_facts_stay_small(report: Report) -> None:
    first = report.facts[-1]
    many = tuple(replace(first, index=100 + number) for number in range(2000))
    page = render_html(replace(report, facts=(*report.facts, *many), passed=2003), date=DATE)
    assert page.count("2 agree") == 2001
    assert len(page) < 1_000_000


def test_the_same_report_gives_the_same_page() -> None:
    assert render_html(build_report(), date=DATE) == render_html(build_report(), date=DATE)
