"""What labels say of a line: what others come to, a balance carried forward."""

from __future__ import annotations

from collections.abc import Sequence

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import RESULT_SIGNS, RESULT_WORDS
from cofitcheck.periods.header_periods import Balance, balance_date, is_bare_day, named_balance

_RESULT = re.compile(rf"\b{RESULT_WORDS}\b|{RESULT_SIGNS}", re.IGNORECASE)


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
