"""A stored value as Excel shows it: what a reader of the sheet sees is what the document states."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal

from cofitcheck import patterns as re
from cofitcheck.readers.xlsx.codes import FormatSection, Token, sections_of

Stored = bool | int | float | str | datetime.datetime | datetime.date | datetime.time | datetime.timedelta
"""The values that a cell can hold."""

_STORED_DIGITS = 15  # Excel keeps no more of a number
_GENERAL_DIGITS = 10  # what fits a cell without a format
_MOST_DIGITS = 800
"""The most digits that are shown: no stored number has as many in any format of Excel's."""
_EXACT = Context(prec=_MOST_DIGITS, rounding=ROUND_HALF_UP)
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MIDNIGHT = re.compile(r"\s0?0:00(?::00)?$")
"""The time that programs put behind a date if they know none without a time."""
_SYSTEM_DATES = frozenset({"mm-dd-yy", "m/d/yy", "m/d/yyyy", "[$-F800]dddd, mmmm dd, yyyy"})
"""Formats that every system shows in its own order: an unambiguous one is shown here."""


def show(stored: Stored, code: str, decimal_comma: bool = False) -> str:
    """Return what a cell with a value and a number format shows; `decimal_comma` writes 1.234,56.

    Halves are rounded away from zero, as Excel does. Never raises.
    """
    if isinstance(stored, bool):
        return str(stored).upper()
    if isinstance(stored, str):
        return _show_text(stored, code)
    if isinstance(stored, int | float):
        return _show_number(_decimal(stored), code, decimal_comma)
    if isinstance(stored, datetime.timedelta):
        return str(stored)
    return _show_date(stored, code)


def plain(stored: Stored) -> str:
    """Return a stored number in full with a decimal point, any other value as text."""
    if isinstance(stored, int | float) and not isinstance(stored, bool):
        return format(_decimal(stored), "f")
    return str(stored)


def _decimal(stored: int | float) -> Decimal:
    if isinstance(stored, int):
        return Decimal(stored)
    return Decimal(f"{stored:.{_STORED_DIGITS}g}")


def _show_text(text: str, code: str) -> str:
    sections = sections_of(code)
    if len(sections) < 4:
        return text
    return "".join(
        text if token.kind == "text" else token.text
        for token in sections[3].tokens
        if token.kind in {"text", "literal"}
    ).strip()


def _show_number(value: Decimal, code: str, decimal_comma: bool) -> str:
    if not value.is_finite():
        return str(value)
    section, value, sign = _choose(sections_of(code), value)
    shown = _Digits(section, value, decimal_comma).show()
    if sign and not any(character in "123456789" for character in shown):
        sign = ""
    return f"{sign}{shown.strip()}"


def _choose(sections: Sequence[FormatSection], value: Decimal) -> tuple[FormatSection, Decimal, str]:
    """Return the section that a number is shown by, the number there, and the sign before it."""
    minus = "-" if value < 0 else ""
    if any(section.condition for section in sections[:2]):
        chosen = next((section for section in sections[:3] if section.holds(value)), None)
        chosen = chosen or next((s for s in sections[:3] if s.condition is None), sections[0])
        return chosen, abs(value), minus
    if value < 0 and len(sections) > 1:
        return sections[1], abs(value), ""
    if value == 0 and len(sections) > 2:
        return sections[2], value, ""
    return sections[0], abs(value), minus


