"""The text of one cell, taken by itself: the digits as printed, their sign, and what stands around them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.lexicon import (
    EAST_ASIAN_LETTERS,
    LARGE_SIGNS,
    MAGNITUDE_LETTERS,
    MAGNITUDE_SIGNS,
    MAGNITUDE_WORDS,
    NUMERALS,
    alternation,
)
from cofitcheck.language.meanings import MEASURES
from cofitcheck.numbers.model import SIGNS, Kind, Measure, normalise

_MAX_TEXT = 80
"""A longer text is not read as a number."""
_MAX_DIGITS = 40
"""A text with more digits is not read as a number."""

_SIGN = alternation(SIGNS)
_FOOTNOTE = (
    r"\(\s*+(?:[0-9]{1,2}|[A-Za-z]{1,2}|[ivx]{1,4})(?:\s*+,\s*+(?:[0-9]{1,2}|[A-Za-z]))*+\s*+\)"
    rf"|\[(?:[0-9]{{1,2}}|[a-z])\]|[*†‡§#^]++|[\[(]\s*+{MEASURES['note']}\s*+[0-9{NUMERALS}]*+\s*+[\])]"
)
_CELL = re.compile(
    r"(?P<before>[^0-9]*?)(?P<digits>(?:(?<![A-Za-z])[.,])?[0-9](?:(?: ?[.,'])? ?[0-9])*)(?P<after>.*)",
    re.DOTALL,
)
_BEFORE = re.compile(
    rf"(?P<note>\([a-z]\)(?= ?(?:{_SIGN})))|(?P<minus>[-△▲▼])|(?P<open>[(\[])|(?P<currency>{_SIGN})|[+*†‡§ ]"
)

_SCALE_WORDS = {**MAGNITUDE_WORDS, **MAGNITUDE_LETTERS}
_SCALE_SIGNS = {**LARGE_SIGNS, **{sign: power for sign, power in MAGNITUDE_SIGNS.items() if power == 3}}
_SCALES = {**_SCALE_WORDS, **_SCALE_SIGNS}
_UNIT_TOKENS = frozenset({"scale", "percent", "bps", "ratio", "pershare"})
_LONGEST_UNIT = 24
"""A longer text behind a number is not read as its unit."""
_LETTERS = frozenset({"m", "b", "k"})
_AFTER = re.compile(
    rf"(?P<footnote>{_FOOTNOTE})|(?P<close>[)\]])"
    rf"|(?P<bps>{MEASURES['bps_behind']}\b)"
    rf"|(?P<percent>%|{MEASURES['percent_behind']}(?![a-z]))"
    rf"|(?P<ratio>{MEASURES['times_behind']}(?![a-z])|{MEASURES['multiple']}|{MEASURES['to_one']}\s*1(?:\.0+)?(?![0-9.,]))"
    rf"|(?P<pershare>{MEASURES['share_behind']}|{MEASURES['behind_per_share']})"
    rf"|(?P<shares>{MEASURES['shares_behind']}|{MEASURES['share']})"
    rf"|(?P<currency>{_SIGN})(?![A-Za-z])|\(\s*(?P<bracketed>{_SIGN})\s*\)"
    rf"|(?P<scale>(?:{alternation(_SCALE_WORDS)})s?(?![a-z])"
    rf"|{alternation(_SCALE_SIGNS)})"
    r"|(?P<minus>(?<! )-)|[ ,]",
    re.IGNORECASE,
)
_NOTED = re.compile(r"^(?:※ ?[0-9]{0,2}[, ]{0,2}){1,5} |(?: ?※(?: ?[0-9]{1,2})?+){1,5}$")
"""The mark of a note beside a number in Japanese: "※1 1,234"."""
# "5)", "[5]", "(3)(4)", "10(a)": an item of a list or a footnote mark; "2#": one of several machines.
_REFERENCE = re.compile(r"[0-9]+ ?\)|\[[0-9]+\]|\([0-9]+\) ?\([0-9]+\)|[0-9]+\([a-z]+\)[*†‡#]*|[0-9]{1,3}#")
_MEASURES = {
    "bps": Measure.BASIS_POINTS,
    "percent": Measure.PERCENT,
    "ratio": Measure.RATIO,
    "pershare": Measure.PER_SHARE,
    "shares": Measure.SHARES,
}

# The groups are the whole part and the decimals; the first spelling that fits is taken.
_POINT = re.compile(
    r"(?P<a>[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3}|[1-9]\d{0,2}(?:'\d{3})+|0|[1-9]\d*)?"
    r"(?:\.(?P<b>\d+))?"
    r"|(?P<c>[1-9]\d{0,2}(?:\.\d{3}){2,}|[1-9]\d{0,2}(?:\.\d{3})+(?=,\d{1,2}$)|[1-9]\d{0,2}(?: \d{3})+)"
    r"(?:[.,](?P<d>\d+))?"
)
_COMMA = re.compile(
    r"(?P<a>[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?: \d{3})+|[1-9]\d{0,2}(?:'\d{3})+|0|[1-9]\d*)?"
    r"(?:,(?P<b>\d+))?"
    r"|(?P<c>[1-9]\d{0,2}(?:,\d{3}){2,}|[1-9]\d{0,2}(?:,\d{3})+(?=\.)|0|[1-9]\d*)(?:\.(?P<d>\d+))?"
)
# A narrow column may break a number: "2,413,657,82 4.17", "71,25 8.36", "731,264,8 95".
_WRAPPED = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+\.\d{2}")
# Cents may stand apart: "221 .00".
_APART = re.compile(r"[1-9]\d* \.\d{2}")
# With one comma and no decimals it may be a number and the mark of a note, or two numbers: "1,2 34".
_BROKEN = re.compile(r"(?=\d+,\d[\d ]+,)[1-9]\d{0,2}(?:,\d{3})*,(?:\d \d\d|\d\d \d)(?:,\d{3})*")
# A stray blank beside a comma, where two commas or more group: "2, 951,579". With one it may be two numbers.
_STRAY = re.compile(r"[1-9]\d{0,2}(?: ?, ?\d{3}){2,}(?:\.\d+)?")
_SEPARATORS = str.maketrans("", "", ",.' ")

_WORDS = {
    Kind.NIL: rf"nil|none|{MEASURES['nil']}",
    Kind.NOT_MEANINGFUL: r"n\.?/?m\.?|n\.?/?a\.?|n\.m\.f\.?|not meaningful|not applicable"
    rf"|{MEASURES['not_meaningful']}|\*{{1,3}}",
}
_NAME = re.compile(f"[{EAST_ASIAN_LETTERS}]{{2,}}")
_SYMBOL = alternation(sign for sign in SIGNS if not _NAME.fullmatch(sign))
"""A sign beside a dash for nothing: the name of a currency there is an item of a list, "-人民币"."""
_ASIDE = rf"(?:{_FOOTNOTE}|bps|pts?|{_SYMBOL}|[()%\s])*+"
_DASH = re.compile(rf"{_ASIDE}-[- ]*+{_ASIDE}", re.IGNORECASE)
_BLANKS = tuple(
    (re.compile(rf"[$(]?\s*+(?:{words})\s*+%?\)?(?:\s*+(?:{_FOOTNOTE}))?", re.IGNORECASE), kind)
    for kind, words in _WORDS.items()
)


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """What the cell's own text says. `scale` and `measure` are None, and `sign` "", where it does not say."""

    kind: Kind
    displayed: Decimal | None = None
    decimals: int = 0
    scale: int | None = None
    measure: Measure | None = None
    sign: str = ""
    bare: bool = False
    """Nothing but ungrouped digits, so that it may be a year or a reference."""


