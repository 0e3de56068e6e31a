"""Words of time in Chinese and Japanese, spelled in English, so that one reading of periods serves all.

"自2022年4月1日至2022年9月30日" becomes "April 1, 2022 to September 30, 2022",
"期初余额" the "beginning balance".
"""

from __future__ import annotations

import calendar
import unicodedata
from collections.abc import Callable
from datetime import date

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language import calendar as written
from cofitcheck.language.lexicon import BALANCE_SIGNS, CLOSING_SIGNS, EAST_ASIAN_LETTERS, OPENING_SIGNS
from cofitcheck.periods import Duration, in_words

_LETTERS = f"[{EAST_ASIAN_LETTERS}]"
_LETTER = re.compile(_LETTERS)
_ERA = re.compile(written.ERA)
_NUMBERING = re.compile(written.NUMBERING)
_REPUBLIC = re.compile(written.REPUBLIC)
_IN_NUMERALS = re.compile(written.YEAR_IN_NUMERALS)
_DAY_IN_NUMERALS = re.compile(written.DAY_IN_NUMERALS)
_SPACES = re.compile(written.SPACES_IN_DATES)
# "合 计", and headers written from top to bottom.
_GAPS = re.compile(rf"(?<={_LETTERS})\s+(?={_LETTERS})")

_CHANGE = re.compile(written.CHANGE)
_COMPARED = re.compile(rf"(?<={written.BEHIND_DATES})\s*{written.COMPARED}\s*(?=\D{{0,3}}(?:19|20)\d\d)")
_BALANCE = re.compile(BALANCE_SIGNS)
_AS_OF = re.compile(written.AS_OF)
_OPENING = re.compile(rf"{OPENING_SIGNS}{BALANCE_SIGNS}?")
_CLOSING = re.compile(rf"{CLOSING_SIGNS}{BALANCE_SIGNS}?")
_YEAR_BEFORE = re.compile(written.YEAR_BEFORE)
_YEAR_EARLIER = re.compile(written.YEAR_EARLIER)
_YEAR_TO_DATE = re.compile(written.YEAR_TO_DATE)
_QUARTER_OF_YEAR = re.compile(written.QUARTER_OF_THIS_YEAR)
_CURRENT = re.compile(written.CURRENT)
_FOUR_DIGITS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_RELATIVE = (
    _YEAR_TO_DATE,
    _QUARTER_OF_YEAR,
    _OPENING,
    _CLOSING,
    _YEAR_BEFORE,
    _YEAR_EARLIER,
    _CURRENT,
)


@cached(65536)
def spelled(text: str, own: Duration | None = None) -> str:
    """Return a text with its Chinese and Japanese words of time in English, any other text as it is.

    `own` is the span that the document means by "this period"; without it such words stay open.
    """
    if not speaks_east_asian(text):
        return text
    plain = _with_plain_dates(unicodedata.normalize("NFKC", _NUMBERING.sub(" ", text)))
    dated = _COMPARED.sub(" vs. ", plain)
    for pattern, english in _STATED:
        dated = pattern.sub(lambda found, say=english: f" {say(found)} ", dated)  # type: ignore[misc]
    known = dated != plain or bool(_FOUR_DIGITS.search(dated))
    words = _BALANCE.sub(" balance ", _without_relative(dated)) if known else _relative(dated, own)
    return " ".join(_AS_OF.sub(" as of ", words).split())


def speaks_east_asian(text: str) -> bool:
    """Tell whether a text has Chinese or Japanese letters."""
    return not text.isascii() and _LETTER.search(text) is not None


def speaks_of_time(text: str) -> bool:
    """Tell whether a text has Chinese or Japanese words of time that say when without a date."""
    return not text.isascii() and any(pattern.search(text) for pattern in _RELATIVE)


def _with_plain_dates(text: str) -> str:
    """Return a text with its dates as 2023年6月30日, whatever era or numerals it counts in, and no gaps."""
    text = _IN_NUMERALS.sub(lambda found: found[0].translate(written.DIGITS), _GAPS.sub("", text))
    text = _SPACES.sub("", _DAY_IN_NUMERALS.sub(_in_digits, text))
    text = _ERA.sub(_of_era, text)
    return _REPUBLIC.sub(lambda found: str(1911 + int(found[1])), text)


def _of_era(found: re.Match[str]) -> str:
    return str(written.ERAS[found[1]] + (1 if found[2] in written.FIRST_YEARS else int(found[2])))


def _in_digits(found: re.Match[str]) -> str:
    month, day = (counted(numeral) for numeral in found.groups(default=""))
    of_month = f"{month}{written.MONTH_SIGN}"
    return f"{of_month}{day}{written.DAY_SIGN}" if day else of_month


