"""The period that a document reports on."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from cofitcheck.document import Document
from cofitcheck.language.calendar import SAYS_PERIOD
from cofitcheck.language.phrases import PRIOR
from cofitcheck.periods.period import Period
from cofitcheck.periods.text import read_period
from cofitcheck.prose.model import OPEN
from cofitcheck.prose.operations import lower

_FIRST = 120
"""The cover stands in the first so many passages."""
_SAYS = re.compile(rf"\b(?:end(?:ed|ing))\b|{SAYS_PERIOD}", re.IGNORECASE)
_PRIOR = re.compile(PRIOR)
"""What heads last year's statement is not the cover's. In lower case."""
_QUARTERLY = re.compile(r"\bquarterly\b", re.IGNORECASE)
_LONGEST = 160
_OFTEN = 0.3


def own_period(document: Document) -> Period:
    """Return the period that the cover of a document names, or else the latest year that the headers of its
    tables often name; open where there is none."""
    for passage in document.passages[:_FIRST]:
        text = passage.text
        if len(text) > _LONGEST or not _SAYS.search(text) or _PRIOR.search(lower(text)):
            continue
        period = read_period(text)
        months = period.months or 3 * bool(_QUARTERLY.search(text))
        if period.year and period.month and months > 0:
            return replace(period, months=months)
    years: Counter[int] = Counter()
    for mention in document.mentions:
        if mention.column_path:
            years[read_period(mention.column_path[-1]).year] += 1
    del years[0]
    often = [year for year, count in years.items() if count >= _OFTEN * max(years.values())]
    return Period(max(often), months=12) if often else OPEN
