"""One spelling for text that may be full-width, padded with odd spaces, or marked with superscripts.

The signs and codes of currencies, and the ISO code that each stands for. The names of currencies are in
`language/`.
"""

from __future__ import annotations

import unicodedata

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.lexicon import (
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    KATAKANA,
    LONG_VOWELS,
    SHARED_CURRENCIES,
)

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


_ISO = """
    USD EUR GBP JPY CNY HKD TWD CAD AUD NZD SGD CHF INR KRW SEK NOK DKK BRL MXN ILS ZAR PLN CZK HUF TRY THB
    MYR IDR PHP VND RUB AED SAR CLP COP ARS
"""

SIGNS: dict[str, str] = {
    **{code: code for code in _ISO.split()},
    "$": "USD", "US$": "USD", "U.S.$": "USD", "U.S. $": "USD", "USD$": "USD",
    "C$": "CAD", "CA$": "CAD", "CAD$": "CAD", "CDN$": "CAD", "Cdn$": "CAD", "A$": "AUD", "AU$": "AUD",
    "NZ$": "NZD", "HK$": "HKD", "NT$": "TWD", "S$": "SGD", "R$": "BRL", "MXN$": "MXN", "Mex$": "MXN",
    "€": "EUR", "£": "GBP", "¥": "JPY", "₩": "KRW", "₹": "INR", "₪": "ILS", "₽": "RUB", "₺": "TRY",
    "₱": "PHP", "฿": "THB", "₫": "VND", "RMB": "CNY", "RMB¥": "CNY", "CN¥": "CNY", "NIS": "ILS",
    "Rs.": "INR", "Rs": "INR",
    **CURRENCY_SIGNS,
}  # fmt: skip
"""What may stand beside a number in a cell."""

# A sign that several currencies share means the one its caption names.
_SHARED: dict[str, frozenset[str]] = {
    "$": frozenset({"USD", "CAD", "AUD", "HKD", "TWD", "SGD", "NZD", "MXN"}),
    "¥": frozenset({"JPY", "CNY"}),
    **SHARED_CURRENCIES,
}


def code_of(sign: str, stated: str = "") -> str:
    """Return the ISO code of a sign or word, given the code that the caption states ("" for none)."""
    if stated in _SHARED.get(sign, frozenset()):
        return stated
    return SIGNS.get(sign) or SIGNS.get(sign.upper()) or CURRENCY_WORDS.get(sign.lower(), "")
