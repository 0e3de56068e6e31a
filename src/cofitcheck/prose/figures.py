"""One number in running text, with the signs and words that belong to it.

`bound_of` reads the words that widen or open a number: "approximately", "more than", "up to", "or less".
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import (
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    EAST_ASIAN_LETTERS,
    LARGE_SIGNS,
    MAGNITUDE_LETTERS,
    MAGNITUDE_SIGNS,
    MAGNITUDE_WORDS,
    NO_MAGNITUDE,
    UNITS_OF_MAGNITUDES,
    alternation,
)
from cofitcheck.language.meanings import SHARE_SIGNS
from cofitcheck.language.phrases import (
    ABOUT,
    ABOUT_BEHIND,
    AT_LEAST,
    AT_LEAST_BEHIND,
    AT_MOST,
    AT_MOST_BEHIND,
    BASIS_POINTS,
    FOLDS,
    MULTIPLES,
    NEGATIVE,
    PER_SHARE,
    PERCENT,
    POINTS,
    SAID,
    SHARES,
    SHARES_COUNTED,
    THINGS,
)
from cofitcheck.numbers import Number, NumberContext, read_number
from cofitcheck.numbers.model import SIGNS, code_of
from cofitcheck.prose.model import Bound, Role

_BARE = NumberContext(ungrouped=True)
_REACH = 14
_SYMBOLS = alternation(sign for sign in SIGNS if sign.isascii() or len(sign) > 1 or not sign.isalnum())
_LAST = frozenset(sign[-1] for sign in SIGNS if not sign[-1].islower() and sign[-1] != ".") | {" ", "(", "（"}
"""The characters that stand right before the digits where there may be a currency."""
_BEFORE = re.compile(
    rf"(?P<open>[(（]\s?)?(?P<minus>(?:(?<![\w%)])[-−–]|[△▲])\s?)?(?P<currency>(?<![A-Za-z])(?:{_SYMBOLS}))?\s?"
    r"(?P<within>[-−(（])?\Z"
)
_NEGATIVE = re.compile(rf"{NEGATIVE}\s{{0,2}}\Z", re.IGNORECASE)
_THOUSANDS = [sign for sign, power in MAGNITUDE_SIGNS.items() if power == 3]
_MONEY_OR_SHARES = "".join(sorted({*(sign for sign in CURRENCY_SIGNS if len(sign) == 1), *SHARE_SIGNS}))
_SCALE = re.compile(
    rf"[\s-]?(?:{alternation(MAGNITUDE_WORDS)})s?(?![A-Za-z])"
    rf"|\s?(?P<letters>{alternation(MAGNITUDE_LETTERS)})(?![A-Za-z])"
    rf"|\s?(?P<signs>{alternation(LARGE_SIGNS)}|(?:{alternation(_THOUSANDS)})(?=[{_MONEY_OR_SHARES}]))(?!{UNITS_OF_MAGNITUDES}){NO_MAGNITUDE}",
    re.IGNORECASE,
)
_MONEY = alternation({*CURRENCY_WORDS, *CURRENCY_SIGNS, "€", "£", "¥"})
_CODES = "|".join(code for code in SIGNS if len(code) == 3 and code.isalpha() and code.isupper())
_UNIT = re.compile(
    rf"[\s-]?(?P<points>{POINTS})|\s?(?P<percent>[%％])(?P<of_points>\s?{POINTS})?|[\s-]?(?P<said>{PERCENT})"
    rf"|[\s-]?(?P<basis>{BASIS_POINTS})|[\s-]?(?P<multiple>{MULTIPLES})|(?P<fold>{FOLDS})(?![a-z])"
    rf"|\s?(?P<per>{PER_SHARE})|[\s-](?P<shares>{SHARES})|(?P<stock>{SHARES_COUNTED})"
    rf"|\s?(?P<money>(?:{_MONEY})(?![A-Za-z])|(?-i:{_CODES})\b)(?P<money_per>\s?{PER_SHARE}|[/／](?:{alternation(SHARE_SIGNS)}))?"
    rf"|\s?(?P<things>{THINGS})",
    re.IGNORECASE,
)
_PER_SHARE = re.compile(rf"\s?{PER_SHARE}", re.IGNORECASE)
_COMPOUND = re.compile(rf"([0-9][0-9,]{{0,12}}(?:\.[0-9]{{1,6}})?)({alternation(MAGNITUDE_SIGNS)})")
_CANONICAL = {
    Role.PERCENT: "%",
    Role.POINTS: "%",
    Role.BASIS_POINTS: " bps",
    Role.MULTIPLE: "x",
    Role.SHARES: " shares",
}
_STATED = re.compile(rf"\b{SAID['states']}\s{{1,2}}\Z", re.IGNORECASE)

_ROLES = {
    "points": Role.POINTS,
    "of_points": Role.POINTS,
    "percent": Role.PERCENT,
    "said": Role.PERCENT,
    "basis": Role.BASIS_POINTS,
    "multiple": Role.MULTIPLE,
    "fold": Role.MULTIPLE,
    "per": Role.PER_SHARE,
    "shares": Role.SHARES,
    "stock": Role.SHARES,
    "things": Role.COUNT,
}

_BOUND_REACH = 28
_LETTER = re.compile(rf"[A-Za-z{EAST_ASIAN_LETTERS}.]\s{{0,2}}\Z")
_BOUND_BEFORE = re.compile(
    rf"(?:(?P<most>{AT_MOST})|(?P<least>{AT_LEAST})|(?P<about>{ABOUT}|~))\s{{0,2}}(?:{SAID['one_of']}\s)?\Z",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"\s?(?:(?P<most>{AT_MOST_BEHIND})|(?P<least>{AT_LEAST_BEHIND})|(?P<about>{ABOUT_BEHIND}))",
    re.IGNORECASE,
)
_BOUNDS = {"most": Bound.AT_MOST, "least": Bound.AT_LEAST, "about": Bound.ABOUT}


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it stands in a text: `start` and `end` take in its signs and the words of its unit, which
    begin at `unit`; the digits begin at `digits_at`.

    `role` is what the unit says that it counts, None where there is none; `currency` and `scale` are as
    printed, "" where they are not.
    """

    start: int
    end: int
    digits_at: int
    unit: int
    digits: str
    currency: str = ""
    scale: str = ""
    role: Role | None = None
    negative: bool = False

    @property
    def is_bare(self) -> bool:
        """Whether nothing but digits is printed."""
        return not (self.currency or self.scale or self.role or self.negative)

    @property
    def is_plain_integer(self) -> bool:
        """Whether the digits are neither grouped nor decimal."""
        return self.digits.isdigit()

    def number(self, role: Role, stated: str = "") -> Number | None:
        """Return the number in its role, None where the digits are not spelled as one; `stated` is the
        currency that the document means by a sign that several share."""
        unit = _CANONICAL.get(role, " per share" if role is Role.PER_SHARE else "")
        minus = "-" if self.negative else ""
        currency = f"{code_of(self.currency, stated)} " if self.currency else ""
        return read_number(f"{minus}{currency}{self.digits}{self.scale}{unit}", _BARE)


