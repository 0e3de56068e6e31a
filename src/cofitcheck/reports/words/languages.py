"""The languages of reports and pages, and sentences with their values.

A sentence is translated when it is shown, into the language that is spoken at that moment. This module has
the languages, the one that is spoken, and the translations.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from itertools import chain
from typing import TypeAlias

from msgspec import Struct

from cofitcheck import patterns as re
from cofitcheck.document import Document
from cofitcheck.language.lexicon import HAN_LETTERS, HIRAGANA, KATAKANA, SIMPLIFIED
from cofitcheck.language.phrases import TELLS_LANGUAGE

ENGLISH = "en"
LANGUAGES = {
    ENGLISH: "English",
    "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文",
    "ja": "日本語",
    "es": "Español",
}
"""The name of each language in the language itself, by its tag (BCP 47)."""

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)
_TRADITIONAL_REGIONS = re.compile(r"zh[-_](?:hant|tw|hk|mo)\b", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_HAN = re.compile(f"[{HAN_LETTERS}]")
_KANA = re.compile(f"[{HIRAGANA}{KATAKANA}]")
_EAST_ASIAN = 0.3
"""From which share of Chinese characters among the letters on a document is in an East Asian language.

One Chinese character says as much as several letters, so a Chinese document may have many words in English.
"""
_JAPANESE = 0.05
_WORD = re.compile(r"[^\W\d_]+")
_BY_WORDS = {"es": re.compile(rf"\b{TELLS_LANGUAGE['Spanish']}\b", re.IGNORECASE)}
"""The words by which languages in Latin letters are recognised."""
_OF_JAPANESE = re.compile(TELLS_LANGUAGE["Japanese"])
_TOLD = 0.05
"""From which share of these words on a document is in that language."""
_ENOUGH = 20_000
"""How many characters are looked at to recognise the language of a document."""
_TO_SIMPLIFIED = {chr(was): chr(becomes) for was, becomes in SIMPLIFIED.items() if isinstance(becomes, int)}


def language() -> str:
    """Return the tag of the language that is spoken."""
    return _spoken.get()


@contextmanager
def speaking(tag: str) -> Iterator[None]:
    """Show phrases in a language, one of `LANGUAGES`, inside this context."""
    before = _spoken.set(tag)
    try:
        yield
    finally:
        _spoken.reset(before)


@cache
def catalogue(tag: str) -> NullTranslations:
    """Return the translations into a language. English phrases are their own translations."""
    if tag == ENGLISH:
        return NullTranslations()
    # Babel takes a tenth of a second to load, and an English report does not need it.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    source = files("cofitcheck.reports.words") / "catalogues" / f"{tag.replace('-', '_')}.po"
    with source.open("rb") as stream:
        read = read_po(stream, locale=tag.replace("-", "_"))
    compiled = io.BytesIO()
    write_mo(compiled, read)
    compiled.seek(0)
    return GNUTranslations(compiled)


def negotiated(accepted: str) -> str:
    """Return the language for a browser by its `Accept-Language`; English where that names none of ours."""
    ranked: list[tuple[float, str]] = []
    for part in accepted.split(",")[:20]:
        tag, _, quality = part.strip().partition(";q=")
        try:
            ranked.append((-float(quality or 1), tag))
        except ValueError:
            continue
    known = (_known(tag) for _, tag in sorted(ranked, key=lambda each: each[0]))
    return next((tag for tag in known if tag), ENGLISH)


def _known(tag: str) -> str:
    if _TRADITIONAL_REGIONS.match(tag):
        return "zh-Hant"
    return {"zh": "zh-Hans", "ja": "ja", "es": "es", "en": ENGLISH}.get(tag[:2].lower(), "")


def language_of(document: Document) -> str:
    """Return the language for a report on a document: its own where it is one of ours, otherwise English."""
    text = _beginning(document)
    letters, han, kana = (len(pattern.findall(text)) for pattern in (_LETTER, _HAN, _KANA))
    if kana > _JAPANESE * letters and kana:
        return "ja"
    if han <= _EAST_ASIAN * letters:
        enough = _TOLD * len(_WORD.findall(text))
        told = (tag for tag, words in _BY_WORDS.items() if len(words.findall(text)) > enough)
        return next(told, ENGLISH)
    if _OF_JAPANESE.search(text):
        return "ja"
    simplified = set(_TO_SIMPLIFIED.values())
    traditional = sum(letter in _TO_SIMPLIFIED for letter in text)
    return "zh-Hant" if traditional > sum(letter in simplified for letter in text) else "zh-Hans"


def _beginning(document: Document) -> str:
    texts = chain(
        (cell.text for table in document.tables for cell in table.cells),
        (passage.text for passage in document.passages),
    )
    kept, length = [], 0
    for text in texts:
        kept.append(text)
        length += len(text)
        if length > _ENOUGH:
            break
    return "".join(kept)


class Phrase(Struct, frozen=True):
    """A sentence in English with its values; a name in braces stands for the value of this name.

    `plural` is the sentence for more than one, where the value `n` counts something; it is "" where nothing
    is counted. A phrase can be stored, and is translated into the reader's language when it is shown.
    """

    text: str
    values: Mapping[str, str | int | Phrase] = {}
    plural: str = ""

    def __str__(self) -> str:
        return self.template().format_map({name: shown(value) for name, value in self.values.items()})

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)

    def template(self) -> str:
        """Return the sentence in the language that is spoken, without its values."""
        words = catalogue(language())
        if not self.plural:
            return words.gettext(self.text)
        count = self.values.get("n", 1)
        return words.ngettext(self.text, self.plural, count if isinstance(count, int) else 1)

    def of(self, values: Mapping[str, str | int | Phrase]) -> Phrase:
        """Return the sentence with these values."""
        return Phrase(self.text, values, self.plural)


Words: TypeAlias = str | Phrase
"""A text that is shown as it is, as the words of a document are, or a phrase that is translated."""


def phrase(text: str, **values: str | int | Phrase) -> Phrase:
    """Return a sentence; the catalogues translate `text`."""
    return Phrase(text, values)


def say(text: str, **values: str | int | Phrase) -> str:
    """Return a sentence as text in the language that is spoken now."""
    return str(Phrase(text, values))


def counted(one: str, many: str, n: int, **values: str | int | Phrase) -> Phrase:
    """Return a sentence that counts something; the catalogues translate both."""
    return Phrase(one, {"n": n, **values}, many)


def shown(value: str | int | Phrase) -> str:
    """Return a value as it stands in a sentence: counts with thousands separators."""
    return f"{value:,}" if isinstance(value, int) else str(value)


def listed(items: Iterable[Words]) -> Words:
    """Return items joined into one text, "" where there are none."""
    said: Words = ""
    for each in items:
        said = phrase("{one}, {more}", one=said, more=each) if said else each
    return said
