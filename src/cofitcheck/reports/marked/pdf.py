"""The marked copy of a PDF: the original with a box or a tick, and a note, at each number compared."""

from __future__ import annotations

import ctypes
import hashlib
import io
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from cofitcheck import patterns as re
from cofitcheck.reports.marked import Marking, marking_of
from cofitcheck.reports.model.excerpts import place_of
from cofitcheck.reports.model.marks import Mark, MarkRole, right_marks
from cofitcheck.reports.model.report import Report

Box = tuple[float, float, float, float]
Colour = tuple[int, int, int]
_COLOURS: dict[MarkRole, Colour] = {
    MarkRole.FINDING: (163, 32, 29),
    MarkRole.WITNESS: (28, 79, 138),
    MarkRole.SAME_FACT: (120, 140, 170),
    MarkRole.PART: (120, 140, 170),
    MarkRole.LEFT_OPEN: (196, 120, 16),
    MarkRole.AGREES: (33, 122, 66),
    MarkRole.NOT_READ: (140, 140, 140),
}
_MARGIN = 2.0
_BROAD, _NARROW = 1.2, 0.6
_BOLD = frozenset({MarkRole.FINDING, MarkRole.WITNESS, MarkRole.SAME_FACT, MarkRole.PART})
_TICK = ((0.0, 0.45), (0.25, 0.1), (0.75, 0.95))
"""The points of a tick as shares of the height of its number, from the foot of the number's right edge."""
_HIGHEST = 9.0
"""The height of the highest tick in points."""
_MADE_UP = re.compile(rb"<([0-9A-F]{32})>")
"""An identifier as PDFium writes it."""


def mark_pdf(report: Report) -> bytes:
    """Return the report's PDF with an annotation at each number that was compared or not read; its text is
    untouched.

    A red box marks a number that is questioned, blue the number that it is compared with, greyish blue
    another number of the same fact. Amber marks a number that differs and was left open, thin grey one that
    was not read. A number that agrees has a green tick, and so has text with a reference that is right. The
    block of text of a sentence that contradicts a table has a red box.
    """
    return mark_pages(marking_of(report))


def mark_pages(marking: Marking) -> bytes:
    """Return a PDF with an annotation at each mark: see `mark_pdf`."""
    import pypdfium2

    read = marking.document
    marked = [(read.mentions[index].place, mark) for index, mark in marking.numbers.items()]
    by_page: dict[int, list[tuple[Box, Mark]]] = defaultdict(list)
    told = [(place_of(read, each.said), each.mark) for each in marking.text if not each.mark.ticks]
    for place, mark in (*marking.places, *right_marks(marking.references), *marked, *told):
        if place.box is not None:
            by_page[place.page].append((place.box, mark))
    document = pypdfium2.PdfDocument(read.source)
    try:
        for number, marks in by_page.items():
            page = document[number - 1]
            for box, mark in marks:
                _annotate(page, box, mark)
            page.close()
        out = io.BytesIO()
        document.save(out)
        is_named = bool(document.get_identifier())
    finally:
        document.close()
    return identified(out.getvalue(), is_named)


def identified(saved: bytes, is_named: bool) -> bytes:
    """Return a PDF whose identifiers are made from its content.

    PDFium makes up a new identifier of the copy each time, and one of the original where it has none. With
    these replaced, the same copy is always the same bytes. `is_named` says that the original has one.
    """
    at = saved.rfind(b"/ID[")
    if at < 0:
        return saved
    body, trailer = saved[:at], saved[at:]
    made_up = _MADE_UP.findall(trailer)
    content = hashlib.sha256(body).hexdigest()[:32].upper().encode()
    for each in made_up[-1:] if is_named else made_up:
        trailer = trailer.replace(each, content)
    return body + trailer