def counted(numeral: str) -> int:
    """Return the count that a numeral below a hundred states: 三十一 is 31, 十 is 10."""
    tens, ten, ones = numeral.rpartition(written.TEN)
    return 10 * int(tens.translate(written.DIGITS) or bool(ten)) + int(ones.translate(written.DIGITS) or 0)


def _without_relative(text: str) -> str:
    """Drop "this year" and the like beside the date that says which year it is."""
    for pattern in _RELATIVE:
        text = pattern.sub(" ", text)
    return text


def _relative(text: str, own: Duration | None) -> str:
    if _CHANGE.search(text):
        return f"change {_without_relative(text)}"
    text = _YEAR_TO_DATE.sub(f" {own.year_to_date if own else ''} ", text)
    text = _QUARTER_OF_YEAR.sub(lambda found: f" {_quarter(found, own)} " if own else found[0], text)
    text = _CLOSING.sub(" ending balance ", _OPENING.sub(" beginning balance ", text))
    for pattern, span in (
        (_YEAR_BEFORE, own and own.year_before),
        (_YEAR_EARLIER, own and own.a_year_earlier),
        (_CURRENT, own),
    ):
        text = pattern.sub(f" {span or ''} ", text)
    return text


def _quarter(found: re.Match[str], own: Duration) -> str:
    span = own.quarter(written.NTH[found[1]])
    return f"as of {in_words(span.last)}" if found[2] else str(span)


def _days(found: re.Match[str]) -> str:
    first = _day(found[1], found[2], found[3])
    return f"{first} to {_day(found[4] or found[1], found[5], found[6])}"


def _day(year: str, month: str, day: str) -> str:
    last = calendar.monthrange(int(year), int(month))[1]
    return in_words(date(int(year), int(month), min(int(day), last)))


def _ended(found: re.Match[str]) -> str:
    count = "six" if found[5] else written.COUNTS.get(found[4], found[4])
    named = "period" if found[6] else "quarter" if found[7] else "year"
    return f"{f'{count} months' if count else named} ended {_day(found[1], found[2], found[3])}"


def _years_ended(found: re.Match[str]) -> str:
    return f"years ended {_day(found[1], found[2], found[3])}"


def _months(found: re.Match[str]) -> str:
    first, last = int(found[2]), int(found[3])
    return str(Duration.of_months(int(found[1]), last, last - first + 1)) if first <= last else found[1]


def _fiscal(found: re.Match[str]) -> str:
    """Say which months "2023年3月期第2四半期" means: from the first of a year that ends in March 2023."""
    year = Duration.of_months(int(found[1]), int(found[2]), 12)
    months = 3 * written.NTH[found[3]] if found[3] else 6 if found[4] else 12
    end = 12 * year.first.year + year.first.month + months - 2
    span = Duration.of_months(end // 12, end % 12 + 1, months)
    return f"as of {in_words(span.last)}" if found[5] else str(span)


def _part_of_year(found: re.Match[str]) -> str:
    last, months = 6 if found[4] else 12, 6
    if found[2]:
        last, months = 3 * written.NTH[found[2]], 3
    elif found[3]:
        last, months = 9, 9
    span = Duration.of_months(int(found[1]), last, months)
    return f"as of {in_words(span.last)}" if found[6] else str(span)


def _month_end(found: re.Match[str]) -> str:
    return in_words(Duration.of_months(int(found[1]), int(found[2]), 1).last)


_STATED: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(written.SPAN_OF_DAYS), _days),
    (re.compile(written.SPAN_TO_DAY), _ended),
    (re.compile(written.YEARS_TO_DAY), _years_ended),
    (re.compile(written.SPAN_OF_MONTHS), _months),
    (re.compile(written.FISCAL_PART), _fiscal),
    (re.compile(written.PART_OF_YEAR), _part_of_year),
    (re.compile(written.END_OF_MONTH), _month_end),
    (re.compile(written.DAY), lambda found: _day(found[1], found[2], found[3])),
    (re.compile(written.MONTH), lambda found: f"{calendar.month_name[int(found[2])]} {found[1]}"),
    (re.compile(written.END_OF_YEAR), lambda found: _day(found[1], "12", "31")),
    (re.compile(written.START_OF_YEAR), lambda found: _day(str(int(found[1]) - 1), "12", "31")),
    (re.compile(written.FISCAL_YEAR), lambda found: f"fiscal {found[1]}"),
    (re.compile(written.YEAR), lambda found: found[1]),
)
"""What names its own year, longest first, with what it says in English."""
