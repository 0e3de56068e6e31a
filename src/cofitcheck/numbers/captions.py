"""Unit captions: "(in millions, except per share data)", "RMB'000", "单位：万元"."""

from __future__ import annotations

from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.lexicon import (
    BESIDE_UNITS,
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    GLUED_MAGNITUDES,
    MAGNITUDE_LETTERS,
    MAGNITUDE_SIGNS,
    MAGNITUDE_WORDS,
    NO_MAGNITUDE,
    SHARED_SIGNS,
    UNIT_IN,
    UNIT_OF,
    alternation,
)
from cofitcheck.language.meanings import CAPTIONS, MEASURES, SHARE_SIGNS
from cofitcheck.numbers.model import SIGNS, Measure, code_of, normalise

_MAX_CAPTION = 400
"""The most characters of a caption: a longer text is running text."""

_POWERS = {**GLUED_MAGNITUDES, **MAGNITUDE_WORDS, **MAGNITUDE_LETTERS}

_CURRENCY = rf"(?:{alternation({s.lower() for s in SIGNS} | set(CURRENCY_WORDS))})"
_SCALE = rf"(?:(?:{alternation(MAGNITUDE_WORDS)})s?|'?000(?:,000)*(?:'?s)?)(?![a-z0-9])"
_SHORT_SCALE = rf"(?:{_SCALE}|(?:{alternation(MAGNITUDE_LETTERS)})(?![a-z0-9]))"
_REST = r"(?P<rest>$|\s*[,;:.)\-].*|\s+(?:except|excluding|unless|other than|and|with|omitted|unaudited)\b.*)"
_OF = rf"(?:\s+{UNIT_OF}(?P<of>{_CURRENCY}|shares)|\s+(?P<after>{_CURRENCY})(?![a-z]))?"

_IN_SCALE = re.compile(
    rf"(?P<lead>.{{0,80}}?)(?<![a-z]){UNIT_IN}\s+(?:(?P<sign>{_CURRENCY})\s*)?(?P<scale>{_SCALE}){_OF}{_REST}"
)
_IN_SIGN_SCALE = re.compile(
    rf"(?P<lead>.{{0,80}}?)(?<![a-z]){UNIT_IN}\s+(?P<sign>{_CURRENCY})\s*'?(?P<scale>{_SHORT_SCALE}){_OF}{_REST}"
)
_BARE_SCALE = re.compile(rf"(?P<lead>)(?P<sign>)(?P<scale>{_SCALE}){_OF}{_REST}")
_SIGN_SCALE = re.compile(rf"(?P<lead>)(?P<sign>{_CURRENCY})\s*'?(?P<scale>{_SHORT_SCALE}){_OF}{_REST}")
_AT_END = re.compile(
    rf"(?P<lead>.{{0,80}}?)(?<![a-z0-9'])(?P<sign>{_CURRENCY})?\s*(?P<scale>'000(?:,000)*(?:'?s)?)(?P<of>)(?P<after>)"
    r"(?P<rest>)"
)
"""What a header of one column ends with: "Number of shares '000", "Equivalent to US$'000"."""
_GLUED_SIGN = r"(?:€|\$|£|eur|usd|chf|gbp|sek|nok|dkk|pln|czk)"
_GLUED = re.compile(
    rf"(?P<lead>.{{0,80}}?)(?<![a-z])(?:{UNIT_IN}\s+)?(?P<scale>{alternation(GLUED_MAGNITUDES)})"
    rf"(?P<sign>{_GLUED_SIGN})(?P<of>)(?P<after>){_REST}"
)
"""A power of ten and a currency in one word: "TEUR", "k€"."""
_PLAIN_LEAD = re.compile(rf"(?:(?:{_CURRENCY}|{BESIDE_UNITS})(?![a-z])[\s,;:.]*+)*+")
_DENIED = re.compile(rf"\b{CAPTIONS['denied']}\b")
_SHARES_IN = re.compile(rf"{CAPTIONS['shares']}[^();]{{0,60}}?\b{CAPTIONS['inside']}\s+(?P<scale>{_SCALE})")
_OTHER_IN = re.compile(rf"(?<![a-z])in\s+(?P<scale>{_SCALE})")
_SHARES = re.compile(CAPTIONS["shares_or_units"])
_MONEY_WORD = re.compile(rf"(?<![a-z]){_CURRENCY}(?![a-z])")
_ONLY_SHARES = re.compile(rf"(?:{CAPTIONS['only_shares']}[\s,/]*)+")
_GROUPS = re.compile(r"[(\[]([^()\[\]]+)[)\]]")