class _Digits:
    """The digits of one number put into the places of one section."""

    def __init__(self, section: FormatSection, value: Decimal, decimal_comma: bool) -> None:
        self.section = section
        self.value = value
        self.point, self.comma = (",", ".") if decimal_comma else (".", ",")

    def show(self) -> str:
        tokens = self.section.tokens
        if self.section.has("date", "clock", "elapsed"):
            return self._general()  # openpyxl gives dates as such: what is left is no date
        if not self.section.has("digit"):
            return "".join(
                self._general() if token.kind in {"general", "text"} else token.text
                for token in tokens
                if token.kind in {"general", "text", "literal", "percent"}
            )
        if self.section.has("exponent"):
            return self._scientific()
        if self._is_fraction():
            return self._general()
        return self._placed()

    def _general(self) -> str:
        value = self.value
        if value != value.to_integral_value():
            value = Decimal(f"{value:.{_GENERAL_DIGITS}g}")
        text = format(value, "f")
        return (text.rstrip("0").rstrip(".") if "." in text else text).replace(".", self.point)

    def _scientific(self) -> str:
        kinds = [token.kind for token in self.section.tokens]
        mantissa = kinds[: kinds.index("exponent")]
        decimals = mantissa[mantissa.index("point") :].count("digit") if "point" in mantissa else 0
        return f"{self.value:.{decimals}E}".replace(".", self.point)

    def _is_fraction(self) -> bool:
        """Tell whether this is "# ?/?": digits, a stroke, digits."""
        texts = [t.text for t in self.section.tokens if t.kind == "digit" or t.text == "/"]
        return "/" in texts and texts[0] != "/" != texts[-1]

    def _placed(self) -> str:
        tokens = self.section.tokens
        kinds = [token.kind for token in tokens]
        point = kinds.index("point") if "point" in kinds else len(tokens)
        whole = [at for at in range(point) if kinds[at] == "digit"]
        parts = [at for at in range(point, len(tokens)) if kinds[at] == "digit"]
        last = max(whole + parts)
        commas = [at for at, kind in enumerate(kinds) if kind == "comma"]
        grouped = bool(whole) and any(whole[0] < at < whole[-1] for at in commas)
        thousands = sum(at > (whole[-1] if whole else -1) and (at < point or at > last) for at in commas)
        power = 2 * kinds.count("percent") - 3 * thousands
        if max(self.value.adjusted() + power, 0) + len(parts) + 2 > _MOST_DIGITS:
            return self._general()
        value = self.value.scaleb(power, _EXACT).quantize(Decimal(1).scaleb(-len(parts)), context=_EXACT)
        digits, _, decimals = format(value, "f").partition(".")
        filled = self._whole(digits, [tokens[at] for at in whole], grouped)
        behind = _decimals(decimals, [tokens[at].text for at in parts])
        placed = dict(zip(whole, filled, strict=True)) | dict(zip(parts, behind, strict=True))
        if not whole and point < len(tokens) and digits != "0":
            placed[point] = digits + self.point
        return "".join(self._at(at, token, placed, bool("".join(behind))) for at, token in enumerate(tokens))

    def _at(self, at: int, token: Token, placed: dict[int, str], has_decimals: bool) -> str:
        if at in placed:
            return placed[at]
        if token.kind == "point":
            return self.point if has_decimals else ""
        return token.text if token.kind in {"literal", "percent"} else ""

    def _whole(self, digits: str, places: list[Token], grouped: bool) -> list[str]:
        """Return the text of each place before the point; the first one takes all digits that are left."""
        filled: list[str] = []
        left = digits.lstrip("0")
        for number, place in enumerate(reversed(places)):
            digit = left[-1:] or ("0" if place.text == "0" else "")
            left = left[:-1]
            if number == len(places) - 1:
                rest = left + digit
                filled.append(self._group(rest, number) if grouped else rest)
            else:
                filled.append(self._group(digit, number) if grouped else digit)
        return filled[::-1]

    def _group(self, digits: str, before: int) -> str:
        """Return digits with a separator after each that stands a multiple of three from the point; `before`
        of those at the right are placed elsewhere."""
        grouped = ""
        for number, digit in enumerate(reversed(digits), before):
            grouped = digit + (self.comma if number and number % 3 == 0 else "") + grouped
        return grouped


def _decimals(decimals: str, places: list[str]) -> list[str]:
    """Return the text of each place behind the point: a zero at the end stands only where "0" asks for it."""
    shown = list(decimals.ljust(len(places), "0")) if places else []
    for at in range(len(places) - 1, -1, -1):
        if shown[at] != "0" or places[at] == "0":
            break
        shown[at] = ""
    return shown


def _show_date(stored: datetime.datetime | datetime.date | datetime.time, code: str) -> str:
    if isinstance(stored, datetime.time):
        return stored.isoformat("minutes")
    if code in _SYSTEM_DATES or not isinstance(stored, datetime.datetime):
        return stored.strftime("%Y-%m-%d")
    tokens = sections_of(code)[0].tokens
    shown = ""
    for at, token in enumerate(tokens):
        if token.kind == "date":
            shown += _date_part(stored, token.text.lower(), _is_minutes(tokens, at))
        elif token.kind == "clock":
            shown += f"{stored:%p}"
        elif token.kind in {"literal", "comma", "point"}:
            shown += token.text
    return _MIDNIGHT.sub("", shown).strip() or stored.strftime("%Y-%m-%d")


def _is_minutes(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether "m" at a place stands beside hours or seconds."""
    dates = [(number, token.text[0].lower()) for number, token in enumerate(tokens) if token.kind == "date"]
    place = next(number for number, (where, _) in enumerate(dates) if where == at)
    before = dates[place - 1][1] if place else ""
    after = dates[place + 1][1] if place + 1 < len(dates) else ""
    return before == "h" or after == "s"


def _date_part(stored: datetime.datetime, part: str, minutes: bool) -> str:
    match part[0]:
        case "y" | "e":
            return f"{stored.year:04}" if len(part) > 2 or part[0] == "e" else f"{stored.year % 100:02}"
        case "m" if minutes:
            return f"{stored.minute:0{min(len(part), 2)}}"
        case "m":
            name = _MONTHS[stored.month - 1]
            return {1: str(stored.month), 2: f"{stored.month:02}", 3: name[:3], 5: name[0]}.get(
                len(part), name
            )
        case "d":
            name = _DAYS[stored.weekday()]
            return {1: str(stored.day), 2: f"{stored.day:02}", 3: name[:3]}.get(len(part), name)
        case "h":
            return f"{stored.hour:0{min(len(part), 2)}}"
        case "s":
            return f"{stored.second:0{min(len(part), 2)}}"
    return ""
