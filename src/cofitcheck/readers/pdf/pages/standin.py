"""A font that stands in for one which a PDF names and does not hold: a box for every character there is.

PDFium leaves out text whose glyphs are empty, so a character that no font of the machine has would be lost.
Its text, its place and its width come from the file; a box is all that is needed of its glyph, of no more
than the character's own room, since what a glyph covers is added to it. It is measured, and never drawn.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import NamedTuple

_EM = 1_000
_ASCENT, _DESCENT = 880, -120
"""What fonts of Chinese have, and what is taken where the file does not say it."""
_HEIGHT = 700
"""That of a capital letter or a digit."""
_GLYPHS = 0xFFFF
"""As many as a font may have: what has no Unicode is shown by its number."""
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


class _Shape(NamedTuple):
    """How far the pen moves on, in thousandths of the font's size, and how much of that the box fills."""

    advance: int
    box: int


_ABSENT, _SPACE, _THIN, _LETTER, _SQUARE = range(5)
_SHAPES = (_Shape(_EM, 0), _Shape(278, 0), _Shape(278, 150), _Shape(556, 250), _Shape(_EM, 960))
"""By the numbers above, as wide as in Helvetica; the last one is that of all further glyphs."""


@cache
def stand_in() -> bytes:
    """Return the font, as TrueType."""
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
    """Return the table from Unicode to glyphs, many of the first to one of the second (format 13)."""
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