_WHOLE_MONEY = re.compile(
    rf"(?P<in>{UNIT_IN}\s+)?(?:{CAPTIONS['whole']}\s+)?(?P<sign>{_CURRENCY})(?:\s+{CAPTIONS['amounts']})?"
    rf"(?P<per>{CAPTIONS['per']})?"
)
"""Amounts in a whole currency, or a price per share or per anything else: "HK$ per tonne"."""
_CENTS = re.compile(rf"{CAPTIONS['in_word']}?{CAPTIONS['cents']}(?P<per>{CAPTIONS['per_share_behind']})?")
_PLAIN_UNITS = (
    (re.compile(rf"{CAPTIONS['in_word']}?{CAPTIONS['percent']}"), Measure.PERCENT),
    (re.compile(rf"{CAPTIONS['in_word']}?{CAPTIONS['basis_points']}"), Measure.BASIS_POINTS),
    (
        re.compile(rf"{CAPTIONS['per_share']}|{MEASURES['per_share']}"),
        Measure.PER_SHARE,
    ),
    (re.compile(CAPTIONS["in_shares"]), Measure.SHARES),
    (
        re.compile(rf"{CAPTIONS['in_word']}?{CAPTIONS['counted']}"),
        Measure.UNKNOWN,
    ),
    (re.compile(rf"{CAPTIONS['in_word']}?(?:{CAPTIONS['multiples']}|{MEASURES['multiple']})"), Measure.RATIO),
)
_TIMES = re.compile(rf"x\s*+(?P<sign>{_CURRENCY})?\s*+1[.,](?P<thousands>000(?:[.,]000)*)")
_NAMES_AND_SIGNS = {s for s in SIGNS if not s.isascii() and len(s) > 1} | {
    s for s in CURRENCY_SIGNS if len(s) == 1
}
_CJK_MONEY = alternation(_NAMES_AND_SIGNS)
_CJK_MONEY_OR_SHARES = (
    rf"(?P<named>(?:{_CJK_MONEY}|RMB|USD|NT\$|HK\$)\s*+)?"
    rf"(?P<scale>{alternation(MAGNITUDE_SIGNS)})?"
    rf"(?P<unit>{_CJK_MONEY}|{MEASURES['share']}){CAPTIONS['or_unit']}?(?P<rest>.*)"
)
_CJK = re.compile(f"(?P<told>{CAPTIONS['told_before']})?{_CJK_MONEY_OR_SHARES}")
_TOLD_IN = re.compile(CAPTIONS["told_behind"])
"""How "以千股表達" ends."""
_CJK_LABELLED = re.compile(
    rf"(?:\A{CAPTIONS['unit']}(?:[:：]\s*+)?|{CAPTIONS['unit']}[:：]\s*+)"
    rf"{CAPTIONS['unless']}?{_CJK_MONEY_OR_SHARES}"
)
"""A unit that says that it is one, wherever it stands in a text."""
# 百货 are goods, and 十堰 is a town.
_POWERS_OF_THINGS = [sign for sign, power in MAGNITUDE_SIGNS.items() if power > 2]
_CJK_THINGS = re.compile(
    rf"{CAPTIONS['unit_of_things']}(?P<scale>{alternation(_POWERS_OF_THINGS)})?{NO_MAGNITUDE}"
    r"(?P<things>[^\s\d:：。；;()（）]{1,8})"
)
"""A unit of things, of which there are too many to list: it need only be all that is said."""
_FOREIGN_MONEY = re.compile(rf"{CAPTIONS['foreign']}\Z")
_EXCEPT = re.compile(CAPTIONS["excepted"])
_OFFICES = re.compile(CAPTIONS["offices"])
_COMPANY = re.compile(CAPTIONS["company"])
"""How reports from Taiwan shorten the name of a company limited by shares, which goes on: no unit."""
_YEAR_OF = re.compile(r"\A(?:19|20)\d\d\s*(?=(?:US)?[$£€])")
"""The year before a unit in one header: "2020 £'000"."""
_LABELLED_GROUP = re.compile(rf"({CAPTIONS['unit_before_bracket']})\s*\(([^()]+)\)")
"""A unit in brackets behind the word for it, which are taken as one: "发电量 单位（亿千瓦时）"."""
_CJK_NAMED = re.compile(rf"{CAPTIONS['currency_is']}(?P<named>\w+)")


