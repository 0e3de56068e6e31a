"""The languages of reports and pages, and a sentence with what fills it.

A sentence is said in the language that is spoken when it is shown. Here is which languages there are, which
one is spoken, and its catalogue.
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
"""What each language is called in itself, by its tag (BCP 47)."""

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)
_TRADITIONAL_REGIONS = re.compile(r"zh[-_](?:hant|tw|hk|mo)\b", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_HAN = re.compile(f"[{HAN_LETTERS}]")
_KANA = re.compile(f"[{HIRAGANA}{KATAKANA}]")
_EAST_ASIAN = 0.3
"""One Chinese character says as much as several letters: a document with some words in English is Chinese."""
_JAPANESE = 0.05
_WORD = re.compile(r"[^\W\d_]+")
_BY_WORDS = {"es": re.compile(rf"\b{TELLS_LANGUAGE['Spanish']}\b", re.IGNORECASE)}
"""What tells languages that are written in Latin letters."""
_TOLD = 0.05
"""The share of such words from which a document is in that language."""
_ENOUGH = 20_000
"""So many characters tell the language of a document."""
_TO_SIMPLIFIED = {chr(was): chr(becomes) for was, becomes in SIMPLIFIED.items() if isinstance(becomes, int)}


def language() -> str:
    """Return the tag of the language that phrases are said in here."""
    return _spoken.get()


@contextmanager
def speaking(tag: str) -> Iterator[None]:
    """Say phrases in a language, one of `LANGUAGES`, as long as this is open."""
    before = _spoken.set(tag)
    try:
        yield
    finally:
        _spoken.reset(before)


@cache
def catalogue(tag: str) -> NullTranslations:
    """Return the translations into a language; the English ones are the phrases themselves."""
    if tag == ENGLISH:
        return NullTranslations()
    # Babel takes a tenth of a second to load, which an English report does not need.
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
    """Return the language to speak with a browser, by its `Accept-Language`; English where it names none of
    ours."""
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
    """Return the language to report on a document in: its own where it is one of ours, or English."""
    text = _beginning(document)
    letters, han, kana = (len(pattern.findall(text)) for pattern in (_LETTER, _HAN, _KANA))
    if kana > _JAPANESE * letters and kana:
        return "ja"
    if han <= _EAST_ASIAN * letters:
        enough = _TOLD * len(_WORD.findall(text))
        told = (tag for tag, words in _BY_WORDS.items() if len(words.findall(text)) > enough)
        return next(told, ENGLISH)
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
    """A sentence in English with its values, which names in braces stand for.

    `plural` is what it says of more than one, where the value `n` counts something; "" where nothing is
    counted. It can be stored, and is said in the reader's language when it is read.
    """

    text: str
    values: Mapping[str, str | int | Phrase] = {}
    plural: str = ""

    def __str__(self) -> str:
        return self.template().format_map({name: shown(value) for name, value in self.values.items()})

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)

    def template(self) -> str:
        """Return the sentence in the language that is spoken, its values not yet filled in."""
        words = catalogue(language())
        if not self.plural:
            return words.gettext(self.text)
        count = self.values.get("n", 1)
        return words.ngettext(self.text, self.plural, count if isinstance(count, int) else 1)

    def of(self, values: Mapping[str, str | int | Phrase]) -> Phrase:
        """Return the sentence with these values."""
        return Phrase(self.text, values, self.plural)


Words: TypeAlias = str | Phrase
"""What is said as it is, as the words of a document, or in the reader's language."""


def phrase(text: str, **values: str | int | Phrase) -> Phrase:
    """Return a sentence; the catalogues translate `text`."""
    return Phrase(text, values)


def say(text: str, **values: str | int | Phrase) -> str:
    """Say a sentence here and now, as an answer to whoever asked."""
    return str(Phrase(text, values))


def counted(one: str, many: str, n: int, **values: str | int | Phrase) -> Phrase:
    """Return a sentence that counts something; the catalogues translate both."""
    return Phrase(one, {"n": n, **values}, many)


def shown(value: str | int | Phrase) -> str:
    """Return a value as it stands in a sentence: counts with thousands separators."""
    return f"{value:,}" if isinstance(value, int) else str(value)


def listed(items: Iterable[Words]) -> Words:
    """Return things one after the other, "" where there are none."""
    said: Words = ""
    for each in items:
        said = phrase("{one}, {more}", one=said, more=each) if said else each
    return said