def figure_at(text: str, start: int, end: int) -> Figure:
    """Return the number whose digits stand between `start` and `end` of a text."""
    first, currency, negative, opened = _before(text, start)
    digits, last = text[start:end].replace("，", ","), end
    closed = opened and text[last : last + 1] in (")", "）")
    at = last + closed
    scale, at, digits = _scale(text, at, digits, currency)
    role, money, at = _unit(text, at)
    if closed and role is Role.COUNT:
        role, at = None, last  # "(5)本公司": the number of an item
    shut = opened and not closed and text[at : at + 1] in (")", "）")
    enclosed = closed and (bool(scale) or role is not None or bool(currency))
    within = bool(opened and shut and (currency or role) and _is_stated(text, first))
    if opened and not (enclosed or within):
        first = next(place for place in range(first, start + 1) if text[place] not in "(（ ")
        closed = enclosed = False
        if not (scale or role or money):
            at = last
    negative = negative or enclosed or within
    if shut and negative:
        at += 1
    if not negative and (minus := _NEGATIVE.search(text[max(first - _REACH, 0) : first])):
        negative, first = True, first - len(minus[0])
    role = role or (Role.AMOUNT if currency or money else None)
    return Figure(first, at, start, end, digits, currency or money, scale, role, negative)


def _is_stated(text: str, at: int) -> bool:
    """Tell whether what stands in brackets at a place is part of its sentence, as after "was" or "of", and no
    aside."""
    return _STATED.search(text[max(at - _REACH, 0) : at]) is not None