@dataclass(frozen=True, slots=True)
class UnitCaption:
    """What a unit caption such as "(in millions, except per share data)" states."""

    scale: int = 0
    currency: str = ""
    measure: Measure = Measure.UNKNOWN
    shares_scale: int | None = None
    """The scale of share counts: one of their own, or that of the caption where it does not except them."""


@dataclass(frozen=True, slots=True)
class StatedUnit:
    """A unit as a caption, a header or a label states it.

    `scale` is None where it names no power of ten. `named` is false where its currency is a word that several
    currencies share ("元").
    """

    scale: int | None
    currency: str = ""
    measure: Measure = Measure.UNKNOWN
    shares_scale: int | None = None
    named: bool = True


@cached(65536)
def stated_unit(text: str) -> StatedUnit | None:
    """Return the unit that a caption, a column header or a row label states, or None."""
    spelled = _YEAR_OF.sub("", _LABELLED_GROUP.sub(r"(\1:\2)", _COMPANY.sub("", normalise(text))))
    if not spelled or len(spelled) > _MAX_CAPTION:
        return None
    found = [unit for group in _GROUPS.findall(spelled) if (unit := _read(group.strip(), bracketed=True))]
    whole = _read(spelled.strip("()[] "), bracketed=False)
    units = [*found, *([whole] if whole else [])]
    return next((unit for unit in units if unit.scale is not None), units[0] if units else None)


def without_units(label: str) -> str:
    """Return a label without the bracketed parts that state a unit."""
    return _GROUPS.sub(
        lambda group: " " if _read(group.group(1).strip(), bracketed=True) else group.group(), label
    )


def _read(segment: str, *, bracketed: bool) -> StatedUnit | None:
    lowered = segment.lower()
    return _read_scaled(lowered, bracketed=bracketed) or _read_plain(lowered) or _read_cjk(segment)


def _read_times(match: re.Match[str]) -> StatedUnit:
    """Read "x € 1.000"."""
    sign = match["sign"] or ""
    return StatedUnit(
        match["thousands"].count("0"), code_of(sign), Measure.MONEY if sign else Measure.UNKNOWN
    )


def _read_scaled(segment: str, *, bracketed: bool) -> StatedUnit | None:
    for pattern in (_IN_SCALE, _IN_SIGN_SCALE, _SIGN_SCALE, _BARE_SCALE, _GLUED):
        match = pattern.fullmatch(segment)
        if (
            match
            and not _DENIED.search(match["lead"])
            and (bracketed or _PLAIN_LEAD.fullmatch(match["lead"]))
        ):
            return _scaled_unit(match)
    at_end = _AT_END.fullmatch(segment)
    return _scaled_unit(at_end) if at_end else None


