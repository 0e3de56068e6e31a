"""PDF bytes to pages, through PDFium; nothing in the file is run and nothing is fetched.

This module also says which fonts PDFium has, apart from those in the file. While a PDF is read these are none
of the machine's, as what is read must not depend on what is installed. PDFium's own fonts take the place of
the fourteen that every viewer has; all others have a stand-in of boxes. While a page is drawn, PDFium's own
fonts take the place of all.
"""

from __future__ import annotations

import ctypes
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from cofitcheck import patterns as re
from cofitcheck.errors import UnreadableDocumentError
from cofitcheck.readers.pdf.pages import Box, Page, Rule, read_structure
from cofitcheck.readers.pdf.pages.characters import main_turn, read_characters, stand_in, without_doubles
from cofitcheck.readers.pdf.pages.rules import read_drawn, to_rules
from cofitcheck.readers.pdf.pages.words import Glyph, words_of

MAX_PAGES = 1_500
"""The most pages of a PDF that is read; the longest known prospectus has 900."""
MAX_CHARACTERS = 60_000
"""The most characters of a page that are read; a page has 2,000 to 8,000."""

MAX_UNPACKED = 64 << 20
"""The most bytes that one stream may unpack to; the pages of a prospectus have some tens of thousands
each."""

_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_NEVER_UNPACKED = re.compile(rb"/(?:Image|EmbeddedFile)\b")
_DEFLATES = 1_030
"""How many times its size a deflated stream unpacks to at the most."""
_ENCRYPTED = 4
_SECURITY = 5
_HANDLE = 1
"""The handle of the stand-in: any number but 0."""
_STYLES = {
    "Courier": ("", "-Bold", "-BoldOblique", "-Oblique"),
    "Helvetica": ("", "-Bold", "-BoldOblique", "-Oblique"),
    "Times": ("-Roman", "-Bold", "-BoldItalic", "-Italic"),
    "Symbol": ("",),
}
_STANDARD = {f"{family}{style}".encode() for family, styles in _STYLES.items() for style in styles}
"""The fonts that PDFium has itself and asks for by these names first; it does not ask for ZapfDingbats."""
_EAST_ASIAN = {128, 129, 130, 134, 136}
"""The character sets of Japanese, Korean and Chinese, which its own fonts have no glyphs of."""

_in_use: list[Any] = []
"""The providers of fonts that PDFium uses, the innermost last; where there is none, it uses the machine's
fonts."""


class OpenPdf:
    """An open PDF; `pages` says how many it has."""

    def __init__(self, document: Any, data: bytes) -> None:
        self._document = document
        self._data = data
        self.pages = len(document)

    def read(self, number: int) -> Page:
        """Return a page by its number, from 1. A page that cannot be loaded is empty."""
        import pypdfium2

        try:
            page = self._document[number - 1]
        except pypdfium2.PdfiumError:
            return Page(number, 0.0, 0.0, (), (), ())
        try:
            return _read_page(page, number)
        finally:
            page.close()

    def read_picture(self, number: int) -> Page:
        """Return a page by its number, from 1, as its picture shows it. Raises `MissingDependencyError`."""
        import pypdfium2

        from cofitcheck.readers.pdf.pages.ocr import read_picture

        # A document keeps the fonts that it was read with, and those draw boxes.
        with fonts_to_draw(), pypdfium2.PdfDocument(self._data) as document:
            return read_picture(document[number - 1], number)


@contextmanager
def open_pdf(data: bytes, name: str) -> Iterator[OpenPdf]:
    """Open a PDF. Raises `UnreadableDocumentError` where it is locked, damaged, empty, too long or a bomb."""
    import pypdfium2

    if _unpacks_too_far(data):
        raise UnreadableDocumentError(
            f"{name}: a part of the PDF unpacks to more than {MAX_UNPACKED >> 20} MB; print it to a new PDF."
        )
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise UnreadableDocumentError(f"{name}: {_why(error)}") from error
    try:
        pages = len(document)
        if not pages:
            raise UnreadableDocumentError(f"{name}: the PDF has no pages; get the file again.")
        if pages > MAX_PAGES:
            raise UnreadableDocumentError(
                f"{name}: the PDF has {pages:,} pages, and at most {MAX_PAGES:,} are read; split it into "
                "parts and check those."
            )
        with fonts_to_read():
            yield OpenPdf(document, data)
    finally:
        document.close()


def _unpacks_too_far(data: bytes) -> bool:
    """Tell whether a deflated stream is larger than allowed, pictures and attached files left out: those are
    never unpacked."""
    end = 0
    while found := _STREAM.search(data, end):
        before, end = end, data.find(b"endstream", found.end())
        if end < 0:
            end = len(data)
        if (end - found.end()) * _DEFLATES < MAX_UNPACKED:
            continue
        dictionary = data[before : found.start()].rpartition(b" obj")[2]
        if not _NEVER_UNPACKED.search(dictionary) and _size(data[found.end() : end]) > MAX_UNPACKED:
            return True
    return False


def _size(packed: bytes) -> int:
    """Return the size that bytes inflate to, counted no further than a little over what is allowed."""
    inflating = zlib.decompressobj()
    size = 0
    try:
        # Bytes behind the end of a stream can stay in the tail, so the end is looked at too.
        while packed and not inflating.eof and size <= MAX_UNPACKED:
            size += len(inflating.decompress(packed, 1 << 20))
            packed = inflating.unconsumed_tail
    except zlib.error:
        return size
    return size


