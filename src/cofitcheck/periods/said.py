"""Whether a text speaks of time: as a bare year, in some of its words, or in all of them."""

from __future__ import annotations

import re

from cofitcheck.language.calendar import YEAR_SIGNS
from cofitcheck.periods.east_asian import spelled
from cofitcheck.periods.text import read_period

_YEAR = re.compile(rf"^(?:FY\s*|fiscal\s*)?(?:19|20)\d\d(?:\s*(?:E|A|{YEAR_SIGNS}))?$", re.IGNORECASE)
_SOME_WORDS = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr"
    r"|jun|jul|aug|sept?|oct|nov|dec|months?|quarters?|years? ended|fiscal|ended|as of|weeks)\b",
    re.IGNORECASE,
)
_ALL_WORDS = re.compile(
    r"\b(?:[A-Za-z]{3,9} \d{1,2}|q[1-4]|[1-4]q|(?:19|20)\d\d"
    r"|(?:for|the|as|at|of|in|and|balances?|first|second|third|fourth|three|six|nine|twelve"
    r"|weeks?|months?|quarters?|years?|fiscal|ended|ending|end|period)\b)",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w")


def is_bare_year(text: str) -> bool:
    """Tell whether a text is a year and no more: "2023", "FY 2023", "2023年度"."""
    return _YEAR.match(text) is not None


def speaks_of_period(text: str) -> bool:
    """Tell whether words about time stand in a text."""
    return bool(_YEAR.match(text) or _SOME_WORDS.search(text))


def states_period_only(label: str) -> bool:
    """Tell whether a label says a date or a period and nothing else."""
    english = spelled(label)
    if english != label:
        english = english.replace("fiscal ", "")  # "113年度" is a year and no more
    return bool(read_period(label)) and not _WORD.search(_ALL_WORDS.sub("", english))
