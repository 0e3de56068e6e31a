"""Reports of PDFs: they name the page, and the marked copy is the PDF with a note at each cell."""

from __future__ import annotations

import ctypes
import json
from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from cofitcheck.checks.model import Finding, RightReference, Severity
from cofitcheck.document import UncheckedCode, UncheckedReason, UnreadTable
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Relation, Slip
from cofitcheck.readers import read
from cofitcheck.reports.formats import save
from cofitcheck.reports.html import render_html
from cofitcheck.reports.json import to_json
from cofitcheck.reports.marked.pdf import mark_pdf
from cofitcheck.reports.model.report import Report
from tests.readers.pdf_pages import HEIGHT, Sheet, pdf, words

TABLE = (("", "2024"), ("Sales", "1,100"), ("Costs", "700"))
OTHER = (("", "2024"), ("Sales", "1,010"), ("Staff", "50"))


@pytest.fixture(params=[0, 90])
def report(request: pytest.FixtureRequest) -> Report:
    """A report on a PDF whose second page contradicts its first."""
    data = pdf(
        lambda sheet: sheet.ruled(60, 100, (200, 80), TABLE),
        lambda sheet: sheet.ruled(60, 100, (200, 80), OTHER),
        rotate=request.param,
    )
    document = read(data, "birch.pdf")
    first, second = (m.index for m in document.mentions if m.row_path == ("Sales",))
    fact = FactSet(0, (first, second), ())
    finding = Finding(
        "f" * 16,
        fact,
        second,
        first,
        Relation.INCONSISTENT,
        Slip.TRANSPOSITION,
        Decimal(-90),
        0.9,
        0.9,
        Severity.HIGH,
        (),
    )
    return Report(document, (fact,), (finding,), 0)


def test_each_cell_of_a_finding_has_a_box_around_it_with_a_note(report: Report) -> None:
    marked = pypdfium2.PdfDocument(mark_pdf(report))
    for number, text in ((0, "1,100"), (1, "1,010")):
        page = marked[number]
        assert pdfium.FPDFPage_GetAnnotCount(page) == 1
        rectangle = pdfium.FS_RECTF()
        pdfium.FPDFAnnot_GetRect(pdfium.FPDFPage_GetAnnot(page, 0), rectangle)
        inside = page.get_textpage().get_text_bounded(
            rectangle.left, rectangle.bottom, rectangle.right, rectangle.top
        )
        assert inside.strip() == text


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_numbers_that_agree_have_a_tick_beside_them(rotate: int) -> None:
    page = partial(Sheet.ruled, left=60, top=100, widths=(200, 80), rows=TABLE)
    document = read(pdf(page, page, rotate=rotate), "birch.pdf")
    sales = [mention for mention in document.mentions if mention.row_path == ("Sales",)]
    fact = FactSet(0, tuple(mention.index for mention in sales), ())
    marked = pypdfium2.PdfDocument(mark_pdf(Report(document, (fact,), (), 1)))
    for mention in sales:
        assert mention.place.box is not None
        _, top, right, foot = mention.place.box
        image = marked[mention.place.page - 1].render(scale=2).to_pil().convert("RGB")
        green = [
            (x / 2, y / 2)
            for x in range(image.width)
            for y in range(image.height)
            if _is_green(image.getpixel((x, y)))
        ]
        assert green
        assert all(right <= x <= right + 10 and top - 2 <= y <= foot + 2 for x, y in green)


def _is_green(pixel: object) -> bool:
    assert isinstance(pixel, tuple)
    red, green, blue = pixel
    return bool(green > red + 40 and green > blue + 20)


def test_what_was_not_read_has_a_frame_and_says_why(report: Report) -> None:
    costs = next(m.place for m in report.document.mentions if m.row_path == ("Costs",))
    unread = UnreadTable(
        report.document.tables[0].place, UncheckedReason(UncheckedCode.COLUMN_CUT_OFF), "700", cells=(costs,)
    )
    document = replace(report.document, unread=(unread,))
    page = pypdfium2.PdfDocument(mark_pdf(replace(report, document=document)))[0]
    other = "1,010 in “table 1”, Sales (page 2)"
    assert [_note(page, number) for number in range(2)] == [
        "Not checked: the numbers of a column are cut off at its side.",
        f"Finding 1: Sales, two digits transposed. Questioned: {other}.",
    ]


def _note(page: pypdfium2.PdfPage, number: int) -> str:
    annotation = pdfium.FPDFPage_GetAnnot(page, number)
    size = pdfium.FPDFAnnot_GetStringValue(annotation, b"Contents", None, 0)
    buffer = ctypes.create_string_buffer(size)
    pdfium.FPDFAnnot_GetStringValue(
        annotation, b"Contents", ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size
    )
    return buffer.raw[:-2].decode("utf-16-le")


def test_the_reports_name_the_page(report: Report) -> None:
    page = render_html(report, "birch.marked.pdf")
    assert "birch.marked.pdf#page=2" in page
    assert "<dd>page 2</dd>" in page
    record = json.loads(to_json(report))
    (finding,) = record["findings"]
    mention = record["mentions"][finding["mention"]]
    assert mention["page"] == 2
    left, top, right, bottom = mention["box"]
    assert 0 < left < right
    assert 0 < top < bottom < HEIGHT


@pytest.mark.parametrize("identifier", [b"/ID", b"/XX"])
def test_the_marked_copy_has_the_same_bytes_each_time(identifier: bytes) -> None:
    """With an identifier in the original, and with none."""
    data = pdf(partial(Sheet.ruled, left=60, top=100, widths=(200, 80), rows=TABLE))
    report = Report(read(data.replace(b"/ID", identifier), "birch.pdf"), (), (), 0)
    marked = mark_pdf(report)
    assert mark_pdf(report) == marked
    first, second = (pypdfium2.PdfDocument(marked).get_identifier(number) for number in range(2))
    assert len(first) == len(second) == 16
    assert (first == second) is (identifier == b"/XX")


def test_the_marked_copy_is_a_pdf_beside_the_report(report: Report, tmp_path: Path) -> None:
    written = {path.name for path in save(report, tmp_path)}
    assert written == {"birch.report.html", "birch.marked.pdf", "birch.report.json"}
    assert (tmp_path / "birch.marked.pdf").read_bytes().startswith(b"%PDF-")


def test_a_right_reference_has_a_tick_that_says_where_it_leads() -> None:
    sentence = words(["It is told in Note 3, “Leases”."])
    table = partial(Sheet.ruled, left=60, top=100, widths=(200, 80), rows=TABLE)
    document = read(pdf(sentence, words(["Note 3 – Leases"]), table), "birch.pdf")
    here, there = (next(each for each in document.passages if text in each.text) for text in ("It is", "– L"))
    right = RightReference("Note 3", "Leases", there.place, here.place, here.index)
    marked = pypdfium2.PdfDocument(mark_pdf(Report(document, (), (), 0, right_references=(right,))))
    assert _note(marked[0], 0) == "Note 3 is “Leases”, on page 2."
