"""What tables say and how their labels are numbered, over all languages: patterns by meaning."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import HAN_LETTERS, LANGUAGES, NUMERALS
from cofitcheck.language.prose import Words
from cofitcheck.language.tables import (
    AroundWords,
    HeaderWords,
    LabelWords,
    PageWords,
    Tables,
    TimeWords,
    UnitWords,
)

_NEVER = "(?!)"
_Part = TypeVar("_Part", bound=msgspec.Struct)

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
EAST_ASIAN_RUN = "\u3040-\u9fff"
"""The characters from kana to the last Chinese one, with all between these blocks, as ranges of a class."""
FULL_WIDTH = "\u2e80-\u303f\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60（）：；，。、％"
"""The characters of Chinese and Japanese and their punctuation, which are as wide, as ranges of a class."""


def _over_all(kind: type[_Part], part: Callable[[Tables], _Part]) -> _Part:
    """Return the words of all languages for each entry of a part, in the order of the languages."""
    held = [part(language.tables) for language in LANGUAGES]
    return kind(
        **{
            name: tuple(dict.fromkeys(word for each in held for word in getattr(each, name)))
            for name in kind.__struct_fields__
        }
    )


HEADERS = _over_all(HeaderWords, lambda tables: tables.headers)
UNITS = _over_all(UnitWords, lambda tables: tables.units)
LABELS = _over_all(LabelWords, lambda tables: tables.labels)
TIMES = _over_all(TimeWords, lambda tables: tables.times)
AROUND = _over_all(AroundWords, lambda tables: tables.around)
PAGES = _over_all(PageWords, lambda tables: tables.pages)


def any_of(*entries: Words) -> str:
    """Return a pattern of any of the words of entries, the first that fits; of none, one that never fits."""
    return f"(?:{'|'.join(word for words in entries for word in words) or _NEVER})"


def letters(*entries: Words) -> str:
    """Return the letters of entries, for a character class."""
    return "".join(word for words in entries for word in words)


def numbering(label: str) -> int:
    """Return how a label is numbered in Chinese, from the coarsest way on ("一、", "（一）", "1、", "（1）",
    "A、"), or -1."""
    return next((style for style, pattern in enumerate(_STYLES) if pattern.match(label)), -1)


def numbers_part(section: str, label: str) -> bool:
    """Tell whether a label is numbered by digits under a section that is numbered in Chinese: such a label
    belongs to that section, however deep it stands."""
    return 0 <= numbering(section) <= 1 and BY_DIGITS.match(label) is not None


def begins_numbering(label: str) -> bool:
    """Tell whether a numbered label is the first of its list."""
    return _FIRST.match(label) is not None


def is_part(order: str, whole: str) -> bool:
    """Tell whether the number of a row is that of a part of another row: "1.1" of "1"."""
    return order.startswith(whole.rstrip(".、") + ".")
