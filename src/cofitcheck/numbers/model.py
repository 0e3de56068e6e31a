"""What a number in a cell says: its value as `Decimal`, and everything the digits alone do not tell.

`normalise` brings text to one spelling: it may be full-width, padded with odd spaces, or marked with
superscripts. `code_of` gives the ISO code of a currency by its sign. The names of currencies are in
`language/`.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from decimal import Context, Decimal
from enum import StrEnum

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.lexicon import (
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    KATAKANA,
    LONG_VOWELS,
    SHARED_CURRENCIES,
)

# Twice the digits that a cell may have: scaling never rounds.
_EXACT = Context(prec=100)

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
"""The ISO codes of currencies by the signs and codes that may stand beside a number in a cell."""

# A sign that several currencies share means the one its caption names.
_SHARED: dict[str, frozenset[str]] = {
    "$": frozenset({"USD", "CAD", "AUD", "HKD", "TWD", "SGD", "NZD", "MXN"}),
    "¥": frozenset({"JPY", "CNY"}),
    **SHARED_CURRENCIES,
}


class Kind(StrEnum):
    """What a cell states: a number, or one of the blanks in place of one, which are different things."""

    VALUE = "value"
    """Digits, zero included."""
    DASH = "dash"
    """A dash of any kind: the preparer's sign for nothing to report."""
    NIL = "nil"
    """The word: "nil", "none", "無"."""
    NOT_MEANINGFUL = "not meaningful"
    """ "NM", "n/m", "N/A", "*"."""


class Measure(StrEnum):
    """What the number counts."""

    MONEY = "money"
    PER_SHARE = "per share"
    SHARES = "shares"
    PERCENT = "percent"
    BASIS_POINTS = "basis points"
    RATIO = "ratio"
    """A multiple ("1.4x")."""
    UNKNOWN = "unknown"
    """A plain number whose measure nothing states."""


@cached(65_536)
def _significant(displayed: Decimal) -> int:
    return len("".join(map(str, displayed.as_tuple().digits)).strip("0"))


@dataclass(frozen=True, slots=True)
class Number:
    """One number as stated.

    `value` is signed and in base units (dollars, not millions; a percentage stays 12.5, not 0.125), None for
    the blanks. `displayed` is the signed number as printed, before scale. `scale` is the power of ten between
    the two. `precision` is the exponent of the last stated digit in base units: 49.1 billion has 8, "1,234"
    in millions has 6, 0.25 has -2; the true value lies within half a unit of it, or, of a `truncated` number,
    up to a unit further from zero. `currency` is an ISO code, or "" when nothing states it.
    """

    kind: Kind
    value: Decimal | None
    displayed: Decimal | None
    scale: int = 0
    precision: int = 0
    measure: Measure = Measure.UNKNOWN
    currency: str = ""
    truncated: bool = False

    @property
    def digits(self) -> int:
        """How many significant digits are printed, outer zeros aside; 0 for blanks and for zero."""
        return 0 if self.displayed is None else _significant(self.displayed)

    def at_scale(self, scale: int) -> Number:
        """Return the number as it is where `scale` is the power of ten between what is printed and its
        value."""
        value = None if self.displayed is None else self.displayed.scaleb(scale, _EXACT)
        # A document has thousands of numbers to bring to scale: `replace` takes three times as long.
        return Number(
            self.kind,
            value,
            self.displayed,
            scale,
            self.precision - self.scale + scale,
            self.measure,
            self.currency,
            self.truncated,
        )


@cached(65536)
def normalise(text: str) -> str:
    """Return the text trimmed, white space folded, digits, signs and brackets in ASCII.

    Every dash and minus becomes "-", every apostrophe "'"; superscript digits, being footnote marks, go.
    """
    if not text.isascii():
        text = _SUPERSCRIPTS.sub("", text).translate(_SPELLING)
        text = _BARS.sub("-", unicodedata.normalize("NFKC", text).translate(_MINUSES))
    return " ".join(text.split())


def code_of(sign: str, stated: str = "") -> str:
    """Return the ISO code of a sign or word, given the code that the caption states ("" for none)."""
    if stated in _SHARED.get(sign, frozenset()):
        return stated
    return SIGNS.get(sign) or SIGNS.get(sign.upper()) or CURRENCY_WORDS.get(sign.lower(), "")
