"""The length of the period that words state."""

from __future__ import annotations

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import MONTHS
from cofitcheck.periods.period import INSTANT

# ASCII, as otherwise a dotless "ı" counts as an "i" and is then in no table below.
FLAGS = re.IGNORECASE | re.ASCII
COUNTS = {"three": 3, "six": 6, "nine": 9, "twelve": 12, "3": 3, "6": 6, "9": 9, "12": 12}
WEEKS = {
    "twelve": 12, "thirteen": 13, "fourteen": 14, "sixteen": 16, "twenty-four": 24, "twenty-six": 26,
    "twenty-seven": 27, "twenty-eight": 28, "thirty-six": 36, "thirty-nine": 39, "forty": 40, "fifty-two": 52,
    "fifty-three": 53,
}  # fmt: skip
_MONTHS_ENDED = re.compile(
    r"\b(three|six|nine|twelve|3|6|9|12)[\s-]*months?\b(?!\s+(?:libor|sofr|euribor|term|treasury|rate|average))",
    FLAGS,
)
_TWO_LENGTHS = re.compile(
    r"\b(?:three|six|nine|twelve)(?:[ -]months?)? and (?:three|six|nine|twelve)\b", FLAGS
)
_WEEKS_ENDED = re.compile(rf"\b({'|'.join(WEEKS)}|[1-5]\d)[\s-]*weeks?\b", FLAGS)
# "Less than 12 Months", "one year or more": how long something has lasted or will, no span of a report.
_BOUND = re.compile(
    r"\b(?:(?:less|fewer|more|greater|longer) than(?: or equal to)?|within(?: the next)?|next|over|after"
    r"|beyond|up to) \w+ (?:weeks?|months?|years?)\b"
    r"|\b\w+ (?:weeks?|months?|years?) or (?:less|fewer|more|greater|longer|over)\b"
    r"|\b\w+ (?:weeks?|months?|years?) (?:and|&|or) (?:beyond|thereafter|after|later)\b"
    r"|\b\d+ ?(?:-|–|to) ?\d+ (?:weeks|months)\b",
    FLAGS,
)
_QUARTER = re.compile(r"\bquarters?\b|\b[1-4]q\b|\bq[1-4]\b", FLAGS)
_WHICH_QUARTER = re.compile(
    r"\b(first|second|third|fourth)\s+(?:fiscal\s+)?quarter\b|\bq([1-4])\b|\b([1-4])q\b", FLAGS
)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_TO_DATE = re.compile(r"\bytd\b|\byear[- ]to[- ]date\b", FLAGS)
# "Due after one year", "prior years", "(in years)" and "useful life (years)" are no span of a report.
_FULL_YEAR = re.compile(
    r"\b(?:fiscal\b(?! year[- ]end)|(?:full|calendar|for each|(?:during|for|of|in) the) years?\b"
    r"|years?[ -](?:ended|ending|(?:19|20)\d\d)\b|twelve months|annual (?:period|total)s?\b)",
    FLAGS,
)
_AT_END = re.compile(
    r"\b(?:at|as of) (?:the )?(?:(?:end|close) of|(?:fiscal )?(?:years?|quarters?|periods?) end(?:ed|ing))\b",
    FLAGS,
)
_AT = re.compile(
    r"\bas (?:of|at)\b|\bbalances?\b|\bat$|(?<!\()\bat (?:amortized cost|cost|fair value|par)\b"
    rf"|\bat\s+(?:{'|'.join(MONTHS)}|\d|(?:the )?(?:end|beginning|close|reporting|measurement)\b"
    r"|(?:fiscal )?year[- ]?end)",
    FLAGS,
)


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
    return _ORDINALS[word.lower()] if word.isalpha() else int(word or 0)
