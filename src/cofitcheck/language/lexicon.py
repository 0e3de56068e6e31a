"""Words by what they mean, over all languages: parts of patterns, and the questions that most callers ask.

A part of a pattern is meant for `re.IGNORECASE`. Words of languages that set them apart by blanks are named
`..._WORDS` and want a boundary around them; those of languages that do not are named `..._SIGNS`, and may
stand anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cofitcheck.language.model import Language, Words, languages

LANGUAGES = languages()
_SPACED = [language for language in LANGUAGES if language.spaced]
_UNSPACED = [language for language in LANGUAGES if not language.spaced]


def _either(words: Iterable[Words]) -> str:
    """Return a pattern of any of the words, in the order of languages and files."""
    return f"(?:{'|'.join(dict.fromkeys(word for each in words for word in each))})"


def _totals(language: Language) -> Words:
    return (*language.rows.subtotal, *language.rows.total)


TOTAL_WORDS = _either(map(_totals, _SPACED))
"""What the label of a total or subtotal begins with."""
TOTAL_SIGNS = _either(map(_totals, _UNSPACED))
SUBTOTAL_WORDS = _either(language.rows.subtotal for language in _SPACED)
SUBTOTAL_SIGNS = _either(language.rows.subtotal for language in _UNSPACED)
NET_SIGNS = _either(language.rows.net for language in _UNSPACED)
"""What ends the name of what an amount is the sum, or what is left, of."""

_TOTAL = re.compile(rf"^\s*{TOTAL_WORDS}\b|{TOTAL_SIGNS}", re.IGNORECASE)
_TOTAL_AT_END = re.compile(rf"{TOTAL_SIGNS}\Z")
_SUBTOTAL = re.compile(SUBTOTAL_SIGNS)
_SUMMED = re.compile(rf"{SUBTOTAL_SIGNS}.*|{NET_SIGNS}\Z")


def is_total(label: str) -> bool:
    """Tell whether a label is that of a total or subtotal."""
    return _TOTAL.search(label) is not None


def without_total(label: str) -> str:
    """Return what the label of a total says that it sums up."""
    return _TOTAL.sub("", label)


def without_total_at_end(label: str) -> str | None:
    """Return what stands before the sign of a total that ends a label, None where none does."""
    total = _TOTAL_AT_END.search(label)
    return label[: total.start()].strip() if total else None


def is_bare_subtotal(label: str) -> bool:
    """Tell whether a label is "subtotal" and no more, in Chinese or Japanese: of its own section."""
    return _SUBTOTAL.fullmatch(label) is not None


def without_sum(label: str) -> str:
    """Return a label without what stands behind the name of what Chinese tables sum up."""
    return _SUMMED.sub("", label).strip()
