"""The characters of a page, through PDFium, and the font that stands in for one that a PDF does not hold.

The stand-in has a box for every character. PDFium leaves out text whose glyphs are empty, so a character that
no font of the machine has would be lost. Its text, its place and its width come from the file, and only a box
is needed of its glyph. The box is no larger than the character's own room, since what a glyph covers is added
to that. It is measured, and never drawn.
"""

from __future__ import annotations

import ctypes
import math
import struct
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_NOTHING = 0.1
"""A width or height that is less than that of anything shown."""


_STROKED = 2
"""The text render mode of what is painted with an outline: bold by another name."""
_BOLD_WEIGHTS = range(600, 1001)
"""The weights of bold fonts; a font has a greater weight where the stems of its letters are noted wrongly."""
_FORCED_BOLD = 1 << 18
_BOLD_NAMES = (b"bold", b"simhei", b"heavy", b"black")
_CORNERS = 64
"""How many corners of an area are looked at."""
_ASKEW = 0.06
"""The most that a line may be off a quarter turn, in quarter turns."""

_EM = 1_000
_ASCENT, _DESCENT = 880, -120
"""The ascent and descent of Chinese fonts, which are taken where the file states none."""
_HEIGHT = 700
"""The height of a capital letter or a digit."""
_GLYPHS = 0xFFFF
"""The count of glyphs, as many as a font may have: what has no Unicode is shown by its number."""
_EVERY = 0x10FFFF

_BLANK = ((0x0, 0x20), (0xA0, 0xA0), (0x2000, 0x200F), (0x3000, 0x3000))
_NARROW = tuple((ord(char), ord(char)) for char in "!'(),-./:;I[]`fijlrt|")
_WIDE = (
    (0x2E80, 0x2FFF),
    (0x3001, 0xA4CF),
    (0xAC00, 0xD7FF),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE4F),
    (0xFF01, 0xFF60),
    (0xFFE0, 0xFFE6),
    (0x20000, 0x3FFFF),
)
"""Signs that fill a square, by their Unicode."""

_ABSENT, _SPACE, _THIN, _LETTER, _SQUARE = range(5)


class Character(NamedTuple):
    """One character in user space: its box is as wide as the pen moves on and as high as its font.

    `spaced` tells that a space is before it, written or told from the places by PDFium; `mark` is that of the
    content it belongs to, -1 where it has none.
    """

    text: str
    left: float
    bottom: float
    right: float
    top: float
    x: float
    y: float
    turn: int
    bold: bool
    spaced: bool
    mark: int


class Text(NamedTuple):
    """The characters of a page, and how many have a font that does not say what they are."""

    characters: list[Character]
    unreadable: int


def read_characters(text_page: Any, limit: int) -> Text:
    """Return at most `limit` characters of a PDFium text page; white space and hidden characters are left
    out."""
    import pypdfium2.raw as pdfium

    bold_fonts: dict[int, bool] = {}
    hidden: dict[int | None, bool] = {}  # by the text object
    found: list[Character] = []
    unreadable = 0
    spaced = False
    box, x, y = pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    matrix = pdfium.FS_MATRIX()
    for index in range(min(pdfium.FPDFText_CountChars(text_page), limit)):
        code = pdfium.FPDFText_GetUnicode(text_page, index)
        if code <= 32 or code in (0xA0, 0x3000) or pdfium.FPDFText_IsGenerated(text_page, index) == 1:
            spaced |= code in (32, 0xA0)
            continue
        if _says_nothing(code) or pdfium.FPDFText_HasUnicodeMapError(text_page, index) == 1:
            unreadable += 1
        item = pdfium.FPDFText_GetTextObject(text_page, index)
        at = ctypes.cast(item, ctypes.c_void_p).value
        if at not in hidden:
            hidden[at] = bool(item) and _is_hidden(pdfium, item)
        if hidden[at]:
            spaced = True
            continue
        font = ctypes.cast(pdfium.FPDFTextObj_GetFont(item), ctypes.c_void_p).value if item else 0
        bold = bold_fonts.get(font or 0)
        if bold is None:
            bold = bold_fonts[font or 0] = _is_bold(pdfium, text_page, index)
        stroked = item and pdfium.FPDFTextObj_GetTextRenderMode(item) == _STROKED
        pdfium.FPDFText_GetLooseCharBox(text_page, index, box)
        pdfium.FPDFText_GetCharOrigin(text_page, index, x, y)
        char = chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\N{REPLACEMENT CHARACTER}"
        edges = box.left, box.bottom, box.right, box.top
        turn = _turn(pdfium.FPDFText_GetCharAngle(text_page, index))
        if turn < 0 and pdfium.FPDFText_GetMatrix(text_page, index, matrix):
            turn = _turn(-math.atan2(matrix.b, matrix.a))  # a slanted letter stands on a level line
        mark = pdfium.FPDFPageObj_GetMarkedContentID(item) if item else -1
        found.append(Character(char, *edges, x.value, y.value, turn, bool(bold or stroked), spaced, mark))
        spaced = False
    return Text(found, unreadable)