def _before(text: str, start: int) -> tuple[int, str, bool, bool]:
    """Return where a number begins with its signs, its currency, whether it is below zero, and whether a
    bracket opens before its digits."""
    last = text[start - 1 : start]
    if (
        not last
        or (last not in _LAST and last not in "-−–△▲")
        or (last == " " and text[start - 2 : start - 1].islower())
    ):
        return start, "", False, False
    found = _BEFORE.search(text[max(start - _REACH, 0) : start])
    if found is None or not found[0].strip():
        return start, "", False, False
    signs = found[0]
    if not (found["currency"] or found["open"] or found["within"] or found["minus"]):
        return start, "", False, False
    minus = bool(found["minus"]) or found["within"] in ("-", "−")
    if (
        minus
        and not found["currency"]
        and signs.strip()[0] not in "△▲"
        and start - len(signs) > 0
        and text[start - len(signs) - 1].isalnum()
    ):
        return start, "", False, False
    opened = bool(found["open"]) or found["within"] in ("(", "（")
    return start - len(signs) + _blank(signs), found["currency"] or "", minus, opened


def _blank(text: str) -> int:
    return len(text) - len(text.lstrip())


def _scale(text: str, at: int, digits: str, currency: str) -> tuple[str, int, str]:
    """Return the power of ten behind the digits as printed, where it ends, and the digits that it is of.

    For "12億3千万" these are 123, of ten millions.
    """
    found = _SCALE.match(text, at)
    if found is None or (found["letters"] and not currency):
        return "", at, digits
    if found["signs"] is None:
        return " " + found[0].strip(" -"), found.end(), digits
    sign, end = found["signs"], found.end()
    total = Decimal(digits.replace(",", "")).scaleb(MAGNITUDE_SIGNS[sign])
    while (more := _COMPOUND.match(text, end)) and MAGNITUDE_SIGNS[more[2]] < MAGNITUDE_SIGNS[sign]:
        sign, end = more[2], more.end()
        total += Decimal(more[1].replace(",", "")).scaleb(MAGNITUDE_SIGNS[sign])
        digits = f"{total.scaleb(-MAGNITUDE_SIGNS[sign]):f}"
    return sign, end, digits


def _unit(text: str, at: int) -> tuple[Role | None, str, int]:
    """Return what the words at a place say that a number counts, the currency among them, and where they
    end."""
    found = _UNIT.match(text, at)
    if found is None:
        return None, "", at
    money = found["money"] or ""
    if money:
        return (Role.PER_SHARE if found["money_per"] else Role.AMOUNT), money, found.end()
    return _ROLES[found.lastgroup or ""], "", found.end()


def bound_of(text: str, start: int, end: int) -> tuple[Bound, int]:
    """Return the bound of the number between two places, and where the words before it begin."""
    said = text[max(start - _BOUND_REACH, 0) : start]
    before = _BOUND_BEFORE.search(said) if said.endswith("~") or _LETTER.search(said) else None
    if before:
        return _BOUNDS[before.lastgroup or ""], start - len(before[0])
    behind = _BEHIND.match(text, end)
    return (_BOUNDS[behind.lastgroup or ""] if behind else Bound.EXACT), start
