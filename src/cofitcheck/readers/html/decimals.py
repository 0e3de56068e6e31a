"""Whether a document writes decimals with a comma (1.234,56) or with a point (1,234.56)."""

from __future__ import annotations

import re
from collections.abc import Iterable

# A group of three digits may be thousands or decimals, but thousands are far more common.
_COMMA = re.compile(r"\D{0,4}(?:[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?|\d+,\d{1,2})[^%\d]{0,4}")
_POINT = re.compile(r"\D{0,4}(?:[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d+\.\d{1,2})[^%\d]{0,4}")
_LONGEST = 40


def uses_decimal_comma(texts: Iterable[str]) -> bool:
    """Tell whether most texts that are a number with a separator use the comma for decimals."""
    lead = 0
    for text in texts:
        if len(text) <= _LONGEST:
            lead += bool(_COMMA.fullmatch(text)) - bool(_POINT.fullmatch(text))
    return lead > 0
