"""The copy of a Word document or workbook with comments at the cells of findings."""

import io
import zipfile
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import docx
import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.chart import BarChart
from openpyxl.comments import Comment

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.model import Finding, FindingKind, Severity, Told
from cofitcheck.checks.protocol import Known
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.references import ReferencesCheck
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.document import Document
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Relation, Slip
from cofitcheck.prose.read import read_prose
from cofitcheck.readers import read
from cofitcheck.readers.docx_runs import w
from cofitcheck.reports.formats import save
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.office import comment_document
from tests.readers.html_pages import YEARS, mention, page, table, texts
from tests.readers.office_files import book_bytes, word_bytes, word_of, word_table

ELSEWHERE = Reason.of(ReasonCode.PERIOD_IN_ROW, number="1,100", period="2021", beside="1,010")
SALES = ("Sales", "1,100", "1,200")
TOLD = ("Revenue", "1,010", "1,300")


def report_on(document: Document, here: str, witness: str, *others: str) -> Report:
    """Return a report with one finding: one number stands against another, and both against nobody."""
    first, second = mention(document, here), mention(document, witness)
    indices = tuple(sorted(mention(document, text).index for text in (here, witness, *others)))
    fact = FactSet(0, indices, ((indices[0], indices[1], 0.9),))
    finding = Finding(
        "0" * 16, fact, first.index, second.index, Relation.INCONSISTENT, Slip.TRANSPOSITION,
        Decimal(90), 0.9, 0.8, Severity.HIGH,
        (Reason.of(ReasonCode.ROW_LABEL, label="Sales"),),
    )  # fmt: skip
    return Report(document, (fact,), (finding,), 0)


def two_tables() -> docx.document.Document:
    word = docx.Document()
    word.add_heading("Income statement", 1)
    word_table(word, YEARS, SALES)
    word.add_heading("Five years", 1)
    word_table(word, YEARS, TOLD)
    return word


def test_word_comments_stand_at_the_cells_and_say_what_is_wrong() -> None:
    document = read(word_bytes(two_tables()), "draft.docx")
    copy = docx.Document(io.BytesIO(comment_document(report_on(document, "1,100", "1,010", "1,200"))))
    said = [comment.text for comment in copy.comments]
    assert len(said) == 3
    assert all(comment.author == "CoFiTCheck" for comment in copy.comments)
    assert (
        "High: Sales, 2023. This cell states 1,100. Compared with 1,010 in “Five years”, Revenue." in said[0]
    )
    assert "Likely cause: two digits transposed. Difference: 90." in said[0]
    starts = copy.element.body.xpath(".//w:commentRangeStart")
    cells = [next(start.iterancestors(w("tc"))) for start in starts]
    assert ["".join(text.text or "" for text in cell.iter(w("t"))) for cell in cells] == [
        "1,100",
        "1,200",
        "1,010",
    ]


def test_a_word_comment_stands_at_the_sentence_that_a_cell_contradicts() -> None:
    word = docx.Document()
    word.add_paragraph("We sell boats.")
    word.add_paragraph("Sales were 1,010 in 2023, and ").add_run("1,200 in 2022.").bold = True
    word_table(word, YEARS, SALES)
    document = read(word_bytes(word), "draft.docx")
    (said, *_) = (each for each in read_prose(document).mentions if each.text == "1,010")
    cell = mention(document, "1,100")
    finding = Finding(
        "0" * 16, None, cell.index, cell.index, Relation.INCONSISTENT, Slip.TRANSPOSITION, Decimal(90),
        0.9, 0.8, Severity.HIGH, (Reason.of(ReasonCode.ROW_LABEL, label="Sales"),),
        told=Told(said, (cell.index,), "stated", Decimal(1100), 0, "digits"), kind=FindingKind.TEXT,
    )  # fmt: skip
    copy = docx.Document(io.BytesIO(comment_document(Report(document, (), (finding,), 0))))
    starts = copy.element.body.xpath(".//w:commentRangeStart")
    marked = [next(start.iterancestors(w("p"))) for start in starts]
    assert ["".join(text.text or "" for text in each.iter(w("t"))) for each in marked] == [
        "Sales were 1,010 in 2023, and 1,200 in 2022.",
        "1,100",
    ]
    said_there = {comment.text for comment in copy.comments}
    assert len(said_there) == 1
    assert "A sentence says “1,010”" in said_there.pop()


def test_a_word_comment_stands_at_a_wrong_reference() -> None:
    word = docx.Document()
    word.add_paragraph("We sell boats.")
    word.add_paragraph("It is told in Note 9.")
    for number, title in enumerate(("Basis", "Revenue", "Leases", "Taxes", "Debt", "Equity"), 1):
        word.add_heading(f"Note {number} – {title}", 2)
        word.add_paragraph("Words about it and no more.")
    word_table(word, YEARS, SALES)
    document = read(word_bytes(word), "draft.docx")
    found = ReferencesCheck(document).run(Known(Grid(document), CheckSettings())).references
    report = Report(document, (), (), 0, references=found)
    copy = docx.Document(io.BytesIO(comment_document(report)))
    (said,) = copy.comments
    assert said.text == "It is told in Note 9.: The document has no Note 9; the last one is Note 6."
    (start,) = copy.element.body.xpath(".//w:commentRangeStart")
    paragraph = next(start.iterancestors(w("p")))
    assert "".join(text.text or "" for text in paragraph.iter(w("t"))) == "It is told in Note 9."


