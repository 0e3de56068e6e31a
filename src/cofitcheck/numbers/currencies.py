"""Currency signs, codes and words, and the ISO code each stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable

_DOLLARS = frozenset({"USD", "CAD", "AUD", "HKD", "TWD", "SGD", "NZD", "MXN"})
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
    "Rs.": "INR", "Rs": "INR", "元": "CNY", "円": "JPY", "日元": "JPY", "日圓": "JPY",
    "日幣": "JPY", "日币": "JPY", "美元": "USD", "美金": "USD",
    "欧元": "EUR", "歐元": "EUR", "米ドル": "USD", "ドル": "USD", "ユーロ": "EUR",
    "香港ドル": "HKD", "台湾ドル": "TWD", "豪ドル": "AUD", "カナダドル": "CAD", "シンガポールドル": "SGD",
    "英ポンド": "GBP",
    "港元": "HKD", "港币": "HKD", "港幣": "HKD", "人民币": "CNY", "人民幣": "CNY",
    "新台币": "TWD", "新台幣": "TWD", "新臺幣": "TWD", "台幣": "TWD", "臺幣": "TWD",
    "英镑": "GBP", "英鎊": "GBP",
}  # fmt: skip
"""What may stand beside a number in a cell."""

WORDS: dict[str, str] = {
    "u.s. dollars": "USD", "us dollars": "USD", "u.s dollars": "USD", "united states dollars": "USD",
    "u.s. dollar": "USD", "us dollar": "USD", "dollars": "USD", "dollar": "USD",
    "canadian dollars": "CAD", "australian dollars": "AUD", "hong kong dollars": "HKD",
    "new taiwan dollars": "TWD", "singapore dollars": "SGD",
    "euros": "EUR", "euro": "EUR", "yen": "JPY", "japanese yen": "JPY", "pounds": "GBP",
    "pounds sterling": "GBP", "pound sterling": "GBP", "sterling": "GBP", "renminbi": "CNY", "yuan": "CNY",
    "chinese yuan": "CNY",
    "korean won": "KRW", "indian rupees": "INR", "rupees": "INR", "swiss francs": "CHF",
    "new israeli shekels": "ILS", "shekels": "ILS",
}  # fmt: skip
"""What captions write out, in lower case."""

# A sign that several currencies share means the one its caption names.
_SHARED: dict[str, frozenset[str]] = {
    "$": _DOLLARS,
    "dollars": _DOLLARS,
    "dollar": _DOLLARS,
    "¥": frozenset({"JPY", "CNY"}),
    "元": frozenset({"CNY", "TWD", "HKD"}),
}


def alternation(words: Iterable[str]) -> str:
    """Return a regular expression that matches any of the words, the longest that fits."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def code_of(sign: str, stated: str = "") -> str:
    """Return the ISO code of a sign or word, given the code that the caption states ("" for none)."""
    if stated in _SHARED.get(sign, frozenset()):
        return stated
    return SIGNS.get(sign) or SIGNS.get(sign.upper()) or WORDS.get(sign.lower(), "")