def _why(error: Any) -> str:
    if error.err_code in (_ENCRYPTED, _SECURITY):
        return "the PDF is locked with a password; save a copy without one and check that."
    return "the PDF is damaged and cannot be opened; get the file again or print it to a new PDF."


def _read_page(page: Any, number: int) -> Page:
    text_page = page.get_textpage()
    try:
        text = read_characters(text_page, MAX_CHARACTERS)
    finally:
        text_page.close()
    left, bottom, right, top = page.get_bbox()
    turn = main_turn(text.characters)
    wide, high = right - left, top - bottom
    width, height = (high, wide) if turn % 2 else (wide, high)

    def seen(x: float, y: float) -> tuple[float, float]:
        x, y = x - left, y - bottom
        return ((x, high - y), (y, x), (wide - x, y), (high - y, wide - x))[turn]

    def box(x0: float, y0: float, x1: float, y1: float) -> Box:
        (a, b), (c, d) = seen(x0, y0), seen(x1, y1)
        return min(a, c), min(b, d), max(a, c), max(b, d)

    tagged = read_structure(page)
    cell_of = {
        mark: cell.number
        for table in tagged
        for row in table.rows
        for cell in row.cells
        for mark in cell.marks
    }
    glyphs = []
    for char in without_doubles(text.characters):
        if char.turn != turn:
            continue
        x0, y0, x1, y1 = box(char.left, char.bottom, char.right, char.top)
        if x1 < 0 or y1 < 0 or x0 > width or y0 > height:
            continue
        start, base = seen(char.x, char.y)
        if x0 < start < (x0 + x1) / 2:
            x0 = start  # the box of a character may reach over the one before it
        size = max(y1 - y0, 1.0)
        cell = cell_of.get(char.mark, 0)
        glyphs.append(Glyph(char.text, x0, x1, base, size, char.bold, char.spaced, cell))
    drawn = read_drawn(page)
    level, upright = to_rules((*seen(x0, y0), *seen(x1, y1)) for x0, y0, x1, y1 in drawn.lines)
    covered = sum(abs((b[2] - b[0]) * (b[3] - b[1])) for b in drawn.pictures)
    return Page(
        number,
        width,
        height,
        words_of(glyphs, upright),
        _inside(level, height, width),
        _inside(upright, width, height),
        (turn - page.get_rotation() // 90) % 4,
        min(1.0, covered / (wide * high)) if wide * high else 0.0,
        drawn.objects,
        len(text.characters),
        text.unreadable,
        sum(char.turn != turn and char.text.isdigit() for char in text.characters),
        tagged=tagged,
        painted={cell_of[mark]: box(*area) for mark, area in drawn.marked.items() if mark in cell_of},
    )


def _inside(rules: tuple[Rule, ...], across: float, along: float) -> tuple[Rule, ...]:
    """Return the rules that are on the page, cut to it."""
    return tuple(
        Rule(rule.at, max(rule.start, 0.0), min(rule.end, along))
        for rule in rules
        if -1 <= rule.at <= across + 1 and rule.end > 0 and rule.start < along
    )


@contextmanager
def fonts_to_read() -> Iterator[None]:
    """Have a stand-in for each font that is not in the file, so that no character is lost."""
    with _fonts(_providers()[0]):
        yield


@contextmanager
def fonts_to_draw() -> Iterator[None]:
    """Have PDFium's own fonts for those that are not in the file; what they have no glyph of stays blank."""
    with _fonts(_providers()[1]):
        yield


@contextmanager
def _fonts(provider: Any) -> Iterator[None]:
    import pypdfium2.raw as pdfium

    _in_use.append(provider)
    pdfium.FPDF_SetSystemFontInfo(provider)
    try:
        yield
    finally:
        _in_use.pop()
        # PDFium gives the machine's fonts up with the provider, and makes new ones of them.
        pdfium.FPDF_SetSystemFontInfo(_in_use[-1] if _in_use else pdfium.FPDF_GetDefaultSystemFontInfo())


@cache
def _providers() -> tuple[Any, Any]:
    """Return what gives PDFium fonts to read with, and to draw with, for as long as the process lives."""
    import pypdfium2.raw as pdfium

    kinds = dict(pdfium.FPDF_SYSFONTINFO._fields_)

    def find(_: Any, _weight: int, _italic: int, charset: int, _pitch: int, face: Any, _exact: Any) -> int:
        name = ctypes.cast(face, ctypes.c_char_p).value or b""
        return _HANDLE if charset in _EAST_ASIAN or name not in _STANDARD else 0

    def give(_: Any, _font: int, table: int, buffer: Any, size: int) -> int:
        if table:
            return 0  # asked for where a file may hold several fonts
        font = stand_in()
        if buffer and size >= len(font):
            ctypes.memmove(buffer, font, len(font))
        return len(font)

    reads, draws = pdfium.FPDF_SYSFONTINFO(version=1), pdfium.FPDF_SYSFONTINFO(version=1)
    reads.MapFont, reads.GetFontData = kinds["MapFont"](find), kinds["GetFontData"](give)
    return reads, draws
