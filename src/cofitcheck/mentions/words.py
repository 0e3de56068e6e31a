"""What labels, headers and titles say, reduced to words and years."""

from __future__ import annotations

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.document import Mention
from cofitcheck.encoding.glossary import translated
from cofitcheck.language.lexicon import EAST_ASIAN_LETTERS
from cofitcheck.periods.text import years_in

WordSet = frozenset[str]

_WORD = re.compile(r"[^\W\d_]+")
_UNSPACED = re.compile(f"[{EAST_ASIAN_LETTERS}]+")
_WORDS_OF_TIME = frozenset(
    """january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec year years month months three six nine twelve
    ended ending quarter fiscal as of at the in and for to a on by
    thousands millions billions except per share data amounts unaudited dollars""".split()
)
"""What headers and titles say of time and units."""
_EMPTY_WORDS = frozenset(
    ("a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "total", "with")
)


@cached(65536)
def folded_words(text: str) -> tuple[str, ...]:
    """Return the lower-case words of a text in order, digits dropped and plural endings folded.

    Chinese and Japanese are read in English where that is known, else as overlapping pairs of characters.
    """
    return tuple(
        part
        for word in _WORD.findall(translated(text).lower())
        for part in (_pairs(word) if _UNSPACED.search(word) else (_singular(word),))
    )


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word


def _pairs(word: str) -> tuple[str, ...]:
    return tuple(word[at : at + 2] for at in range(max(1, len(word) - 1)))


def content_words(text: str) -> tuple[str, ...]:
    """Return the `folded_words` of a header or a title without what they say of time and units."""
    return tuple(word for word in folded_words(text) if word not in _WORDS_OF_TIME)


@cached(65536)
def word_set(text: str) -> WordSet:
    """Return the words of a label that carry meaning: no digits, no stop words, no "total"."""
    return frozenset(_WORD.findall(translated(text).casefold())) - _EMPTY_WORDS


def row_words(mention: Mention, title: str) -> WordSet:
    """Return the `word_set` of a row label; for a bare "Total" that of its section, else of the `title`."""
    for label in (*reversed(mention.row_path), title):
        if found := word_set(label):
            return found
    return frozenset()


def years(mention: Mention) -> frozenset[str]:
    """Return the years of the column headers, else of the row labels ("Balance at December 31, 2022")."""
    found = frozenset(years_in(translated(" ".join(mention.column_path))))
    return found or frozenset(years_in(translated(" ".join(mention.row_path))))