def _scaled_unit(match: re.Match[str]) -> StatedUnit:
    lead, rest, scale = match["lead"], match["rest"], _power(match["scale"])
    named = match["sign"] or match["of"] or match["after"]
    if named == "shares":
        return StatedUnit(scale, "", Measure.SHARES, scale)
    sign = named or next(iter(_MONEY_WORD.findall(lead)), "")
    own, other = _SHARES_IN.search(rest), _OTHER_IN.search(rest)
    measure = Measure.MONEY if sign else Measure.UNKNOWN
    shares_scale: int | None = scale
    if own:
        shares_scale = _power(own["scale"])
    elif _SHARES.search(lead) and not sign and other:
        scale = _power(other["scale"])
    elif _SHARES.search(lead):
        measure = Measure.SHARES if _ONLY_SHARES.fullmatch(lead) else measure
    elif sign or _SHARES.search(rest):
        shares_scale = None
    return StatedUnit(scale, code_of(sign), measure, shares_scale)


def _power(word: str) -> int:
    bare = word.replace("'", "")
    if bare.startswith("000"):
        return 3 * bare.count("000")
    return _POWERS[bare] if bare in _POWERS else _POWERS[bare.removesuffix("s")]


def _read_plain(segment: str) -> StatedUnit | None:
    if money := _WHOLE_MONEY.fullmatch(segment):
        in_words = money["in"] or segment.startswith(("whole", "actual")) or money["per"]
        measure = Measure.PER_SHARE if money["per"] else Measure.MONEY
        named = money["sign"] not in SHARED_SIGNS
        return StatedUnit(0 if in_words else None, code_of(money["sign"]), measure, named=named)
    if times := _TIMES.fullmatch(segment):
        return _read_times(times)
    if cents := _CENTS.fullmatch(segment):
        return StatedUnit(-2, "", Measure.PER_SHARE if cents["per"] else Measure.MONEY)
    for pattern, measure in _PLAIN_UNITS:
        if pattern.fullmatch(segment):
            scale = 0 if segment.startswith("in ") else None
            return StatedUnit(scale, "", measure, scale if measure is Measure.SHARES else None)
    return None


def _read_cjk(segment: str) -> StatedUnit | None:
    match = None if segment.isascii() else _CJK_LABELLED.search(segment) or _bare_cjk(segment)
    if match is None:
        return _read_things(segment)
    money = _CJK_NAMED.search(match["rest"])
    scale = MAGNITUDE_SIGNS.get(match["scale"] or "", 0)
    if match["unit"] in SHARE_SIGNS:
        return StatedUnit(scale, "", Measure.SHARES, scale)
    stated = code_of((match["named"] or "").strip()) or (code_of(money["named"]) if money else "")
    named = bool(stated) or match["unit"] not in SHARED_SIGNS
    return StatedUnit(scale, code_of(match["unit"], stated), Measure.MONEY, named=named)


def _bare_cjk(segment: str) -> re.Match[str] | None:
    """Return the unit that a text states if it states nothing else, except what the unit does not hold
    for."""
    match = _CJK.match(segment)
    rest = match["rest"].strip("):,. ") if match else ""
    told = match is not None and match["told"] and _TOLD_IN.fullmatch(rest)
    return match if not rest or told or _EXCEPT.fullmatch(rest) else None


def _read_things(segment: str) -> StatedUnit | None:
    """Read "单位：万吨", what a caption in Chinese or Japanese counts: things or foreign money."""
    match = None if segment.isascii() else _CJK_THINGS.fullmatch(segment.strip())
    if match is None or _OFFICES.search(match["things"]):
        return None
    if match["things"] in "%％":
        return StatedUnit(0, "", Measure.PERCENT)
    measure = Measure.MONEY if _FOREIGN_MONEY.search(match["things"]) else Measure.UNKNOWN
    return StatedUnit(MAGNITUDE_SIGNS.get(match["scale"] or "", 0), "", measure)