def _is_hidden(pdfium: Any, item: Any) -> bool:
    """Tell whether a text is clipped to an area without any width or height, as editors hide it."""
    clip = pdfium.FPDFPageObj_GetClipPath(item)
    x, y = ctypes.c_float(), ctypes.c_float()
    for path in range(pdfium.FPDFClipPath_CountPaths(clip) if clip else 0):
        places: list[tuple[float, float]] = []
        for number in range(min(pdfium.FPDFClipPath_CountPathSegments(clip, path), _CORNERS)):
            segment = pdfium.FPDFClipPath_GetPathSegment(clip, path, number)
            if pdfium.FPDFPathSegment_GetPoint(segment, x, y):
                places.append((x.value, y.value))
        if places and min(max(edge) - min(edge) for edge in zip(*places, strict=True)) < _NOTHING:
            return True
    return False


def _turn(angle: float) -> int:
    """Return the quarter turns clockwise that make upright what is written at an angle; -1 where none do."""
    turns = angle / (math.pi / 2)
    return -round(turns) % 4 if abs(turns - round(turns)) < _ASKEW else -1


def _says_nothing(code: int) -> bool:
    return code == 0xFFFD or (code < 0x110000 and unicodedata.category(chr(code)) in ("Co", "Cn", "Cc"))


def _is_bold(pdfium: Any, text_page: Any, index: int) -> bool:
    """Tell whether the font of a character is a bold one."""
    if pdfium.FPDFText_GetFontWeight(text_page, index) in _BOLD_WEIGHTS:
        return True
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    pdfium.FPDFText_GetFontInfo(text_page, index, name, 128, flags)
    called = name.value.lower()
    return bool(flags.value & _FORCED_BOLD) or any(word in called for word in _BOLD_NAMES)


def main_turn(characters: list[Character]) -> int:
    """Return the quarter turns clockwise that make most characters upright."""
    turns = Counter(character.turn for character in characters if character.turn >= 0)
    return turns.most_common(1)[0][0] if turns else 0