def test_a_comment_says_what_the_sums_say_and_what_a_number_equals() -> None:
    document = read(word_bytes(two_tables()), "draft.docx")
    report = report_on(document, "1,100", "1,010")
    (finding,) = report.found
    told = replace(finding, right=finding.counterpart, explanation=ELSEWHERE)
    copy = docx.Document(io.BytesIO(comment_document(replace(report, found=(told,)))))
    assert all(
        "1,100 is the figure for 2021 in the same row; or two digits transposed" in comment.text
        for comment in copy.comments
    )
    assert all("adds up only with 1,010." in comment.text for comment in copy.comments)


def test_the_commented_word_document_still_says_the_same() -> None:
    document = read(word_bytes(two_tables()), "draft.docx")
    copy = read(comment_document(report_on(document, "1,100", "1,010")), "copy.docx")
    assert texts(copy) == texts(document)
    assert [table.title for table in copy.tables] == [table.title for table in document.tables]


def book() -> Any:
    workbook: Any = Workbook()
    for title, label, value in (("Income", "Sales", 1100.4), ("Five 'years'", "Revenue", 1010)):
        sheet = workbook.create_sheet(title)
        for row in ((None, 2023, 2022), (label, value, "=B2+1"), ("Costs", 5, 6)):
            sheet.append(row)
        sheet["B2"].number_format = "#,##0"
    del workbook["Sheet"]
    return workbook


def commented(workbook: Any) -> bytes:
    document = read(book_bytes(workbook), "draft.xlsx")
    return comment_document(report_on(document, "1,100", "1,010"))


def test_comments_in_a_workbook_stand_at_the_cells() -> None:
    copy: Any = load_workbook(io.BytesIO(commented(book())))
    there, here = copy["Five 'years'"]["B2"].comment, copy["Income"]["B2"].comment
    assert "1,010 in “Five 'years'”, Revenue (Five 'years'!B2)" in here.text
    assert "The cell holds 1100.4." in here.text
    assert there.author == "CoFiTCheck"
    assert copy["Income"]["C2"].value == "=B2+1"


def test_all_else_in_the_workbook_stays_as_it_is() -> None:
    workbook = book()
    workbook["Income"].add_chart(BarChart(), "E5")
    original = book_bytes(workbook)
    copy = comment_document(report_on(read(original, "draft.xlsx"), "1,100", "1,010"))
    before, after = (zipfile.ZipFile(io.BytesIO(data)) for data in (original, copy))
    changed = {name for name in before.namelist() if before.read(name) != after.read(name)}
    assert changed <= {
        "[Content_Types].xml", "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml",
        "xl/worksheets/_rels/sheet1.xml.rels",
    }  # fmt: skip
    again: Any = load_workbook(io.BytesIO(copy))
    assert again["Income"]._charts


def test_comments_that_were_there_stay() -> None:
    workbook = book()
    workbook["Income"]["B2"].comment = Comment("Looked at.", "A. Person")
    workbook["Income"]["A3"].comment = Comment("All costs.", "A. Person")
    copy: Any = load_workbook(io.BytesIO(commented(workbook)))["Income"]
    assert copy["A3"].comment.text == "All costs."
    assert copy["A3"].comment.author == "A. Person"
    assert copy["B2"].comment.text.startswith("Looked at.")
    assert "High: Sales" in copy["B2"].comment.text


def test_save_writes_the_copy_beside_the_report(tmp_path: Path) -> None:
    word = read(word_bytes(two_tables()), "draft.docx")
    files = save(report_on(word, "1,100", "1,010"), tmp_path)
    assert [file.name for file in files] == [
        "draft.docx.report.html", "draft.docx.marked.html", "draft.commented.docx", "draft.docx.report.json",
    ]  # fmt: skip
    marked = (tmp_path / "draft.docx.marked.html").read_text(encoding="utf-8")
    assert 'id="m0"' in marked
    assert "cofitcheck-finding" in marked
    assert 'href="draft.commented.docx"' in (tmp_path / "draft.docx.report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("data", [page(table(YEARS, SALES, TOLD))])
def test_html_has_no_commented_copy(data: bytes, tmp_path: Path) -> None:
    files = save(report_on(read(data, "draft.htm"), "1,100", "1,010"), tmp_path)
    assert [file.suffix for file in files] == [".html", ".html", ".json"]


def test_a_cell_of_two_findings_has_both_in_one_comment() -> None:
    document = read(word_bytes(word_of(YEARS, SALES, TOLD)), "draft.docx")
    one = report_on(document, "1,100", "1,010")
    two = report_on(document, "1,100", "1,300")
    both = Report(document, one.facts, (*one.found, *two.found), 0)
    copy = docx.Document(io.BytesIO(comment_document(both)))
    assert sorted(comment.text.count("High: Sales") for comment in copy.comments) == [1, 1, 2]
