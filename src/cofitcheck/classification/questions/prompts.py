"""The words around the tables of a question, and the language in which a document is asked about.

Each version of the words is a file. New words get a new version, since a trained model keeps the words that
it learnt with. A document is asked about in its own language where there is a prompt in it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Literal, Self

import msgspec

from cofitcheck import patterns as re
from cofitcheck.document import Document
from cofitcheck.encoding.description import Frame
from cofitcheck.errors import ConfigError
from cofitcheck.language.lexicon import HAN_LETTERS, HIRAGANA, KATAKANA

PROMPTS = ("english-1", "chinese-1")
"""The versions there are, each a file beside this one."""

Language = Literal["en", "zh", "auto"]
"""English, Chinese, or the one of the two that the document is in."""

PROMPT_IN = {"en": "english-1", "zh": "chinese-1"}
"""The version of the prompt in each language."""

_LETTER = re.compile(r"[^\W\d_]")
_HAN = re.compile(f"[{HAN_LETTERS}]")
_KANA = re.compile(f"[{HIRAGANA}{KATAKANA}]")
_CHINESE = 0.3
"""The share of Chinese characters among the letters of a Chinese document. It is below one half, since one
character says as much as several letters, and such a document has some words in English."""

_JAPANESE = 0.05
"""The share of kana among the letters of a Japanese document."""


class Prompt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pieces of a prompt in their order.

    `task` comes first; `first` and `second` head the contexts of the two tables, `either` that of a table
    whose place is not known; `first_cell` and `second_cell` say, with `{row}` and `{column}`, where the two
    mentions stand; `ask` asks, and `yes` or `no` is the answer.
    """

    name: str
    task: str
    first: str
    second: str
    either: str
    first_cell: str
    second_cell: str
    ask: str
    yes: str
    no: str

    @classmethod
    def named(cls, name: str) -> Self:
        """Return a version of the prompt. Raises `ConfigError` where there is none of this name."""
        if name not in PROMPTS:
            raise ConfigError(
                f"There is no prompt {name!r}; this version of the package has {', '.join(PROMPTS)}."
            )
        text = (files(__package__) / "prompts" / f"{name}.toml").read_text(encoding="utf-8")
        return msgspec.convert({"name": name, **tomllib.loads(text)}, cls)

    def framed(self, frame: Frame) -> Self:
        """Return the prompt with the end of a chat's frame after it. Answers then begin without a space.

        The beginning of the frame opens every text (see `encoding.passes.Pieces`).
        """
        if not frame.after:
            return self
        ask = self.ask + frame.after
        return msgspec.structs.replace(self, ask=ask, yes=self.yes.strip(), no=self.no.strip())

    def places(self, first: tuple[int, int], second: tuple[int, int]) -> tuple[str, str]:
        """Return the texts that say where the two mentions stand: body row and column of each, from 1."""
        (row, column), (other_row, other_column) = first, second
        return (
            self.first_cell.format(row=row, column=column),
            self.second_cell.format(row=other_row, column=other_column),
        )


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
