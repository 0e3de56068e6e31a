"""What a program sees of a report: entries with their mentions, and how a notebook shows them."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from html.parser import HTMLParser

from cofitcheck.checks.model import Severity
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.document import Cell, Place, Table, TableStructure
from cofitcheck.document.frames import MOST_ROWS
from cofitcheck.reports.model.frame import MOST_FINDINGS
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.words import speaking
from tests.reports.reports_documents import HOSTILE, with_left_open
from tests.reports.test_calculations import wrong_sum
from tests.reports.test_text_findings import build_text_report


class Tags(HTMLParser):
    """The tags of a piece of HTML; each that is opened is closed in its order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert {name for name, _ in attrs} <= {"rowspan", "colspan"}
        self.names.append(tag)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


PLAIN = {"p", "b", "table", "tr", "td", "th", "ul", "li", "blockquote"}


def test_a_finding_has_its_numbers_and_says_itself(report: Report) -> None:
    first = report.findings[0]
    assert first.mention.text == "$ 4,817"
    assert first.counterpart.text == "$ 4,871"
    assert [each.text for each in first.mentions] == ["$ 4,871", "$ 4,817", "4,871", "$ 4,871"]
    assert first.table.title == "Consolidated Statements of Cash Flows"
    assert first.difference == Decimal(-54000000)
    assert first.message.startswith("Net income: $ 4,817 in Consolidated Statements of Cash Flows")
    assert repr(first).startswith("<finding high, 100%: Net income: ")
    assert first.right is None


def test_findings_stand_in_order_of_importance(report: Report) -> None:
    severities = [finding.severity for finding in report.findings]
    assert severities == sorted(severities, key=list(Severity).index)
    assert {finding.fingerprint for finding in report.findings} == {each.fingerprint for each in report.found}


def test_reasons_are_sentences_for_and_against(report: Report) -> None:
    reasons = (Reason.of(ReasonCode.PERIOD, period="2024"), Reason.of(ReasonCode.BOTH_FOOT))
    told = replace(report, found=(replace(report.found[1], reasons=reasons),))
    (finding,) = told.findings
    assert finding.reasons_for == ("Both numbers are for 2024.",)
    assert finding.reasons_against == ("Each number foots where it stands.",)
    with speaking("ja"):
        assert finding.reasons_for != ("Both numbers are for 2024.",)


def test_of_a_sum_the_parts_are_at_hand() -> None:
    (finding,) = wrong_sum().findings
    assert finding.calculation is not None
    assert finding.mentions[-1].index == finding.calculation.total
    assert finding.mended is not None
    assert finding.mention in finding.mentions


def test_of_a_sentence_the_words_are_at_hand() -> None:
    (finding,) = build_text_report().findings
    assert finding.told is not None
    assert finding.said == "$1,341 million"
    assert finding.said in finding.sentence
    assert finding.mention in finding.mentions


def test_what_is_left_open_has_its_numbers(report: Report) -> None:
    left, rule = with_left_open(report, (0.2, 0.1), two_facts=1).left_open
    assert (left.probability, left.two_facts) == (0.2, False)
    assert (rule.rule, rule.two_facts) == ("basic and diluted", True)
    assert left.mention.text in repr(left)
    assert left.counterpart.text in repr(left)
    assert left.difference == left.plain.difference


def test_a_notebook_shows_a_report_and_its_findings_as_plain_html(report: Report) -> None:
    pages = [report._repr_html_(), *(finding._repr_html_() for finding in report.findings)]
    for page in pages:
        assert set(Tags(page).names) <= PLAIN
        assert "http" not in page
    assert pages[0].count("<tr>") == 1 + len(report.findings)
    assert "<td>A</td><td>$ 4,817</td><td>Consolidated Statements of Cash Flows</td>" in pages[1]
    assert "<td>B</td><td>$ 4,871</td><td>Consolidated Statements of Income</td>" in pages[1]


def test_a_notebook_shows_the_first_of_very_many_findings(report: Report) -> None:
    many = replace(report, found=report.found[:1] * (MOST_FINDINGS + 7))
    page = many._repr_html_()
    assert page.count("<tr>") == 1 + MOST_FINDINGS
    assert "and 7 more" in page


def test_a_notebook_shows_a_table_as_it_stands(report: Report) -> None:
    for table in report.document.tables:
        page = table._repr_html_()
        assert set(Tags(page).names) <= PLAIN
    assert '<th colspan="3">Year ended December 31,</th>' in report.document.tables[0]._repr_html_()
    assert HOSTILE not in report.document.tables[4]._repr_html_()
    assert "&lt;script&gt;" in report.document.tables[4]._repr_html_()


def test_a_notebook_shows_the_first_rows_of_a_long_table_and_keeps_its_gaps() -> None:
    place = (Place("", 0),)
    rows = MOST_ROWS + 3
    cells = (Cell(0, 0, "North", place, rows=2), *(Cell(row, 1, str(row), place) for row in range(rows)))
    page = Table(0, cells, TableStructure.of(rows, 3, header_rows=0), place[0])._repr_html_()
    assert f"<td>{MOST_ROWS - 1}</td>" in page
    assert f"<td>{MOST_ROWS}</td>" not in page
    assert "and 3 more rows" in page
    assert '<tr><th rowspan="2">North</th><td>0</td><td></td></tr><tr><td>1</td><td></td></tr>' in page
