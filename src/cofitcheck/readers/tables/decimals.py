"""Whether a document writes decimals with a comma (1.234,56) or with a point (1,234.56)."""

from __future__ import annotations

import re
from collections.abc import Iterable

# A group of three digits may be thousands or decimals, but thousands are far more common.
_COMMA = re.compile(r"\D{0,4}(?:[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?|\d+,\d{1,2})[^%\d]{0,4}")
_POINT = re.compile(r"\D{0,4}(?:[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d+\.\d{1,2})[^%\d]{0,4}")
# What can only be read with a decimal comma: "1,5" or "1.234.567"; "1.234" alone may be a rate of three
# decimals.
_CERTAIN = re.compile(r"\D{0,4}(?:[\d.]*\d,\d{1,2}|[1-9]\d{0,2}(?:\.\d{3}){2,})[^%\d]{0,4}")
_LONGEST = 40


def uses_decimal_comma(texts: Iterable[str]) -> bool:
    """Tell whether most texts that are a number with a separator use the comma for decimals, and one
    certainly."""
    short = [text for text in texts if len(text) <= _LONGEST]
    lead = sum(bool(_COMMA.fullmatch(text)) - bool(_POINT.fullmatch(text)) for text in short)
    return lead > 0 and any(_CERTAIN.fullmatch(text) for text in short)
