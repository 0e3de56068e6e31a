"""Rows and columns that state a balance, whatever span is over them: its opening, its end, what was held."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.lexicon import CLOSING_WORDS, OPENING_WORDS
from cofitcheck.language.meanings import BALANCES
from cofitcheck.periods.east_asian import spelled


class Balance(StrEnum):
    """At which end of a span a balance stands."""

    OPENING = "opening"
    CLOSING = "closing"


_OPENING = re.compile(OPENING_WORDS, re.IGNORECASE)
_CLOSING = re.compile(CLOSING_WORDS, re.IGNORECASE)
# "Revenue recognized that was deferred at the beginning of the period" is of the whole span; so are gains on
# what is still held, but not cash held.
_OF_WHOLE_SPAN = re.compile(BALANCES["whole_span"], re.IGNORECASE)
_CASH = re.compile(BALANCES["cash"], re.IGNORECASE)
_MADE_UP = re.compile(BALANCES["made_up"], re.IGNORECASE)
_STOCKS = re.compile(BALANCES["stocks"], re.IGNORECASE)


def balance_of(row_path: Sequence[str], column_path: Sequence[str]) -> Balance | None:
    """Return at which edge of its span an amount stands, None where it is of the whole span.

    The label of its row may say so, or the lowest of its headers ("Beginning balance", "Additions").
    """
    for label in (*row_path[-1:], *column_path[-1:]):
        edge = named_balance(label)
        if edge:
            return edge
    label = row_path[-1] if row_path else ""
    made_up = any(_MADE_UP.search(section) for section in row_path[:-1])
    return Balance.CLOSING if made_up or _CASH.search(label) or _STOCKS.search(label) else None


@cached(65536)
def named_balance(label: str) -> Balance | None:
    """Return the edge that a label or header names: "Ending balance", "Cash at beginning of year"."""
    label = spelled(label)
    for pattern, edge in ((_OPENING, Balance.OPENING), (_CLOSING, Balance.CLOSING)):
        stated = pattern.search(label)
        if stated and not _OF_WHOLE_SPAN.search(label[: stated.start()]):
            return edge
    return None
