from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from importlib.resources import files
from typing import Any

from lxml import html

from cofitcheck.checks.model import NotChecked
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.document import Document, Passage, Place, UncheckedCode, UncheckedReason, UnreadTable
from cofitcheck.facts import FactSet
from cofitcheck.reports.html import render_html
from cofitcheck.reports.model.coverage import coverage
from cofitcheck.reports.model.measured import measured_for
from cofitcheck.reports.model.report import Report
from tests.reports.reports_documents import HOSTILE, build_report, find, with_left_open


def _page(report: Report, marked_name: str | None = "x.marked.html") -> html.HtmlElement:
    """Return a report without the program of its keys, which its policy knows by its hash."""
    head, _, rest = render_html(report, marked_name).rpartition("<script>")
    program, _, foot = rest.partition("</script>")
    digest = b64encode(sha256(program.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in head
    return html.document_fromstring(head + foot)


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
        "Consolidated Statements of Cash Flows states Net income as $ 4,817; "
        "Consolidated Statements of Income states it as $ 4,871"
    )


def test_a_scale_slip_spells_the_values_out(report: Report) -> None:
    heading = _text(_page(report).xpath("//article[3]//h3")[0])
    assert "as 1,842 (USD 1,842,000);" in heading
    assert "as 1,842 (USD 1,842,000,000)" in heading


def _first_with(report: Report, **changes: Any) -> Report:
    """Return the report with its gravest finding changed."""
    return replace(report, found=(replace(report.found[1], **changes), *report.found[2:]))


def test_the_heading_says_which_number_the_sums_speak_for(report: Report) -> None:
    finding = report.found[1]
    sums = (
        (finding.mention, "Consolidated Statements of Income", "$ 4,817"),
        (finding.counterpart, "Consolidated Statements of Cash Flows", "$ 4,871"),
    )
    for right, table, text in sums:
        heading = _text(_page(_first_with(report, right=right)).xpath("//article[1]//h3")[0])
        assert heading.endswith(f"states it as $ 4,871. {table} adds up only with {text}")


def test_the_other_figure_is_said_among_what_may_have_happened(report: Report) -> None:
    taxes = Reason.of(ReasonCode.LABEL_IN_COLUMN, number="$ 4,817", label="Taxes", beside="$ 4,871")
    words = "$ 4,817 is the figure of “Taxes” in the same column"
    page = _page(_first_with(report, explanation=taxes))
    assert words in _text(page.xpath("//article[1]//dl[@class='judgement']")[0])
    assert words in _text(page.xpath("//table[contains(@class, 'glance')]/tbody/tr")[0])


def test_the_figures_of_the_model_are_folded_away(report: Report) -> None:
    page = _page(_first_with(report, details=(Reason.of(ReasonCode.SCORE_WITHOUT_VALUES, score="97%"),)))
    (folded,) = page.xpath("//article[1]//details")
    assert "The model’s score for the same item is 97%." in _text(folded)
    assert "open" not in folded.attrib
    assert not page.xpath("//article[2]//details")


def test_the_severities_are_explained(report: Report) -> None:
    key = " ".join(map(_text, _page(report).xpath("//p[@class='key']")))
    assert "high likely an error (80% or more), and the difference is 0.1% or more" in key
    assert "notice a difference of one in the last digit (rounding), the same digits in two units, one" in key


def test_the_footer_says_what_such_findings_were_worth(report: Report) -> None:
    stored = json.loads((files("cofitcheck.reports.model") / "measured.json").read_text("utf-8"))
    rows = [[_text(cell) for cell in row.xpath("./*")] for row in _page(report).xpath("//footer//tr")]
    small, large = stored["small US filing"], stored["large US filing"]
    assert rows[0] == [
        "Findings",
        f"{small['documents']} filings of small US companies",
        f"{large['documents']} filings of large US companies",
    ]
    assert rows[1] == [
        "high",
        *("{} real, {} worth a question, {} false".format(*each["found"]["high"]) for each in (small, large)),
    ]


def test_the_footer_is_of_documents_of_the_same_kind(report: Report) -> None:
    pounds = [replace(each, number=replace(each.number, currency="GBP")) for each in report.document.mentions]
    british = replace(report, document=replace(report.document, mentions=tuple(pounds)))
    assert "British and European reports" in _text(_page(british).xpath("//footer//thead")[0])
    words = Passage(0, "売上高は前年同期と比べて増加しました。", Place("made-up", 0))
    (column,) = measured_for(Document("made-up", (), (), passages=(words,))).documents
    assert str(column).endswith("Japanese reports")


def test_a_statement_is_called_by_its_name(report: Report) -> None:
    tables = [replace(table, title="Harbor Inc.", name=table.title) for table in report.document.tables]
    named = replace(report, document=replace(report.document, tables=tuple(tables)))
    heading = _text(_page(named).xpath("//article[1]//h3")[0])
    assert "Consolidated Statements of Cash Flows states" in heading
    assert "Harbor Inc." not in heading


def test_numbers_of_two_units_are_spelled_out(report: Report) -> None:
    heading = _text(_page(report).xpath("//article[2]//h3")[0])
    assert "$ 38,254,000 (USD 38,254,000,000)" in heading
    assert "38,264 (USD 38,264,000,000)" in heading


def test_both_cells_are_marked_in_their_tables(report: Report) -> None:
    article = _page(report).xpath("//article[1]")[0]
    assert [_text(cell) for cell in article.xpath(".//td[contains(@class, 'mark-finding')]")] == ["A$ 4,817"]
    assert [_text(cell) for cell in article.xpath(".//td[contains(@class, 'mark-witness')]")] == ["B$ 4,871"]
    assert "USD −54,000,000" in _text(article)
    assert "two digits transposed" in _text(article)


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
    relations = ["different amounts", "the number compared with", "equal", "equal"]
    assert [_text(row.xpath("./td")[-1]) for row in rows] == relations


def test_without_a_marked_copy_there_are_no_links_into_it(report: Report) -> None:
    assert all(href.startswith("#") for href in _page(report, None).xpath("//@href"))


def test_no_findings_are_said_plainly(clean_report: Report) -> None:
    page = _page(clean_report)
    assert "No contradictions found in the 10% of the numbers that were checked. 23 of 220" in _text(page)
    assert "Some of the document could not be checked" in _text(page)
    assert not page.xpath("//article")


def _not_checked(report: Report) -> list[list[str]]:
    """Return the rows of the list of what was not checked."""
    rows = _page(report).xpath("//table[contains(@class, 'gaps')]/tbody/tr")
    return [[_text(cell) for cell in row.xpath("./td")] for row in rows]


def test_what_was_not_checked_is_listed_and_not_passed(report: Report) -> None:
    rows = _not_checked(report)
    assert ["Numbers in running text", "Only numbers in tables are compared.", "214"] in rows
    assert ["Table “Exhibit index …”", "The rows have no labels in common.", "1"] in rows
    undecided = FactSet(99, (find(report.document, 1, 4, 2), find(report.document, 2, 2, 2)), ())
    counts = coverage(replace(report, facts=(*report.facts, undecided)))
    assert (counts.facts, counts.passed, counts.undecided, counts.findings) == (10, 3, 1, 6)
    assert counts.not_checked_count == counts.missed == 215


def test_reasons_that_differ_in_what_they_quote_are_one_with_whole_tables_first(report: Report) -> None:
    def unread(page: int, reason: UncheckedReason, numbers: int, among: int, title: str = "") -> UnreadTable:
        return UnreadTable(Place("a.pdf", 1000 + page, page), reason, "first words", title, numbers, among)

    def headed(header: str) -> UncheckedReason:
        return UncheckedReason.of(UncheckedCode.HEADER_SHARED, header=header)

    tables = (
        unread(3, UncheckedReason(UncheckedCode.NO_TABLE), 0, 0),
        unread(7, UncheckedReason.of(UncheckedCode.NO_HEADER_OVER, number="44"), 2, 50),
        unread(
            5,
            UncheckedReason.together(headed("2024"), UncheckedReason(UncheckedCode.ROWS_WITHOUT_LABEL)),
            2,
            8,
            "Notes — Debt",
        ),
        unread(6, headed("2023"), 6, 6),
        unread(9, headed("2022"), 3, 10),
    )
    document = replace(report.document, unread=tables)
    rows = _not_checked(replace(report, document=document, not_checked=()))
    assert [row[1:] for row in rows] == [
        ['columns have the same header, "…"', "11 of 24 numbers"],
        ["lines with numbers look like no table", "1"],
        ['no header stands over "44"', "2 of 50 numbers"],
    ]
    assert rows[0][0].startswith(
        "3 tables, pages 5–6, 9 each of them Table on page 6: “first words”, 6 numbers"
    )
    assert 'Table on page 5: “Debt”, 2 of 8 numbers: columns have the same header, "2024"; rows' in rows[0][0]
    assert rows[2][0] == "Table on page 7: “first words”"


def test_what_is_listed_as_not_checked_is_no_remark(report: Report) -> None:
    document = replace(
        report.document,
        warnings=(
            UncheckedReason.told("page 2: image only"),
            UncheckedReason.told("The encoding was guessed."),
        ),
    )
    listed = NotChecked(document.name, UncheckedReason.told("page 2: image only"))
    page = _page(replace(report, document=document, not_checked=(listed,), remarks=("Table 3 is long.",)))
    remarks = page.xpath("//h3[text()='Remarks']/following-sibling::ul[1]/li/text()")
    assert remarks == ["The encoding was guessed.", "Table 3 is long."]


def test_each_fact_and_number_is_in_one_figure(report: Report) -> None:
    page = _page(with_left_open(report, (0.2, 0.1)))
    figures = {
        " ".join(tile.xpath("./dt/text()")).strip(): _text(tile.xpath("./dd")[0])
        for tile in page.xpath("//dl[@class='figures']/div")
    }
    counts = coverage(with_left_open(report, (0.2, 0.1)))
    assert figures["of them checked"] == str(counts.checked)
    assert figures["of them not checked"] == str(counts.unchecked)
    assert figures["not read or not compared"] == "215"
    assert figures["of them left open"] == "2"
    assert counts.facts == counts.passed + counts.findings + counts.left_open


def test_what_is_left_open_shows_both_numbers_and_how_to_report_them(report: Report) -> None:
    page = _page(with_left_open(report, (0.12, 0.06, 0.05, 0.4), two_facts=1))
    (part,) = page.xpath("//section[@id='left-open']")
    row = part.xpath(".//tbody/tr")[0]
    first, second = (find(report.document, *cell) for cell in ((1, 4, 2), (2, 2, 1)))
    assert row.xpath(".//a/@href") == [f"x.marked.html#m{first}", f"x.marked.html#m{second}"]
    for index, cell in ((first, 0), (second, 2)):
        mention = report.document.mentions[index]
        assert _text(row.xpath("./td")[cell]) == mention.text
        assert mention.row_path[-1] in _text(row.xpath("./td")[cell + 1])
        assert f"(table {mention.table + 1})" in _text(row.xpath("./td")[cell + 1])
    assert part.xpath(".//tbody/tr/td[last()]/text()") == ["12%", "6%", "5%"]
    assert (
        "With --threshold 0.05, 3 of them are reported as findings, with all other contradictions"
        in _text(part)
    )
    (apart,) = part.xpath("./details[contains(@class, 'apart')]")
    assert _text(apart.xpath("./summary")[0]) == "1 item is kept apart by a rule"
    assert _text(apart.xpath(".//li")[0]) == "1: one is basic, the other diluted"
    assert "open" not in apart.attrib
    assert page.xpath("//p[@class='verdict']/a/@href") == ["#left-open", "#not-checked"]


def test_of_much_left_open_the_likeliest_are_listed(report: Report) -> None:
    many = with_left_open(report, [0.3 - 0.01 * n for n in range(25)])
    (part,) = _page(many).xpath("//section[@id='left-open']")
    assert len(part.xpath("./table/tbody/tr")) == 10
    assert part.xpath("./table/tbody/tr/td[last()]/text()")[:3] == ["30%", "29%", "28%"]
    (folded,) = part.xpath("./details")
    assert _text(folded.xpath("./summary")[0]) == "15 more, less likely errors"
    assert len(folded.xpath(".//tbody/tr")) == 15
    assert not _page(report).xpath("//section[@id='left-open']")


def test_facts_without_finding_are_told_apart(report: Report) -> None:
    blank = FactSet(99, (find(report.document, 1, 4, 2), find(report.document, 2, 2, 2)), ())
    left = with_left_open(report, (0.2,))
    page = _page(replace(left, facts=(*left.facts, blank)))
    results = page.xpath("//table[@class='list facts']/tbody/tr/td[last()]/text()")
    assert sorted(results) == ["2 agree", "3 agree", "3 agree", "cannot be compared", "differ: left open"]


def test_two_thousand_facts_stay_small(report: Report) -> None:
    first = report.facts[-1]
    many = tuple(replace(first, index=100 + number) for number in range(2000))
    page = render_html(replace(report, facts=(*report.facts, *many), passed=2003))
    assert page.count("2 agree") == 2001
    assert len(page) < 1_000_000


def test_the_same_report_gives_the_same_page() -> None:
    assert render_html(build_report()) == render_html(build_report())
