"""The language in which a document is asked about: its own, where there is a prompt in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from cofitcheck import patterns as re
from cofitcheck.document.model import Document
from cofitcheck.language.lexicon import HAN_LETTERS, HIRAGANA, KATAKANA

Language = Literal["en", "zh", "auto"]
"""English, Chinese, or whichever the document is in."""

PROMPT_IN = {"en": "english-1", "zh": "chinese-1"}
"""The version of the prompt in each language."""

_LETTER = re.compile(r"[^\W\d_]")
_HAN = re.compile(f"[{HAN_LETTERS}]")
_KANA = re.compile(f"[{HIRAGANA}{KATAKANA}]")
_CHINESE = 0.3
"""One Chinese character says as much as several letters: a document with some words in English is Chinese."""

_JAPANESE = 0.05


def prompt_for(document: Document, language: Language | None, learnt: str) -> str:
    """Return the version of the prompt for a document; for None the one that was `learnt`."""
    if language is None:
        return learnt
    return PROMPT_IN[("zh" if is_chinese(document) else "en") if language == "auto" else language]


def is_chinese(document: Document) -> bool:
    """Tell whether the words of the tables are in Chinese characters, and not in Japanese."""
    letters = han = kana = 0
    for text in _words(document):
        letters += len(_LETTER.findall(text))
        han += len(_HAN.findall(text))
        kana += len(_KANA.findall(text))
    return han > _CHINESE * letters and kana < _JAPANESE * letters


def _words(document: Document) -> Iterator[str]:
    for table in document.tables:
        yield table.title
        yield from (cell.text for cell in table.cells)
