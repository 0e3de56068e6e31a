"""The transformation formats of inline XBRL: which number the text of a numeric tag states.

All registries are read alike: their versions spell the names otherwise ("numdotdecimal" and
"num-dot-decimal") and allow more or less white space, but a name means the same number in each.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

# The keys are names as `format_name` gives them; a tag without a format is read like a decimal point.
_ZERO = frozenset({"fixedzero"})
_DASH_FOR_ZERO = frozenset({"zerodash", "numdash"})
_DECIMAL_POINT = frozenset(
    {"", "numdotdecimal", "numdotdecimalapos", "numdotdecimalin", "numcommadot", "numspacedot"}
)
_DECIMAL_COMMA = frozenset(
    {"numcommadecimal", "numcommadecimalapos", "numdotcomma", "numspacecomma", "numcomma"}
)
_UNIT_FOR_DECIMAL = frozenset({"numunitdecimal", "numunitdecimalapos", "numunitdecimalin"})

_DASH = re.compile(r"[-\u058a\u05be\u2010-\u2015\u2212\ufe58\ufe63]")
_APOSTROPHES_AND_SPACES = r"\s'`´’′"
_BETWEEN_DIGITS = re.compile(f"[{_APOSTROPHES_AND_SPACES}]")
_TWO_UNITS = re.compile(rf"(\d[\d.,]*+(?:[{_APOSTROPHES_AND_SPACES}]++[\d.,]++)*)[^\d.,]++(\d{{1,2}})\D*+")
_PLAIN = re.compile(r"\d++\.?\d*+|\.\d++")
# Full-width forms of the ASCII characters, as Japanese documents print them.
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}


def format_name(qualified: str) -> str:
    """Return the name of a format without prefix, case and hyphens: "ixt:num-dot-decimal" and
    "ixt2:numdotdecimal" are both "numdotdecimal"."""
    return qualified.rpartition(":")[2].strip().lower().replace("-", "")


def tagged_value(text: str, form: str = "", scale: str = "", sign: str = "") -> Decimal | None:
    """Return the value of a text under a format (a `format_name`), a scale and a sign, in base units.

    None where there is no number to read: an empty text, a text that the format does not allow, a format for
    no content or for words ("two"), a scale that is no integer.
    """
    digits = _canonical(text.translate(_WIDE).strip(), form)
    if not _PLAIN.fullmatch(digits):
        return None
    try:
        value = Decimal(digits).scaleb(int(scale or 0))
    except (InvalidOperation, ValueError):
        return None
    return -value if sign.strip() == "-" else value


def _canonical(text: str, form: str) -> str:
    """Write the number as digits with a decimal point, "" where the format does not give one."""
    if form in _ZERO or (form in _DASH_FOR_ZERO and _DASH.fullmatch(text)):
        return "0"
    if form in _DECIMAL_POINT:
        return _without_groups(text, ",")
    if form in _DECIMAL_COMMA:
        return _without_groups(text, ".").replace(",", ".")
    if form in _UNIT_FOR_DECIMAL and (found := _TWO_UNITS.fullmatch(text)):
        # The second unit is a hundredth of the first: 5 sen are 0.05 yen.
        return f"{_without_groups(found[1], ',.')}.{found[2].zfill(2)}"
    return ""


def _without_groups(text: str, separators: str) -> str:
    return _BETWEEN_DIGITS.sub("", text.translate(dict.fromkeys(map(ord, separators))))
