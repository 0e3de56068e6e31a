"""A sentence with what fills it, said in the language that is spoken when it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from cofitcheck.reports.words.languages import catalogue, language


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
