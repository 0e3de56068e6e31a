"""Adds to a marked PDF what its reviewers did: ticks, each with a note, and a last page of statements.

The page is set in fonts that every PDF reader has: Helvetica, and the usual Chinese and Japanese fonts for
sentences that need them.
"""

from __future__ import annotations

import io
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cofitcheck.reports.marked.pdf import Box, annotate, identified
from cofitcheck.reports.words import language

_BLUE, _RED = (28, 79, 138), (163, 32, 29)
_WIDTH, _HEIGHT, _MARGIN = 595, 842, 56
_SIZE, _LEADING = 10, 15
_HEADING = 14
_LINE = 92
"""How many half-width characters a line holds."""
_LINES = (_HEIGHT - 2 * _MARGIN) // _LEADING
_OF_LANGUAGE = {
    "ja": ("HeiseiKakuGo-W5", "Japan1", "UniJIS-UCS2-H"),
    "zh-Hant": ("MSung-Light", "CNS1", "UniCNS-UCS2-H"),
}
_CHINESE = ("STSong-Light", "GB1", "UniGB-UCS2-H")
"""Font, collection and encoding of Chinese and Japanese sentences where `_OF_LANGUAGE` has none."""

_TICK = ((0.0, 0.45), (0.25, 0.1), (0.75, 0.95))
_CROSS = ((0.0, 0.1), (0.7, 0.9), (0.35, 0.5), (0.7, 0.1), (0.0, 0.9))


@dataclass(frozen=True, slots=True)
class ReviewTick:
    """A tick or a cross left of a number: its page (from 1), its box as shares of the page, and its note."""

    page: int
    box: Box
    holds: bool
    note: str


def with_review(
    pdf: bytes, ticks: Sequence[ReviewTick], headings: Sequence[tuple[str, Sequence[str]]]
) -> bytes:
    """Return a PDF with ticks, and with a last page of sentences, each under its heading."""
    import pypdfium2

    by_page: dict[int, list[ReviewTick]] = defaultdict(list)
    for tick in ticks:
        by_page[tick.page].append(tick)
    document = pypdfium2.PdfDocument(pdf)
    sheet = pypdfium2.PdfDocument(_sheet(headings))
    try:
        for number, own in by_page.items():
            page = document[number - 1]
            for tick in own:
                _mark(page, tick)
            page.close()
        document.import_pages(sheet)
        out = io.BytesIO()
        document.save(out)
        is_named = bool(document.get_identifier())
    finally:
        sheet.close()
        document.close()
    return identified(out.getvalue(), is_named)


def _mark(page: Any, tick: ReviewTick) -> None:
    width, height = page.get_size()
    left, top, _, foot = tick.box
    size = min((foot - top) * height, 9.0)
    x, y = left * width - size, foot * height
    points = [(x + across * size, y - up * size) for across, up in (_TICK if tick.holds else _CROSS)]
    annotate(page, points, _BLUE if tick.holds else _RED, tick.note)


def _sheet(headings: Sequence[tuple[str, Sequence[str]]]) -> bytes:
    """Return the pages of sentences as a PDF."""
    lines: list[tuple[str, int]] = []
    for heading, sentences in headings:
        lines += [("", _SIZE), (heading, _HEADING)]
        lines += [(line, _SIZE) for sentence in sentences for line in _wrapped(sentence)]
    pages = [lines[at : at + _LINES] for at in range(0, len(lines), _LINES)]
    contents = [_content(page) for page in pages]
    font, collection, encoding = _OF_LANGUAGE.get(language(), _CHINESE)
    kids = " ".join(f"{6 + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>".encode(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        (
            f"<</Type/Font/Subtype/Type0/BaseFont/{font}-{encoding}/Encoding/{encoding}"
            "/DescendantFonts[5 0 R]>>"
        ).encode(),
        (
            f"<</Type/Font/Subtype/CIDFontType0/BaseFont/{font}/DW 1000/W[1 95 500]/CIDSystemInfo"
            f"<</Registry(Adobe)/Ordering({collection})/Supplement 0>>/FontDescriptor<</Type/FontDescriptor"
            f"/FontName/{font}/Flags 4/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 752/Descent -271"
            "/CapHeight 737/StemV 58>>>>"
        ).encode(),
    ]
    for at, content in enumerate(contents):
        resources = "/Resources<</Font<</L 3 0 R/C 4 0 R>>>>"
        box = f"/MediaBox[0 0 {_WIDTH} {_HEIGHT}]"
        objects.append(f"<</Type/Page/Parent 2 0 R{box}{resources}/Contents {7 + 2 * at} 0 R>>".encode())
        objects.append(f"<</Length {len(content)}>>stream\n".encode() + content + b"\nendstream")
    return _file(objects)


def _content(lines: Sequence[tuple[str, int]]) -> bytes:
    """Return the drawing of one page of lines, each with its size."""
    parts = [b"BT"]
    for at, (line, size) in enumerate(lines, 1):
        place = f"1 0 0 1 {_MARGIN} {_HEIGHT - _MARGIN - at * _LEADING} Tm".encode()
        try:
            font, text = b"/L", line.encode("cp1252")
        except UnicodeEncodeError:
            font, text = b"/C", line.encode("utf-16-be", "replace")
        parts.append(font + f" {size} Tf ".encode() + place + b" <" + text.hex().encode() + b"> Tj")
    return b"\n".join([*parts, b"ET"])


def _file(objects: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj".encode() + each + b"endobj\n"
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    out += f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF".encode()
    return bytes(out)


def _wrapped(text: str) -> Iterator[str]:
    """Yield the lines of a sentence, broken at spaces, and between letters of scripts without spaces."""
    line, width = "", 0
    for word in _words(" ".join(text.split())):
        size = sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in word)
        if line and width + size > _LINE:
            yield line.rstrip()
            line, width = "", 0
        line, width = line + word, width + size
    if line:
        yield line.rstrip()


def _words(text: str) -> Iterator[str]:
    """Yield the parts that stay on one line: a word with the space behind it, or a letter without spaces."""
    word = ""
    for letter in text:
        word += letter
        if letter == " " or unicodedata.east_asian_width(letter) in "WF" or len(word) > _LINE // 2:
            yield word
            word = ""
    yield word
