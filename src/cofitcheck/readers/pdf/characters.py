"""The characters of a page, through PDFium."""

from __future__ import annotations

import ctypes
import math
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

_INVISIBLE = 3
"""The text render mode of what is not painted."""
_STROKED = 2
"""The text render mode of what is painted with an outline: bold by another name."""
_BOLD_WEIGHT = 600
_FORCED_BOLD = 1 << 18


class Character(NamedTuple):
    """One character in user space: its box is as wide as the pen moves on and as high as its font."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    x: float
    y: float
    turn: int
    bold: bool


class Text(NamedTuple):
    """The characters of a page, and how many have a font that does not say what they are."""

    characters: list[Character]
    unreadable: int


class _Style(NamedTuple):
    bold: bool
    turn: int
    """The quarter turns clockwise that make it upright; -1 where none do."""


def read_characters(text_page: Any, limit: int) -> Text:
    """Return the characters of a PDFium text page, white space apart; at most `limit`."""
    import pypdfium2.raw as pdfium

    styles: dict[int, _Style] = {}
    found: list[Character] = []
    unreadable = 0
    box, x, y = pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    for index in range(min(pdfium.FPDFText_CountChars(text_page), limit)):
        code = pdfium.FPDFText_GetUnicode(text_page, index)
        if code <= 32 or code in (0xA0, 0x3000) or pdfium.FPDFText_IsGenerated(text_page, index) == 1:
            continue
        if _says_nothing(code) or pdfium.FPDFText_HasUnicodeMapError(text_page, index) == 1:
            unreadable += 1
        handle = pdfium.FPDFText_GetTextObject(text_page, index)
        key = ctypes.cast(handle, ctypes.c_void_p).value or 0
        style = styles.get(key)
        if style is None:
            style = styles[key] = _style(pdfium, text_page, index, handle)
        pdfium.FPDFText_GetLooseCharBox(text_page, index, box)
        pdfium.FPDFText_GetCharOrigin(text_page, index, x, y)
        char = chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\N{REPLACEMENT CHARACTER}"
        found.append(
            Character(
                char, box.left, box.bottom, box.right, box.top, x.value, y.value, style.turn, style.bold
            )
        )
    return Text(found, unreadable)


def _says_nothing(code: int) -> bool:
    return code == 0xFFFD or (code < 0x110000 and unicodedata.category(chr(code)) in ("Co", "Cn", "Cc"))


def _style(pdfium: Any, text_page: Any, index: int, handle: Any) -> _Style:
    angle = pdfium.FPDFText_GetCharAngle(text_page, index) % (2 * math.pi)
    turns = angle / (math.pi / 2)
    turn = -round(turns) % 4 if abs(turns - round(turns)) < 0.06 else -1
    return _Style(_is_bold(pdfium, text_page, index, handle), turn)


def _is_bold(pdfium: Any, text_page: Any, index: int, handle: Any) -> bool:
    if handle and pdfium.FPDFTextObj_GetTextRenderMode(handle) == _STROKED:
        return True
    if pdfium.FPDFText_GetFontWeight(text_page, index) >= _BOLD_WEIGHT:
        return True
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    pdfium.FPDFText_GetFontInfo(text_page, index, name, 128, flags)
    called = name.value.lower()
    return bool(flags.value & _FORCED_BOLD) or any(
        word in called for word in (b"bold", b"simhei", b"heavy", b"black")
    )


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
