"""Which numbers of a line add up, and with which sign, by their labels; and what labels say of a line.

They say that others come to it, or that it is a balance carried forward.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import (
    ADDED_SIGNS,
    DEDUCTED_SIGNS,
    DEDUCTED_WORDS,
    NUMERALS,
    PART_SIGNS,
    PART_WORDS,
    RESULT_SIGNS,
    RESULT_WORDS,
    TOTAL_SIGNS,
)
from cofitcheck.language.meanings import CARRIED, DEDUCTED_TOTALS
from cofitcheck.periods.header_periods import Balance, balance_date, is_bare_day, named_balance

_LESS = re.compile(rf"\W*(?:{DEDUCTED_SIGNS}|{DEDUCTED_WORDS}\b)", re.IGNORECASE)
_NUMBERED = rf"[(（]?[{NUMERALS}]+\s*[)）、.．]"
_DEDUCTED_TOTAL = re.compile(rf"(?:{_NUMBERED})?\s*{DEDUCTED_TOTALS}")
# What follows 减 without a mark of its own is deducted too, as far as the next item that says otherwise.
_ENDS_LESS = re.compile(rf"\W*(?:{ADDED_SIGNS}|{_NUMBERED})|.*(?:{TOTAL_SIGNS}|{CARRIED})\W*$")
_PARTS = re.compile(rf"\W*(?:{PART_SIGNS}|{PART_WORDS}\b)", re.IGNORECASE)
_ENDS_PARTS = re.compile(rf"{_ENDS_LESS.pattern}|{_LESS.pattern}", re.IGNORECASE)

Addends = dict[int, int]
"""The places of a line whose numbers take part in its sums, each with 1, or with -1 where it is deducted."""


Labels = Sequence[str]
"""What names a number of a line, behind the names of the empty items between it and the number before it."""

_RESULT = re.compile(rf"\b{RESULT_WORDS}\b|{RESULT_SIGNS}", re.IGNORECASE)


def ways_to_add(labels: Sequence[Labels], amounts: Sequence[int], *, down: bool) -> list[Addends]:
    """Return the ways in which a line of labelled numbers may add up, the way it is printed first.

    `down` tells that the line is a column. There "less" may hold for the rows below too.
    """
    signs = deducted(labels, down=down)
    parts = set(_parts(labels, amounts))
    ways: list[Addends] = []
    for signed in (dict.fromkeys(range(len(labels)), 1), dict(enumerate(signs))):
        for left_out in (set(), parts):
            way = {place: sign for place, sign in signed.items() if place not in left_out}
            if way not in ways:
                ways.append(way)
    return ways


def deducted(labels: Sequence[Labels], *, down: bool) -> Iterator[int]:
    """Yield -1 for each number that is deducted, else 1.

    Its own label deducts it. In Chinese a label above does too, as long as no label between them ends the
    deduction.
    """
    deducting = False
    for run in labels:
        for label in run:
            named = bool(_LESS.match(label))
            deducting = named or (deducting and not _ENDS_LESS.match(label))
        yield -1 if deducting or _DEDUCTED_TOTAL.match("".join(run[-1:])) else 1
        deducting = deducting and down and not "".join(run).isascii()


def deducts(label: str) -> bool:
    """Tell whether a label says by itself that its number is deducted."""
    return bool(_LESS.match(label))


def names_part(label: str) -> bool:
    """Tell whether a label names a part of the number above it, which a total has already."""
    return bool(_PARTS.match(label))


def _parts(labels: Sequence[Labels], amounts: Sequence[int]) -> Iterator[int]:
    """Yield the places of parts of the number above.

    The first is the one that its label names a part, whatever its amount: of a gain of 500, 700 are from one
    source where another lost 200. The numbers behind it are parts too, as long as all parts together do not
    exceed the whole.
    """
    for first, run in enumerate(labels):
        if first and any(map(_PARTS.match, run)):
            left = abs(amounts[first - 1]) - abs(amounts[first])
            yield first
            behind = range(first + 1, len(labels))
            for place in takewhile(lambda at: not any(map(_ENDS_PARTS.match, labels[at])), behind):
                left -= abs(amounts[place])
                if left < 0:
                    break
                yield place


def names_result(path: Sequence[str]) -> bool:
    """Tell whether a line is named as what others leave or come to: gross profit, net cash."""
    return bool(path) and bool(_RESULT.search(path[-1]))


def names_closing(path: Sequence[str]) -> bool:
    """Tell whether a line is named as the balance at the end of a span, or on a day."""
    return _names(path, Balance.CLOSING)


def names_opening(path: Sequence[str]) -> bool:
    """Tell whether a line is named as the balance at the beginning of a span, or on a day."""
    return _names(path, Balance.OPENING)


def _names(path: Sequence[str], edge: Balance) -> bool:
    if not path:
        return False
    label = path[-1]
    return named_balance(label) is edge or bool(balance_date(label)) or is_bare_day(label)
