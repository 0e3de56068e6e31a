"""Where dates and years stand in a text."""

from __future__ import annotations

from cofitcheck import patterns as re
from cofitcheck.language.calendar import IN_SENTENCES
from cofitcheck.language.lexicon import MONTHS

_NAMES = "|".join(
    sorted(
        {form for month in MONTHS for form in (month.capitalize(), month.upper())}, key=lambda n: (-len(n), n)
    )
)
_YEAR = r"(?:19|20)[0-9]{2}(?![0-9]|[.,][0-9])"
_DAY = r"[0-9]{1,2}(?:st|nd|rd|th)?(?![0-9%]|[.:][0-9])"
_WITH_MONTH = re.compile(
    rf"(?:{_NAMES})\b(?:\.?\s{{1,2}}{_DAY}(?:\s?[-–—]\s?{_DAY})?(?:\s?,?\s{{1,2}}{_YEAR})?"
    rf"|\.?,?\s{{1,2}}(?:of\s)?{_YEAR}|\s?[-–—]\s?(?:{_NAMES})\s{{1,2}}{_YEAR})"
)
_FROM_DAY = (
    rf"{_DAY}\.?\s{{1,2}}(?:of\s)?(?i:{'|'.join(MONTHS)})\b(?!\s{{1,2}}[0-9]{{1,2}}(?![0-9]))"
    rf"\.?(?:,?\s{{1,2}}{_YEAR})?"
)
_IN_DIGITS = (
    r"(?:(?:19|20)[0-9]{2}[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12][0-9]|3[01])"
    r"|(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12][0-9]|3[01])/[0-9]{2}(?:[0-9]{2})?"
    r"|(?:0?[1-9]|[12][0-9]|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)[0-9]{2})(?![0-9])"
)
_PART_OF_YEAR = r"(?:[1-4]Q|Q[1-4]|[12]H)(?:\s?(?:FY\s?)?['’]?[0-9]{2,4})?\b"
_DATE = re.compile(f"{IN_SENTENCES}|{_IN_DIGITS}|{_FROM_DAY}|{_PART_OF_YEAR}")
_BARE_YEAR = re.compile(rf"(?<![0-9.,]){_YEAR}(?:\s?[-–/]\s?(?:[0-9]{{2}}|{_YEAR})(?![0-9]))?(?![A-Za-z])")


def dates_in(text: str) -> list[tuple[int, int]]:
    """Return where dates with the name of a month stand in a text, from left to right."""
    return [found.span() for found in _WITH_MONTH.finditer(text)]


def date_at(text: str, start: int) -> int:
    """Return where a date ends whose digits begin at a place, 0 where there is none."""
    found = _DATE.match(text, start)
    return found.end() if found else 0


def year_at(text: str, start: int) -> int:
    """Return where a bare year ends, or two years that name one season, 0 where there is none."""
    found = _BARE_YEAR.match(text, start)
    return found.end() if found else 0