def _annotate(page: Any, box: Box, mark: Mark) -> None:
    import pypdfium2.raw as pdfium

    draw = _tick if mark.role is MarkRole.AGREES else _frame
    annotation = draw(pdfium, page, box)
    width = _BROAD if mark.role in _BOLD else _NARROW
    _finish(pdfium, annotation, _COLOURS[mark.role], width, str(mark.note))


def annotate(page: Any, points: Sequence[tuple[float, float]], colour: Colour, note: str) -> None:
    """Add a stroke through points of a page as it is shown, with a note."""
    import pypdfium2.raw as pdfium

    _finish(pdfium, _stroke(pdfium, page, points), colour, _BROAD, note)


def _finish(pdfium: Any, annotation: Any, colour: Colour, width: float, note: str) -> None:
    pdfium.FPDFAnnot_SetColor(annotation, pdfium.FPDFANNOT_COLORTYPE_Color, *colour, 255)
    pdfium.FPDFAnnot_SetBorder(annotation, 0.0, 0.0, width)
    for key, text in (("Contents", note), ("T", "cofitcheck")):
        _set_text(pdfium, annotation, key, text)
    pdfium.FPDFAnnot_SetFlags(annotation, pdfium.FPDF_ANNOT_FLAG_PRINT)
    pdfium.FPDFPage_CloseAnnot(annotation)


def _frame(pdfium: Any, page: Any, box: Box) -> Any:
    """Return a new annotation that is a frame around a number."""
    annotation = pdfium.FPDFPage_CreateAnnot(page, pdfium.FPDF_ANNOT_SQUARE)
    x0, y0, x1, y1 = box
    _bound(pdfium, page, annotation, (x0 - _MARGIN, y0 - _MARGIN, x1 + _MARGIN, y1 + _MARGIN))
    return annotation


def _tick(pdfium: Any, page: Any, box: Box) -> Any:
    """Return a new annotation that is a tick right of a number."""
    _, top, right, foot = box
    size = min(foot - top, _HIGHEST)
    left = right + _NARROW
    return _stroke(pdfium, page, [(left + x * size, foot - y * size) for x, y in _TICK])


def _stroke(pdfium: Any, page: Any, points: Sequence[tuple[float, float]]) -> Any:
    """Return a new annotation that is a stroke through points."""
    annotation = pdfium.FPDFPage_CreateAnnot(page, pdfium.FPDF_ANNOT_INK)
    through = [_in_user_space(page, x, y) for x, y in points]
    stroke = (pdfium.FS_POINTF * len(through))(*(pdfium.FS_POINTF(x, y) for x, y in through))
    pdfium.FPDFAnnot_AddInkStroke(annotation, stroke, len(through))
    xs, ys = zip(*points, strict=True)
    _bound(pdfium, page, annotation, (min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1))
    return annotation


def _bound(pdfium: Any, page: Any, annotation: Any, box: Box) -> None:
    """Give an annotation its rectangle."""
    xs, ys = zip(*(_in_user_space(page, *point) for point in (box[:2], box[2:])), strict=True)
    pdfium.FPDFAnnot_SetRect(annotation, pdfium.FS_RECTF(min(xs), max(ys), max(xs), min(ys)))


def _set_text(pdfium: Any, annotation: Any, key: str, text: str) -> None:
    encoded = text.encode("utf-16-le", "replace") + b"\0\0"
    buffer = ctypes.cast(ctypes.create_string_buffer(encoded), ctypes.POINTER(ctypes.c_ushort))
    pdfium.FPDFAnnot_SetStringValue(annotation, key.encode(), buffer)


def _in_user_space(page: Any, x: float, y: float) -> tuple[float, float]:
    """Return a point in the space of the page's content; `x` and `y` are on the page as it is shown."""
    left, bottom, right, top = page.get_bbox()
    match page.get_rotation():
        case 90:
            return left + y, bottom + x
        case 180:
            return right - x, bottom + y
        case 270:
            return right - y, top - x
        case _:
            return left + x, top - y
