"""The marked copies of both documents of a comparison."""

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from lxml import html

import cofitcheck
from cofitcheck.reports.formats import is_report
from tests.comparing.conftest import Report
from tests.golden.statements import DOCUMENTS

INCOME = "Consolidated statements of income"
SALES = {(INCOME, "Net sales", 2023): "222,496"}
AGREEING = 12


def copies(report: cofitcheck.ComparisonReport, folder: Path, language: str = "") -> list[Any]:
    files = [path for path in report.save(folder, "mine", language) if ".marked" in path.name]
    assert all(map(is_report, files))
    return [html.document_fromstring(path.read_bytes()) for path in files]


def numbers(page: Any, role: str) -> list[str]:
    """Return the numbers of the cells with a role, without the tick behind each."""
    return [str(cell.text).strip() for cell in page.xpath(f"//td[contains(@class, 'cofitcheck-{role}')]")]


@pytest.fixture
def marked(report: Report, tmp_path: Path) -> list[Any]:
    return copies(cofitcheck.compare(report(2024, changes=SALES), report(2023)), tmp_path / "out")


def test_comparatives_are_ticked_in_both_and_what_differs_is_framed(marked: list[Any]) -> None:
    this, other = marked
    assert len(numbers(this, "agrees")) == len(numbers(other, "agrees")) == AGREEING
    assert numbers(this, "finding") == ["222,496"]
    assert numbers(other, "finding") == ["222,946"]
    assert this.xpath("//a[@class='cofitcheck-tick']/text()").count("PY") == AGREEING


def test_each_tick_names_the_place_in_the_other_document_and_leads_there(marked: list[Any]) -> None:
    this, other = marked
    (cell,) = (each for each in this.xpath("//td[contains(@class, 'agrees')]") if each.text == "140,318")
    assert cell.get("title") == "Agrees with 140,318 in “Consolidated statements of income”, Cost of sales."
    (link,) = cell.xpath("a/@href")
    name, _, anchor = link.partition("#")
    assert name == "mine.compared.1-report-2023.marked.html"
    (there,) = other.xpath(f"//td[@id='{anchor}']")
    assert there.text == "140,318"
    (back,) = there.xpath("a/@href")
    assert back == f"mine.compared.marked.html#{cell.get('id')}"


def test_the_legend_says_what_the_marks_mean(marked: list[Any]) -> None:
    (note,) = marked[0].find_class("cofitcheck-note")
    assert "compared with report-2023.htm" in note.text_content()
    assert "Of 13 comparatives 12 agree, 1 differ." in note.text_content()
    assert "PY: agrees with the earlier report" in note.text_content()


def test_words_that_explain_stand_at_the_number(report: Report, tmp_path: Path) -> None:
    this = report(2024, changes=SALES)
    head = "Year ended December 31, 2023"
    this.write_text(this.read_text().replace(head, f"{head} (as restated)"))
    (marked, _) = copies(cofitcheck.compare(this, report(2023)), tmp_path / "out")
    (cell,) = marked.xpath("//td[contains(@class, 'cofitcheck-other')]")
    assert "it is said beside the number: “" in cell.get("title")


def test_of_drafts_only_what_changed_is_marked(report: Report, tmp_path: Path) -> None:
    changes = {(INCOME, "Administrative expenses", 2024): "41,902"}
    this, other = copies(
        cofitcheck.compare(report(2024, changes=changes), report(2024, "draft.htm")), tmp_path / "out"
    )
    assert numbers(this, "finding") == ["41,902"]
    assert numbers(other, "finding") == ["41,816"]
    assert numbers(this, "agrees") == []


def test_of_a_pdf_the_copy_is_a_pdf_with_notes(tmp_path: Path) -> None:
    sample = DOCUMENTS["larch.htm"](), DOCUMENTS["larch.pdf"]()
    for name, content in zip(("a.htm", "b.pdf"), sample, strict=True):
        (tmp_path / name).write_bytes(content)
    compared = cofitcheck.compare(tmp_path / "a.htm", tmp_path / "b.pdf", kinship="rendition")
    files = compared.save(tmp_path / "out", "mine")
    (copy,) = (path for path in files if path.suffix == ".pdf")
    assert copy.name == "mine.compared.1-b.marked.pdf"
    assert pypdfium2.raw.FPDFPage_GetAnnotCount(pypdfium2.PdfDocument(copy)[0]) > 0
    page = (tmp_path / "out" / "mine.compared.marked.html").read_text()
    assert "mine.compared.1-b.marked.pdf#page=1" in page


@pytest.mark.parametrize(
    ("language", "said"),
    [("zh-Hans", "与早前报告一致"), ("zh-Hant", "與早前報告一致"), ("ja", "以前の報告書と一致")],
)
def test_copies_and_page_are_in_the_language_that_is_asked_for(
    report: Report, tmp_path: Path, language: str, said: str
) -> None:
    compared = cofitcheck.compare(report(2024, changes=SALES), report(2023))
    (this, _) = copies(compared, tmp_path / "out", language)
    assert said in this.find_class("cofitcheck-note")[0].text_content()
    page: Any = html.document_fromstring((tmp_path / "out" / "mine.compared.report.html").read_bytes())
    assert page.get("lang") == language
    for own in page.xpath("//style | //*[contains(@class, 'doc')] | //table[contains(@class, 'sheet')]"):
        own.drop_tree()
    heads = " ".join(
        page.xpath("//h3//text() | //th[@scope='col']//text() | //dt//text() | //summary//text()")
    )
    assert not [word for word in heads.split() if word.isascii() and word.isalpha() and word != "PY"]
