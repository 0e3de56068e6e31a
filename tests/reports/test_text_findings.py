"""A sentence that contradicts a table, in every kind of report."""

from __future__ import annotations

import json

import pytest
from lxml import html

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.ledger import make_ledger
from cofitcheck.checks.text.check import check_text
from cofitcheck.checks.text.model import TextModels
from cofitcheck.numbers import Slip
from cofitcheck.prose import read_prose
from cofitcheck.readers import read
from cofitcheck.reports.html import render_html
from cofitcheck.reports.json import to_json, to_record
from cofitcheck.reports.marked.html import mark_document
from cofitcheck.reports.marked.text import text_marks
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.model.view import ReportView
from cofitcheck.reports.terminal import finding_lines
from tests.checks.text.text_documents import BY_RULES, ByWords, Certain, checked, with_text

SOURCE = """<html><body><p>For the fiscal year ended December 31, 2031</p><h2>Results</h2>
<p>(in millions)</p>
<table><tr><td></td><td>2031</td><td>2030</td></tr>
<tr><td>Net sales</td><td>$1,314</td><td>$1,250</td></tr>
<tr><td>Cost of sales</td><td>802</td><td>791</td></tr>
<tr><td>Net income</td><td>286</td><td>221</td></tr></table>
<p>In 2031 <b>net   sales</b> were $<i>1,341</i>
million, and net income was $286 million.</p></body></html>"""


@pytest.fixture(scope="module")
def told() -> Report:
    return build_text_report()


def build_text_report(threshold: float = CheckSettings.threshold) -> Report:
    document = read(SOURCE.encode(), name="made-up.htm")
    models = TextModels(ByWords(), Certain(), BY_RULES)
    checked = check_text(Grid(document), read_prose(document), models, CheckSettings(threshold))
    ledger = make_ledger(document, checked.holding, checked.findings, checked.left_open)
    found, left_open = checked.findings, checked.left_open
    return Report(document, (), found, 0, ledger=ledger, text=checked.account, kept_open=left_open)


def page_of(source: str | bytes) -> html.HtmlElement:
    return html.document_fromstring(source)


def test_a_sentence_below_the_threshold_is_worth_a_look() -> None:
    report = build_text_report(threshold=0.9999)
    page = page_of(render_html(report, "made-up.marked.html"))
    assert not page.xpath("//article")
    assert not report.findings
    (row,) = page.xpath("//section[@id='left-open']//tbody/tr")
    said, sentence, computed, cell, why, _ = (" ".join(each.text_content().split()) for each in row)
    assert (said, computed, why) == ("$1,341 million", "$1,314 million", "a sentence against a table")
    assert "In 2031 net sales were $1,341 million" in sentence
    assert "Net sales" in cell
    assert repr(report.left_open[0]).startswith("<left open, 100%: '$1,341 million' and Mention('$1,314'")
    (row,) = report.left_open_frame().to_dict("records")
    assert (row["said"], row["text"]) == ("$1,341 million", "$1,314")
    (left,) = to_record(report).left_open
    assert left.kind == "text"
    assert left.worth_a_look
    assert left.told
    assert report.text.mentions[left.told.mention].text == "$1,341 million"


def test_the_page_shows_the_sentence_beside_the_table(told: Report) -> None:
    page = page_of(render_html(told, "made-up.marked.html"))
    (sentence,) = page.find_class("sentence")
    assert "In 2031 net sales were $1,341 million, and net income" in sentence.text_content()
    assert [each.text for each in sentence.iter("mark")] == ["$1,341 million"]
    assert "The table has $1,314 million" in sentence.text_content()
    assert [each.get("href") for each in sentence.iter("a")] == ["made-up.marked.html#t0"]
    heading = next(each for each in page.iter("h2", "h3") if "A sentence states" in each.text_content())
    assert (
        "A sentence states Net sales as $1,341 million; Results has $1,314 million" in heading.text_content()
    )


def test_json_has_the_number_and_what_became_of_the_others(told: Report) -> None:
    record = json.loads(to_json(told))
    (finding,) = record["findings"]
    assert (finding["kind"], finding["told"]["difference"]) == ("text", "transposition")
    assert finding["told"]["computed"] == "1314000000"
    assert finding["difference"] == "27000000"
    said = record["text"]["mentions"][finding["told"]["mention"]]
    assert said["sentence"][said["start"] : said["end"]] == said["text"] == "$1,341 million"
    text = record["text"]
    assert (text["numbers"], text["tied"], text["contradicted"]) == (2, 1, 1)
    assert [each["checks"][0]["outcome"] for each in text["mentions"]] == ["contradicted", "agrees"]
    cells = {
        each["id"]: check["outcome"]
        for each in record["ledger"]["mentions"]
        for check in each["checks"]
        if check["kind"] == "text"
    }
    assert sorted(cells.values()) == ["agrees", "contradicted"]


