"""Documents that are no web pages: what of them is shown beside a finding, and handed over."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import docx
import msgspec
import pypdfium2
import pypdfium2.raw
import pytest
from openpyxl import load_workbook
from PIL import Image

from cofitcheck.reports.model.left_open import OpenFacts
from cofitcheck.review.findings.prepare import prepare
from cofitcheck.review.pictures import page_pictures
from tests.checker.checker_fakes import CASH, INCOME, Rows
from tests.readers.office_files import book_bytes, book_of, word_bytes, word_of, word_table
from tests.readers.pdf_pages import Sheet, pdf
from tests.reports.reports_documents import build_report, with_left_open
from tests.review.review_fakes import Desk

HEAD = ("", "2024", "2023")


def in_word() -> bytes:
    word = word_of(HEAD, *INCOME)
    word.add_paragraph("Cash flows")
    word_table(word, HEAD, *CASH)
    return word_bytes(word)


def in_excel() -> bytes:
    def cells(rows: tuple[tuple[str, str, str], ...]) -> list[list[str | int]]:
        return [[label, *(int(text.replace(",", "")) for text in texts)] for label, *texts in rows]

    return book_bytes(book_of(HEAD, *cells(INCOME), (), (), HEAD, *cells(CASH), number_format="#,##0"))


@pytest.mark.parametrize(("name", "content"), [("report.docx", in_word()), ("report.xlsx", in_excel())])
def test_an_office_file_is_shown_as_a_page_and_handed_over_with_comments(
    desk: Desk, name: str, content: bytes
) -> None:
    desk.upload(content, name=name)
    desk.work_off()
    draft = desk.draft(1)
    assert draft.status == "checked", draft.reason
    assert draft.counts["findings"] == 1
    page = desk.client.get("/drafts/1/findings/1").text
    assert "<iframe" in page
    assert 'href="/drafts/1/hand-over/commented"' in page
    assert "4,817" in desk.client.get("/drafts/1/document").text
    answer = desk.client.get("/drafts/1/hand-over/commented")
    assert name.rpartition(".")[2] in answer.headers["content-disposition"]
    if name.endswith(".docx"):
        assert len(list(docx.Document(BytesIO(answer.content)).comments)) >= 2
    else:
        sheets = load_workbook(BytesIO(answer.content)).worksheets
        assert sum(cell.comment is not None for sheet in sheets for row in sheet for cell in row) >= 2


def test_a_web_page_has_no_copy_with_comments_and_no_pages(desk: Desk) -> None:
    draft_id = desk.checked()
    assert desk.client.get(f"/drafts/{draft_id}/hand-over/commented").status_code == 404
    assert desk.client.get(f"/drafts/{draft_id}/pages/1").status_code == 404
    assert "commented" not in desk.client.get(f"/drafts/{draft_id}/hand-over").text


def in_pdf() -> bytes:
    def table(title: str, rows: Rows) -> Callable[[Sheet], None]:
        def draw(sheet: Sheet) -> None:
            sheet.text(60, 80, title, bold=True)
            sheet.ruled(60, 100, (200, 80, 80), (HEAD, *rows))

        return draw

    words = "Nothing on this page is compared."
    pages = (table("Income", INCOME), lambda sheet: sheet.text(60, 100, words), table("Cash flows", CASH))
    return pdf(*pages)


def test_any_page_of_a_pdf_can_be_looked_at(desk: Desk) -> None:
    desk.upload(in_pdf(), name="report.pdf")
    desk.work_off()
    draft = desk.draft(1)
    assert (draft.status, draft.pages, draft.counts["findings"]) == ("checked", 3, 1), draft.reason
    drawn = {path.name for path in desk.state.files.source(1).parent.glob("page-*")}
    assert drawn == {"page-1.png", "page-3.png"}
    page = desk.client.get("/drafts/1/findings/1").text
    assert 'max="3"' in page
    assert 'href="/drafts/1/pages/3"' in desk.client.get("/drafts/1/facts").text
    answer = desk.client.get("/drafts/1/pages?number=2")
    assert answer.url.path == "/drafts/1/pages/2"
    assert answer.headers["content-type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size[0] == 1100
    assert desk.client.get("/drafts/1/pages/4").status_code == 404


def test_a_marked_pdf_is_handed_over_with_ticks_and_signatures(desk: Desk) -> None:
    desk.upload(in_pdf(), name="report.pdf")
    desk.work_off()
    (finding,) = desk.findings(1)
    desk.decide(1, finding.number, "expected", reason="Other scope")
    own = {"total": "0", "line": "2", "act": "same"}
    desk.post("/drafts/1/own", **own)
    desk.post("/drafts/1/own/1/decision", verdict="expected", reason="As drawn")
    desk.post("/drafts/1/sign", part="prepared")
    given = desk.client.get("/drafts/1/hand-over/marked").content
    before, after = (
        pypdfium2.PdfDocument(desk.state.files.copy(1, ".pdf").read_bytes()),
        pypdfium2.PdfDocument(given),
    )
    assert (len(before), len(after)) == (3, 4)
    added = notes_of(after[0]) - notes_of(before[0])
    assert {words for words, _ in added} == {
        "Own check 1: 38,264 and 21,118 state one item, but do not agree: different amounts."
    }
    assert len(added) == 2
    said = after[3].get_textpage().get_text_range()
    assert re.search(r"Preparer: \S+, 20\d\d-\d\d-\d\d \d\d:\d\d UTC", said)
    assert "Reviewer: not signed" in said
    assert "Own checks" in said


def notes_of(page: pypdfium2.PdfPage) -> set[tuple[str, tuple[float, ...]]]:
    """Return the notes of a page, each with its place."""
    found = set()
    for at in range(pypdfium2.raw.FPDFPage_GetAnnotCount(page)):
        each = pypdfium2.raw.FPDFPage_GetAnnot(page, at)
        text = (ctypes.c_ushort * 400)()
        size = pypdfium2.raw.FPDFAnnot_GetStringValue(each, b"Contents", text, 800)
        box = pypdfium2.raw.FS_RECTF()
        pypdfium2.raw.FPDFAnnot_GetRect(each, box)
        note = bytes(text)[: size - 2].decode("utf-16-le")
        found.add((note, tuple(round(getattr(box, side), 1) for side in ("left", "top", "right", "bottom"))))
    return found


def test_a_page_that_another_had_drawn_meanwhile_is_not_drawn_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.upload(in_pdf(), name="report.pdf")
    desk.work_off()
    # It cannot be drawn any more.
    desk.state.files.copy(1, ".pdf").write_bytes(b"%PDF-1.7 no more")

    class Waiting:
        def __enter__(self) -> None:
            desk.state.files.page(1, 2).write_bytes(b"drawn by another")

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr(desk.state, "drawing", Waiting())
    assert desk.client.get("/drafts/1/pages/2").content == b"drawn by another"


def test_a_page_that_cannot_be_drawn_is_said_to_be_so(desk: Desk) -> None:
    desk.upload(in_pdf(), name="report.pdf")
    desk.work_off()
    desk.state.files.copy(1, ".pdf").write_bytes(b"%PDF-1.7 no more")
    answer = desk.client.get("/drafts/1/pages/2")
    assert answer.status_code == 422
    assert "page 2 cannot be drawn" in answer.text


def one_page(width: int, height: int) -> bytes:
    """Return a PDF with an empty page of a size in points."""
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]>>" % (width, height),
    )
    body, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj%sendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return body + (
        b"xref\n0 4\n0000000000 65535 f \n"
        + table
        + b"trailer<</Size 4/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % len(body)
    )


@pytest.mark.parametrize(
    ("size", "shown"),
    [((612, 792), (1100, 1424)), ((14_000, 14_000), (1100, 1100)), ((10, 14_000), (2, 2400))],
)
def test_a_picture_of_a_page_is_never_larger_than_a_screen(
    size: tuple[int, int], shown: tuple[int, int]
) -> None:
    ((number, content),) = page_pictures(one_page(*size), {1})
    assert number == 1
    assert Image.open(BytesIO(content)).size == shown


def test_what_is_left_open_in_a_pdf_leads_to_its_page() -> None:
    report = with_left_open(build_report(), (0.2,))
    paged = (replace(each, place=replace(each.place, page=3)) for each in report.document.mentions)
    prepared = prepare(replace(report, document=replace(report.document, mentions=tuple(paged))), 7)
    (left,) = msgspec.json.decode(prepared.draft["left_open"], type=OpenFacts).facts
    assert {left.mention.link, left.counterpart.link} == {"/drafts/7/pages/3"}
