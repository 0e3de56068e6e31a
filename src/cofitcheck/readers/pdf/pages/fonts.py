"""Which fonts PDFium has, apart from those in the file: none of the machine's while a PDF is read.

What is read must not depend on what is installed. PDFium's own fonts take the place of the fourteen that
every viewer has, and of all others while a page is drawn; while one is read those have a stand-in of boxes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from cofitcheck.readers.pdf.pages.standin import stand_in

_HANDLE = 1
"""What the stand-in is called by: anything but 0."""
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
"""The innermost last; the machine's fonts where there is none."""


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