def test_the_terminal_names_both(told: Report) -> None:
    (line,) = finding_lines(told, 5)
    assert "Net sales: $1,341 million in the text" in line.plain
    assert "$1,314 million in Results" in line.plain


def test_the_marked_copy_frames_the_number_in_the_sentence(told: Report) -> None:
    page = page_of(mark_document(told))
    spans = [each for each in page.find_class("cofitcheck-said") if each.get("data-ticks") is None]
    assert "".join(each.text or "" for each in spans).split() == ["$1,341", "million"]
    assert {each.get("class") for each in spans} == {"cofitcheck-said cofitcheck-finding"}
    assert spans[0].get("id") == "t0"
    assert "Finding 1" in (spans[0].get("title") or "")
    (agreeing,) = (each for each in page.find_class("cofitcheck-said") if each.get("data-ticks"))
    assert (agreeing.text, agreeing.get("data-ticks")) == ("$286 million", "T")
    (sentence,) = (each for each in page.iter("p") if "net income was" in each.text_content())
    assert " ".join(sentence.text_content().split()).startswith("In 2031 net sales were $1,341 million, and")


def test_a_cell_that_a_sentence_states_has_a_tick(told: Report) -> None:
    page = page_of(mark_document(told))
    (cell,) = (each for each in page.iter("td") if each.text_content() == "286")
    assert cell.get("data-ticks") == "S"
    assert len(text_marks(told)) == 2


def of_sentence(sentence: str) -> Report:
    made = with_text(sentence)
    account = checked(made)
    return Report(made, (), account.findings, 0, text=account.account)


def test_what_is_worked_out_says_so_and_from_which_cells() -> None:
    report = of_sentence("Net income increased 24.9% in 2031.")
    (finding,) = report.findings
    assert (finding.slip, finding.plain.told and finding.plain.told.slip) == (
        Slip.TRANSPOSITION,
        "transposition",
    )
    assert (finding.stated, finding.compared_with) == ("24.9%", "29.4%")
    assert finding.message.startswith(
        "Net income: 24.9% in the text; 29.4% (worked out: from 221 to 286) in Income statement"
    )
    (view,) = ReportView(report, None).findings
    assert view.sentence is not None
    assert str(view.sentence.calculation) == "from 221 (C) to 286 (B)"
    assert (str(view.difference), view.share) == ("−4.5 percentage points", "")
    article = next(page_of(render_html(report)).iter("article")).text_content()
    assert (
        "A sentence states the change of Net income as 24.9%; "
        "Income statement goes from 221 to 286, which is 29.4%"
    ) in article
    assert "Worked out from the table: 29.4%, from 221 (C) to 286 (B)." in article
    assert "two digits transposed" in article
    record = json.loads(to_json(report))["findings"][0]
    assert (record["stated"], record["compared_with"]) == ("24.9%", "29.4%")


def test_the_wrong_direction_has_no_difference_anywhere() -> None:
    report = of_sentence("Net income decreased 29.4% in 2031.")
    (finding,) = report.findings
    assert (finding.stated, finding.compared_with) == ("a decrease of 29.4%", "an increase")
    assert finding.difference is None
    assert json.loads(to_json(report))["findings"][0]["difference"] is None
    assert report.findings_frame()["difference"].tolist() == [None]
    (view,) = ReportView(report, None).findings
    assert (str(view.difference), str(view.slip), view.share) == (
        "the direction of the change",
        "the direction of the change",
        "",
    )
    assert view.numbers == (view.sentence.stated, view.sentence.computed) if view.sentence else False


def test_a_finding_gives_what_the_sentence_states_and_where_it_stands(told: Report) -> None:
    (finding,) = told.findings
    assert (finding.stated, finding.compared_with) == ("$1,341 million", "$1,314 million")
    (view,) = ReportView(told, "made-up.marked.html").findings
    assert view.place == "made-up.marked.html#t0"
    assert view.mention.link == f"made-up.marked.html#m{finding.mention.index}"
    assert str(view.share) == "2.01%"
