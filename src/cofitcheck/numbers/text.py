"""One spelling for text that may be full-width, padded with odd spaces, or marked with superscripts."""

from __future__ import annotations

import unicodedata

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.lexicon import KATAKANA, LONG_VOWELS

# Superscripts go before NFKC, which would make a digit of a footnote mark ("1,234²" into "1,2342").
_SUPERSCRIPTS = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ᵃᵇᶜᵈᵉ®™]")
_MINUSES = {ord(sign): "-" for sign in "−–—‐‑‒―﹣－─━⁃"}
_BARS = re.compile(f"(?<![{KATAKANA}])[{LONG_VOWELS}]")
"""Dashes written as the mark that lengthens a vowel: after katakana it is a letter ("ユーロ")."""
_SPELLING = {
    **_MINUSES,
    **{ord(mark): "'" for mark in "’‘´`ʼ"},
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad")),
    ord("㈱"): None,  # a company's, which NFKC would spell as the unit of shares: "(株)"
    ord("︵"): "(",
    ord("、"): ",",
}


@cached(16384)
def normalise(text: str) -> str:
    """Return the text trimmed, white space folded, digits, signs and brackets in ASCII.

    Every dash and minus becomes "-", every apostrophe "'"; superscript digits, being footnote marks, go.
    """
    if not text.isascii():
        text = _SUPERSCRIPTS.sub("", text).translate(_SPELLING)
        text = _BARS.sub("-", unicodedata.normalize("NFKC", text).translate(_MINUSES))
    return " ".join(text.split())
