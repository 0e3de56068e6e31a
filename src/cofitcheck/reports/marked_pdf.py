"""The marked copy of a PDF: the original with a box and a note at every cell of a finding."""

from __future__ import annotations

import ctypes
import io
from dataclasses import dataclass
from typing import Any

from cofitcheck.checks.model import Report
from cofitcheck.document import Place
from cofitcheck.reports.coverage import ordered
from cofitcheck.reports.telling import about, in_short
from cofitcheck.reports.wording import short, table_title

Colour = tuple[int, int, int]
_FINDING: Colour = (163, 32, 29)
_WITNESS: Colour = (28, 79, 138)
_OTHER: Colour = (120, 140, 170)
_MARGIN = 2.0


@dataclass(frozen=True, slots=True)
class _Mark:
    place: Place
    colour: Colour
    note: str


def mark_pdf(report: Report) -> bytes:
    """Return the report's PDF with an annotation at each cell of a finding; its text is untouched.

    Red stands against the others, blue is the value it is compared with, grey states the same fact.
    """
    import pypdfium2

    document = pypdfium2.PdfDocument(report.document.source)
    try:
        by_page: dict[int, list[_Mark]] = {}
        for mark in _marks(report):
            by_page.setdefault(mark.place.page, []).append(mark)
        for number, marks in by_page.items():
            page = document[number - 1]
            for mark in marks:
                _annotate(page, mark)
            page.close()
        out = io.BytesIO()
        document.save(out)
    finally:
        document.close()
    return out.getvalue()


def _marks(report: Report) -> list[_Mark]:
    """Return one mark a cell; the weightier finding of two has it."""
    marks: dict[int, _Mark] = {}
    for number, finding in reversed(list(enumerate(ordered(report.findings), 1))):
        mentions = report.document.mentions
        name = short(about(report.document, finding)[0], 120)
        head = f"Finding {number}: {name}, {in_short(finding)}."
        against = {
            finding.mention: (_FINDING, f"{head} Against {_said(report, finding.counterpart)}."),
            finding.counterpart: (_WITNESS, f"{head} Compared with it: {_said(report, finding.mention)}."),
        }
        for index in finding.fact.mentions:
            colour, note = against.get(index, (_OTHER, f"{head} A further statement of the same fact."))
            marks[index] = _Mark(mentions[index].place, colour, note)
    return list(marks.values())


def _said(report: Report, index: int) -> str:
    mention = report.document.mentions[index]
    title = short(table_title(report.document, mention.table), 80)
    return f"{short(mention.text, 40)} ({title}, {mention.place.words})"


def _annotate(page: Any, mark: _Mark) -> None:
    import pypdfium2.raw as pdfium

    if mark.place.box is None:
        return
    annotation = pdfium.FPDFPage_CreateAnnot(page, pdfium.FPDF_ANNOT_SQUARE)
    left, bottom, right, top = _in_user_space(page, mark.place.box)
    rectangle = pdfium.FS_RECTF(left - _MARGIN, top + _MARGIN, right + _MARGIN, bottom - _MARGIN)
    pdfium.FPDFAnnot_SetRect(annotation, rectangle)
    pdfium.FPDFAnnot_SetColor(annotation, pdfium.FPDFANNOT_COLORTYPE_Color, *mark.colour, 255)
    pdfium.FPDFAnnot_SetBorder(annotation, 0.0, 0.0, 1.2)
    for key, text in (("Contents", mark.note), ("T", "cofitcheck")):
        _set_text(pdfium, annotation, key, text)
    pdfium.FPDFAnnot_SetFlags(annotation, pdfium.FPDF_ANNOT_FLAG_PRINT)
    pdfium.FPDFPage_CloseAnnot(annotation)


def _set_text(pdfium: Any, annotation: Any, key: str, text: str) -> None:
    encoded = text.encode("utf-16-le", "replace") + b"\0\0"
    buffer = ctypes.cast(ctypes.create_string_buffer(encoded), ctypes.POINTER(ctypes.c_ushort))
    pdfium.FPDFAnnot_SetStringValue(annotation, key.encode(), buffer)


def _in_user_space(page: Any, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of a box that is given on the page as it is shown."""
    left, bottom, right, top = page.get_cropbox()
    x0, y0, x1, y1 = box
    match page.get_rotation():
        case 90:
            return left + y0, bottom + x0, left + y1, bottom + x1
        case 180:
            return right - x1, bottom + y0, right - x0, bottom + y1
        case 270:
            return right - y1, top - x1, right - y0, top - x0
        case _:
            return left + x0, top - y1, left + x1, top - y0