@dataclass(frozen=True, slots=True)
class _Before:
    negative: bool
    opened: bool
    sign: str


@dataclass(frozen=True, slots=True)
class _After:
    closed: bool
    minus: bool
    sign: str
    scale: int | None
    letter: bool
    measure: Measure | None


@cached(65536)
def read_printed(text: str, decimal_comma: bool) -> PrintedNumber | None:
    """Return what a cell's text says by itself, or None where it states no number and no blank."""
    spelled = _NOTED.sub("", normalise(text))
    if not spelled or len(spelled) > _MAX_TEXT:
        return None
    match = _CELL.fullmatch(spelled)
    return _read_value(match, decimal_comma) if match else _read_blank(spelled)


def is_unit_text(text: str) -> bool:
    """Tell whether a cell holds only what scales or measures a number before it: "billion", "percent"."""
    spelled = normalise(text)
    found = _tokens(_AFTER, spelled) if len(spelled) <= _LONGEST_UNIT else None
    return bool(found) and spelled[0].isalpha() and _UNIT_TOKENS >= set(found or ()) - {"currency"} != set()


def _read_blank(spelled: str) -> PrintedNumber | None:
    if _DASH.fullmatch(spelled):
        return PrintedNumber(Kind.DASH)
    return next((PrintedNumber(kind) for pattern, kind in _BLANKS if pattern.fullmatch(spelled)), None)


