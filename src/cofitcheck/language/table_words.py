"""What tables say, over all languages: for each meaning its words, of which `any_of` makes a pattern."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from cofitcheck.language.lexicon import LANGUAGES
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


EAST_ASIAN_RUN = "\u3040-\u9fff"
"""From kana to the last character, what stands between their blocks included, as ranges of a class."""
FULL_WIDTH = "\u2e80-\u303f\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60（）：；，。、％"
"""The characters of Chinese and Japanese and their punctuation, which are as wide, as ranges of a class."""


def any_of(*entries: Words) -> str:
    """Return a pattern of any of the words of entries, the first that fits; of none, one that never fits."""
    return f"(?:{'|'.join(word for words in entries for word in words) or _NEVER})"


def letters(*entries: Words) -> str:
    """Return the letters of entries, for a character class."""
    return "".join(word for words in entries for word in words)
