"""Terms: "40年" under a Chinese header that says that its numbers are lengths of time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from cofitcheck.numbers import Kind, Measure, Number
from cofitcheck.numbers.text import normalise

_HEADER = re.compile(
    r".*(?:年限|年期|年[数數]|月[数數]|天[数數]|[寿壽]命|期限|工期|建[设設]期|(?:建[设設]|回收|[结結]算)周期)\s*(?:[(（].*)?"
)
_TERM = re.compile(r"(\d{1,3}(?:\.\d+)?)\s*(?:(年)|[个個]?月|[天日])")


def heads_terms(header: str) -> bool:
    """Tell whether a header says that the numbers below it are lengths of time."""
    return _HEADER.fullmatch(header) is not None


def is_term(text: str) -> bool:
    """Tell whether a text is a number of years, months or days, and no year or date."""
    return _TERM.fullmatch(normalise(text)) is not None


def read_term(text: str, headers: Sequence[str]) -> Number | None:
    """Return the number of years that a cell states under headers that speak of time; other lengths of time
    have no common unit with it, and are not read."""
    term = _TERM.fullmatch(normalise(text))
    if term is None or not term[2] or not any(map(heads_terms, headers[-1:])):
        return None
    displayed = Decimal(term[1])
    exponent = displayed.as_tuple().exponent
    return Number(Kind.VALUE, displayed, displayed, 0, int(exponent), Measure.UNKNOWN, "")
