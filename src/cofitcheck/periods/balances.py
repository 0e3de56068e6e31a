"""Rows and columns that state a balance, whatever span is over them: its opening, its end, what was held."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.lexicon import CLOSING_WORDS, OPENING_WORDS
from cofitcheck.periods.east_asian import spelled


class Balance(StrEnum):
    """At which end of a span a balance stands."""

    OPENING = "opening"
    CLOSING = "closing"


_OPENING = re.compile(OPENING_WORDS, re.IGNORECASE)
_CLOSING = re.compile(CLOSING_WORDS, re.IGNORECASE)
# "Revenue recognized that was deferred at the beginning of the period" is of the whole span; so are gains on
# what is still held, but not cash held.
_OF_WHOLE_SPAN = re.compile(
    r"\b(?:included in|recogni[sz]ed|recorded|reali[sz]ed|(?<!cash )held)\b", re.IGNORECASE
)
_CASH = re.compile(
    r"^(?:total\s+)?(?:restricted\s+cash|cash(?:,|\s+and)\s+(?:cash\s+equivalents|restricted\s+cash))\b"
    r"(?!.*\b(?:acquired|paid|received|increase|decrease|change|effect|net of|disposed|transferred)\b)",
    re.IGNORECASE,
)
_MADE_UP = re.compile(
    r"\b(?:reconciliation|analysis|components?|composition) of (?:total )?(?:restricted )?cash\b"
    r"|\bcash\b.*\bconsists?\b|\bfunded status at\b"
    r"|\b(?:recogni[sz]ed|recorded) (?:in|on) (?:the |our )?(?:consolidated )?(?:balance sheet"
    r"|statement of financial position)"
    r"|^(?:total )?long-lived assets(?:,? net)?$",
    re.IGNORECASE,
)
_STOCKS = re.compile(
    r"^total (?:assets|liabilities|(?:(?:(?:stock|share|unit)holders|owners|members)['’]? )?equity)"
    r"(?: \(defici(?:t|ency)\))?$"
    r"|\bfunded status\b(?!.*\bchange)|^net amounts? recogni[sz]ed(?:$| (?:in|on) )"
    r"|^(?:projected |accumulated )?benefit obligations?$",
    re.IGNORECASE,
)


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
