"""Every sentence that a person reads: in English here, in other languages in `catalogues`.

A sentence is a `Phrase`. It is translated when it is shown, into the language of the reader.
"""

from cofitcheck.reports.words.languages import (
    ENGLISH,
    LANGUAGES,
    Phrase,
    Words,
    counted,
    language,
    language_of,
    listed,
    negotiated,
    phrase,
    say,
    speaking,
)
from cofitcheck.reports.words.unchecked import render_unchecked, render_unchecked_alike

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "Phrase",
    "Words",
    "counted",
    "language",
    "language_of",
    "listed",
    "negotiated",
    "phrase",
    "render_unchecked",
    "render_unchecked_alike",
    "say",
    "speaking",
]