def _read_value(match: re.Match[str], decimal_comma: bool) -> PrintedNumber | None:
    before, after = _read_before(match["before"]), _read_after(match["after"])
    printed = _read_digits(match["digits"], decimal_comma)
    if before is None or after is None or printed is None:
        return None
    digits, decimals = printed
    lone = match["digits"].isdigit()
    sign = before.sign or after.sign
    if (after.letter and not sign) or (lone and len(digits) < 3 and _REFERENCE.fullmatch(match.string)):
        return None
    negative = before.negative or before.opened or after.closed or after.minus
    displayed = Decimal(f"-{digits}" if negative and digits.strip("0.") else digits)
    bare = lone and not negative and not sign and after.measure is None and after.scale is None
    return PrintedNumber(Kind.VALUE, displayed, decimals, after.scale, after.measure, sign, bare)


def _read_digits(text: str, decimal_comma: bool) -> tuple[str, int] | None:
    """Return the digits with a plain decimal point and the number of decimals; None on wrong grouping."""
    joined = text.replace(" ", "")
    parted = any(pattern.fullmatch(text) for pattern in (_BROKEN, _APART, _STRAY))
    if _WRAPPED.fullmatch(joined) or (parted and not decimal_comma):
        text = joined
    match = (_COMMA if decimal_comma else _POINT).fullmatch(text)
    if match is None or len(text) > 2 * _MAX_DIGITS:
        return None
    whole = (match["a"] or match["c"] or "0").translate(_SEPARATORS)
    part = match["b"] or match["d"] or ""
    if len(whole) + len(part) > _MAX_DIGITS:
        return None
    return (f"{whole}.{part}" if part else whole), len(part)


@cached(2048)
def _read_before(text: str) -> _Before | None:
    found = _tokens(_BEFORE, text)
    if found is None:
        return None
    return _Before("minus" in found, "open" in found, found.get("currency", ""))


@cached(4096)
def _read_after(text: str) -> _After | None:
    found = _tokens(_AFTER, text)
    if found is None:
        return None
    measure = next((measure for name, measure in _MEASURES.items() if name in found), None)
    word = found.get("scale", "").lower()
    scale = _SCALES.get(word, _SCALES.get(word.removesuffix("s"))) if word else None
    sign = found.get("currency", found.get("bracketed", "").strip("() "))
    return _After("close" in found, "minus" in found, sign, scale, word in _LETTERS, measure)


def _tokens(pattern: re.Pattern[str], text: str) -> dict[str, str] | None:
    """Return the named tokens that the text is made of, or None where something in it is none of them."""
    found: dict[str, str] = {}
    position = 0
    while position < len(text):
        match = pattern.match(text, position)
        if match is None:
            return None
        if match.lastgroup:
            found.setdefault(match.lastgroup, match.group())
        position = match.end()
    return found
