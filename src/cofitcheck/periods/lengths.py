"""The length of the period that words state."""

from __future__ import annotations

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import MONTHS
from cofitcheck.language.meanings import COUNTS, ORDINALS, TIMES, WEEKS
from cofitcheck.periods.period import INSTANT

# ASCII, as otherwise a dotless "ı" counts as an "i" and is then in no table below.
FLAGS = re.IGNORECASE | re.ASCII
_COUNT = f"(?:{'|'.join(each for each in COUNTS if each.isalpha())})"
_MONTHS_ENDED = re.compile(
    rf"\b({'|'.join(COUNTS)})[\s-]*{TIMES['months']}\b(?!\s+{TIMES['no_span']})", FLAGS
)
_TWO_LENGTHS = re.compile(rf"\b{_COUNT}(?:[ -]{TIMES['months']})? {TIMES['joined']} {_COUNT}\b", FLAGS)
_WEEKS_ENDED = re.compile(rf"\b({'|'.join(WEEKS)}|[1-5]\d)[\s-]*{TIMES['weeks']}\b", FLAGS)
# "Less than 12 Months", "one year or more": how long something has lasted or will, no span of a report.
_BOUND = re.compile(TIMES["bounds"], FLAGS)
_QUARTER = re.compile(TIMES["quarter"], FLAGS)
_WHICH_QUARTER = re.compile(
    rf"\b({'|'.join(ORDINALS)})\s+{TIMES['one_quarter']}\b|\bq([1-4])\b|\b([1-4])q\b", FLAGS
)
_TO_DATE = re.compile(TIMES["to_date"], FLAGS)
# "Due after one year", "prior years", "(in years)" and "useful life (years)" are no span of a report.
_FULL_YEAR = re.compile(TIMES["full_year"], FLAGS)
_AT_END = re.compile(TIMES["at_end"], FLAGS)
_AT = re.compile(rf"{TIMES['on_a_day']}|\b{TIMES['at']}\s+(?:{'|'.join(MONTHS)}|\d|{TIMES['day']})", FLAGS)


def months_of(text: str) -> int:
    """Return the months that a text states: 3, 6, 9 or 12, `INSTANT` for a date, 0 where it states none."""
    text = _BOUND.sub(" ", text)
    if _AT_END.search(text):
        return INSTANT
    if _TWO_LENGTHS.search(text):
        return 0
    spoken = _MONTHS_ENDED.search(text)
    if spoken:
        return COUNTS[spoken[1].lower()]
    weeks = _WEEKS_ENDED.search(text)
    if weeks:
        # Fiscal quarters have 12 to 17 weeks.
        count = weeks[1].lower()
        return 3 * round((WEEKS[count] if count in WEEKS else int(count)) / 13)
    if _TO_DATE.search(text):
        return 3 * which_quarter(text)
    if _QUARTER.search(text):
        return 3
    if _FULL_YEAR.search(text):
        return 12
    return INSTANT if _AT.search(text) else 0


def which_quarter(text: str) -> int:
    """Return 1 to 4, or 0 where the text names no quarter."""
    named = _WHICH_QUARTER.search(text)
    word = next(filter(None, named.groups()), "") if named else ""
    return ORDINALS[word.lower()] if word.isalpha() else int(word or 0)
