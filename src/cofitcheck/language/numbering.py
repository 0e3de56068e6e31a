"""How labels are numbered: "一、", "（一）", "1、" in the order of an outline; "1.1" as a part of "1"."""

from __future__ import annotations

import re

from cofitcheck.language.lexicon import HAN_LETTERS, NUMERALS

_STYLES = (
    re.compile(rf"\s*[{NUMERALS}]{{1,3}}[、．.]"),
    re.compile(rf"\s*[（(][{NUMERALS}]{{1,3}}[)）]"),
    re.compile(rf"\s*\d{{1,2}}(?:[、．]|\.(?=\s*[{HAN_LETTERS}]))"),
    re.compile(rf"\s*[（(]\d{{1,2}}[)）](?=\s*[{HAN_LETTERS}])"),
    re.compile(r"\s*[A-Z]、"),
)
BY_DIGITS = re.compile(r"\s{0,9}[（(]?\d{1,2}[)）.．、](?!\d)")
"""How labels are numbered by digits: "1.", "（1）"."""
_FIRST = re.compile(r"\s*[（(]?[一1A][)）、．.]")


def numbering(label: str) -> int:
    """Return how a label is numbered in Chinese, from the coarsest way on ("一、", "（一）", "1、", "（1）",
    "A、"), or -1."""
    return next((style for style, pattern in enumerate(_STYLES) if pattern.match(label)), -1)


def numbers_part(section: str, label: str) -> bool:
    """Tell whether a label is numbered by digits under a section that is numbered in Chinese: it is of that
    section, however deep it stands."""
    return 0 <= numbering(section) <= 1 and BY_DIGITS.match(label) is not None


def begins_numbering(label: str) -> bool:
    """Tell whether a numbered label is the first of its list."""
    return _FIRST.match(label) is not None


def is_part(order: str, whole: str) -> bool:
    """Tell whether the number of a row is that of a part of another row: "1.1" of "1"."""
    return order.startswith(whole.rstrip(".、") + ".")