def without_doubles(characters: list[Character]) -> Iterator[Character]:
    """Yield each character once: printers fake bold by painting it again right beside."""
    seen: dict[tuple[str, int, int], list[int]] = {}
    kept: list[Character] = []
    for char in characters:
        reach = 0.12 * (abs(char.top - char.bottom) or 1.0)
        column, row = int(char.x // 4), int(char.y // 4)
        twin = next(
            (
                at
                for near in (column, column - 1, column + 1)
                for line in (row, row - 1, row + 1)
                for at in seen.get((char.text, near, line), ())
                if abs(kept[at].x - char.x) <= reach and abs(kept[at].y - char.y) <= reach
            ),
            None,
        )
        if twin is None:
            seen.setdefault((char.text, column, row), []).append(len(kept))
            kept.append(char)
        elif not kept[twin].bold:
            kept[twin] = kept[twin]._replace(bold=True)
    yield from kept


class _Shape(NamedTuple):
    """How far the pen moves on, in thousandths of the font's size, and how much of that the box fills."""

    advance: int
    box: int


_SHAPES = (_Shape(_EM, 0), _Shape(278, 0), _Shape(278, 150), _Shape(556, 250), _Shape(_EM, 960))
"""The shapes by the numbers above, as wide as in Helvetica; the last one is that of all further glyphs."""


@cache
def stand_in() -> bytes:
    """Return the stand-in font, as TrueType."""
    outlines = [_outline(shape.box) for shape in _SHAPES]
    outlines += outlines[_SQUARE:] * (_GLYPHS - len(outlines))
    ends = [0]
    for outline in outlines:
        ends.append(ends[-1] + len(outline))
    metrics = b"".join(struct.pack(">Hh", shape.advance, 0) for shape in _SHAPES)
    return _font(
        {
            b"cmap": _character_map(),
            b"glyf": b"".join(outlines),
            b"head": struct.pack(
                ">IIIIHHQQ4hHHhhh",
                *(0x10000, 0x10000, 0, 0x5F0F3CF5, 0, _EM, 0, 0),
                *(0, _DESCENT, _EM, _ASCENT, 0, 8, 2, 1, 0),
            ),
            b"hhea": struct.pack(
                ">IhhhH11hH", 0x10000, _ASCENT, _DESCENT, 0, _EM, 0, 0, _EM, 1, *[0] * 7, len(_SHAPES)
            ),
            b"hmtx": metrics + bytes(2 * (_GLYPHS - len(_SHAPES))),
            b"loca": struct.pack(f">{_GLYPHS + 1}I", *ends),
            b"maxp": struct.pack(">I14H", 0x10000, _GLYPHS, 4, 1, 0, 0, 1, *[0] * 8),
        }
    )


def _outline(width: int) -> bytes:
    """Return the glyph of a box that stands on the line; nothing where it has no width."""
    if not width:
        return b""
    corners = ((0, 0), (0, _HEIGHT), (width, 0), (0, -_HEIGHT))  # each from the one before
    flags = b"\x01" * len(corners)
    xs = struct.pack(">4h", *(x for x, _ in corners))
    ys = struct.pack(">4h", *(y for _, y in corners))
    return struct.pack(">5hHH", 1, 0, 0, width, _HEIGHT, len(corners) - 1, 0) + flags + xs + ys


def _character_map() -> bytes:
    """Return the table from Unicode to glyphs, in which many characters have one glyph (format 13)."""
    named = [(*pair, _SPACE) for pair in _BLANK] + [(*pair, _THIN) for pair in _NARROW]
    groups: list[tuple[int, int, int]] = []
    start = 0
    for first, last, glyph in sorted([*named, *((*pair, _SQUARE) for pair in _WIDE)]):
        if start < first:
            groups.append((start, first - 1, _LETTER))
        groups.append((first, last, glyph))
        start = last + 1
    groups.append((start, _EVERY, _LETTER))
    packed = b"".join(struct.pack(">III", *group) for group in groups)
    head = struct.pack(">4HI", 0, 1, 3, 10, 12)
    return head + struct.pack(">HHIII", 13, 0, 16 + len(packed), 0, len(groups)) + packed


def _font(tables: dict[bytes, bytes]) -> bytes:
    """Return the file that holds tables."""
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    head = struct.pack(">I4H", 0x10000, count, 16 * power, power.bit_length() - 1, 16 * (count - power))
    directory, body = b"", b""
    for name, table in sorted(tables.items()):
        at = len(head) + 16 * count + len(body)
        directory += struct.pack(">4sIII", name, 0, at, len(table))
        body += table + bytes(-len(table) % 4)
    return head + directory + body
