"""The period or date that header and label words state."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cofitcheck.caching import cached
from cofitcheck.document.day_ranges import MEAN_MONTH, day_range
from cofitcheck.document.east_asian import spelled
from cofitcheck.document.edges import Edge, edge_of, stated_edge
from cofitcheck.document.lengths import COUNTS, FLAGS, WEEKS, months_of, which_quarter
from cofitcheck.language.lexicon import EAST_ASIAN_LETTERS, MONTHS

_MONTH = re.compile(
    r"\b(?:(?P<before>\d{1,2})(?:st|nd|rd|th|er|\.)?\s+)?(?P<month>"
    + "|".join(sorted(MONTHS, key=len, reverse=True))
    + r")\b\.?\s*(?P<after>\d{1,2})?\b",
    FLAGS,
)
_YEAR = re.compile(r"(?<![\d.,$€£¥₩#-])(?<![$€£¥₩]\s)((?:19|20)\d\d)(?![\d%]|[.,]\d)")
# "2026 Senior Notes", "2013 Equity Plan", "ASU 2016-09": the year is part of a name, unless it ends a date.
_NAMED = re.compile(
    r"(?<!\d )(?<!\d, )\b(?:19|20)\d\d\s+"
    r"(?:(?:senior|junior|secured|unsecured|subordinated|exchangeable|usd|euro?|term)\s+)*"
    r"(?:notes|bonds|debentures|convertible|loans?|authorization)\b"
    r"|(?<!\d )(?<!\d, )\b(?:19|20)\d\d\s+(?:[a-z&-]+\s+){0,5}?"
    r"(?:equity|stock|share|employees?|incentive|performance|award|repurchase|restructuring|omnibus)\b"
    r"[a-z &-]{0,40}\b(?:plan|program|award)s?\b"
    r"|\b(?:asus?|asc|update)\)?\s+(?:no\.?\s+)?(?:19|20)\d\d\b(?:-\d\d\b)?",
    FLAGS,
)
# "After 2028", "2029 and thereafter": no end. "2029 - 2033": when something falls due or expires.
_OPEN = re.compile(
    r"\b(?:19|20)\d\d\s*[-–—]\s*(?:19|20)\d\d\b"
    r"|\b(?:after|beyond) (?:19|20)\d\d\b|\b(?:19|20)\d\d (?:and|&|or) (?:thereafter|beyond|later|after)\b",
    FLAGS,
)
# "0.375% senior notes due July 2023": when it falls due, not what its amounts are of.
_DUE = re.compile(r"(?<=\w )\(?(?:due|matur(?:ing|es|ity)|expir(?:ing|es|y|ation))\b.*", FLAGS)
# Below years: the rest of one, or what comes after them all, has not the length of a year.
_REST = re.compile(r"^\W*(?:thereafter|remain(?:der|ing)|later years|subsequent years)\b", FLAGS)
_SHORT_YEAR = re.compile(r"(?:\bQ[1-4] ?|\b[1-4]Q ?|\b(?:FY|YTD) ?|(?<!\w))['’](\d\d)\b", FLAGS)
_FULL, _M, _D = r"(?P<year>(?:19|20)\d\d)", r"(?P<month>0?[1-9]|1[0-2])", r"(?P<day>0?[1-9]|[12]\d|3[01])"
_DATES = tuple(
    re.compile(pattern, re.ASCII)
    for pattern in (
        rf"\b{_FULL}[/.-]{_M}[/.-]{_D}\b",
        rf"\b{_M}/{_D}/(?P<year>\d\d(?:\d\d)?)\b",
        rf"\b{_M}-{_D}-{_FULL}\b",
        rf"\b{_D}[/.-]{_M}[/.-]{_FULL}\b",
    )
)
# Years that sort the amounts; also loans by year, whose headers are bare years below what they are years of.
_SORTING = re.compile(
    r"\b(?:originat|vintage|maturit|maturing|expir|(?:by|of|grant|award) year|year of|amortized cost basis)",
    re.IGNORECASE,
)
# "December 29, 2022 and December 28, 2023", "three years ended": a header of several years is of none alone.
_LISTED = re.compile(
    r"\b(?:19|20)\d\d(?:,\s*and|[,;&]|\s+(?:and|&))\s+(?:fiscal\s+)?(?P<date>(?:\d{1,2}\s+)?"
    rf"(?:{'|'.join(MONTHS)})\b\.?(?:\s+\d{{1,2}})?,?\s+)?(?=(?P<last>(?:19|20)\d\d)\b)",
    FLAGS,
)
_YEARS_ENDED = re.compile(
    r"\b(?:two|three|four|five|ten|[2-5]|10)(?: fiscal)? years,? end(?:ed|ing)\b", FLAGS
)
_VERSUS = re.compile(r"\s(?:vs\.?|versus|compared (?:to|with)|over)\s", FLAGS)
_STANDING = re.compile(
    r"\b(?:balances?|outstanding|(?:non|un)?vested|exercisable|cash|held|as of|as at)\b"
    rf"|(?:,| [-–—]|\bat) (?:{'|'.join(MONTHS)})\.? \d{{1,2}}(?:, \d{{4}})?$",
    re.IGNORECASE,
)
_LONGEST_NAME = 80
_OTHER_WORDS = re.compile(
    rf"\b(?!(?:{'|'.join([*MONTHS, *COUNTS, *WEEKS])}|years?|months?|weeks?|quarters?|first|second|third"
    r"|fourth|fiscal|ended|ending|period|balances?|restated|unaudited|for|the|and|as|of|at)\b)[a-z]+"
    rf"|[{EAST_ASIAN_LETTERS}]+",
    FLAGS,
)
_OF_YEAR = re.compile(r"\bof (?:the )?(?:fiscal )?year\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Period:
    """What words say of a period: 0 means not said.

    `months` is the length: -1 for a date ("as of"), else of a span of time, mostly 3, 6, 9 or 12.
    """

    year: int = 0
    month: int = 0
    day: int = 0
    months: int = 0

    def __bool__(self) -> bool:
        return bool(self.year or self.month or self.months)

    def or_else(self, other: Period) -> Period:
        """Return this period with what it does not say taken from another."""
        month, day = (self.month, self.day) if self.month else (other.month, other.day)
        return Period(self.year or other.year, month, day, self.months or other.months)

    def months_since(self, earlier: Period) -> int:
        """Return the months from the day of an earlier period to the day of this one, to the nearest."""
        years, days = self.year - earlier.year, self.day - earlier.day
        return round(12 * years + self.month - earlier.month + days / MEAN_MONTH)


@cached(65536)
def read_period(text: str) -> Period:
    """Return the period a text states; of several years the last one counts, of "2019 vs. 2018" the first."""
    text = _DUE.sub("", _VERSUS.split(unicodedata.normalize("NFKC", spelled(text)))[0])
    joined = day_range(text)
    if joined:
        return Period(*joined)
    date = next((date for pattern in _DATES if (date := pattern.search(text))), None)
    if date:
        year, month, day = (int(date[name] or 0) for name in ("year", "month", "day"))
        return Period(year if year > 99 else 2000 + year, month, day, months_of(text))
    text = _OPEN.sub(" ", _NAMED.sub(" ", text))
    years = _YEAR.findall(text) or [f"20{year}" for year in _SHORT_YEAR.findall(text)]
    named = [match for match in _MONTH.finditer(text) if _is_month(match) or years]
    month, day = (MONTHS[named[-1]["month"].lower()], _day(named[-1])) if named else (0, 0)
    return Period(int(years[-1]) if years else 0, month, day, months_of(text))


def _is_month(match: re.Match[str]) -> bool:
    return match["month"].lower() != "may" or _day(match) > 0


def _day(match: re.Match[str]) -> int:
    day = int(match["after"] or match["before"] or 0)
    return day if day <= 31 else 0


def said_besides(path: Sequence[str]) -> frozenset[str]:
    """Return the words of headers or labels that say nothing of time, in lower case."""
    return frozenset(_OTHER_WORDS.findall(" ".join(path).casefold()))


@cached(65536)
def _of_one_year(text: str) -> Period:
    """Return the period that a header or a label states, without a year where it lists several."""
    stated, listed = read_period(text), list(_LISTED.finditer(text))
    if str(stated.year) in {last["last"] for last in listed}:
        dated = any(last["date"] for last in listed)
        return Period(months=stated.months) if dated else replace(stated, year=0)
    return replace(stated, year=0) if _YEARS_ENDED.search(text) else stated


def period_of(texts: Iterable[str]) -> Period:
    """Return the period that several texts state together; a later (deeper) text wins over an earlier one.

    Years under "Origination year" or "Maturity" sort the amounts; they do not date them.
    """
    period, sorting = Period(), False
    for text in texts:
        stated = _of_one_year(text)
        sorting = sorting or bool(_SORTING.search(text))
        if sorting and not stated.day:
            continue
        if stated.months == 3 and not stated.month and period.months == 12:
            period = _quarter_of(period, which_quarter(text))
        period = stated.or_else(period)
    return period


def _quarter_of(year: Period, quarter: int) -> Period:
    """Return the quarter of a year that ends in a known month; without its number only the year is known."""
    if not (quarter and year.month):
        return Period(year.year, months=3)
    back = quarter == 4 or year.month > 3 * (4 - quarter)
    month = year.month - 3 * (4 - quarter) + (0 if back else 12)
    day = year.day if quarter == 4 else 0
    return Period(year.year - bool(year.year and not back), month, day, 3)


# A document's mentions are dated three times: for the encoder, and for pairs with and without balances.
@cached(65536)
def mention_period(
    row_path: tuple[str, ...], column_path: tuple[str, ...], around: tuple[Period, ...] = ()
) -> Period:
    """Return the period of a number under these headers in a row with this label.

    A section row "2020", the label itself and then `around`, what is said around the table, complete what the
    headers leave out. "Balance at March 31" and "cash at end of period" are dates though their column is a
    span, and "at beginning" is the day before the span.
    """
    label = row_path[-1] if row_path else ""
    own = _own_period(row_path)
    of_edge = bool(column_path) and stated_edge(column_path[-1]) is not None
    period = _edge_period(column_path) if of_edge else period_of(column_path)
    if not ((own.year and own.months == -1) or _REST.search(label)):
        period = _completed(period, row_path[:-1])
    if period.year or not own.year:
        lent = _fitting(around, period)
        period = period.or_else(Period(lent.year) if own.month and 0 < own.months < lent.months else lent)
    if _dates_a_balance(label, own) and (period.months > 0 or not period.month):
        return _balance_date(own, period)
    if of_edge and own.year and own.months > 0:
        period = period.or_else(own)
    edge = edge_of(row_path, column_path)
    if edge is Edge.OPENING:
        return _day_before(period, of_year=bool(_OF_YEAR.search(label)))
    named = not period.year or (own.year in (0, period.year) and len(label) <= _LONGEST_NAME)
    if named:
        dated = own.year or own.months or _MONTH.match(label)
        period = period.or_else(own if dated else replace(own, month=0, day=0))
    return replace(period, months=-1) if edge else period


def _edge_period(column_path: Sequence[str]) -> Period:
    """Return the period of headers that end in "Beginning balance" or "Balance, end of 2022"."""
    *above, header = column_path
    year = read_period(header).year
    return Period(year if header.endswith(str(year)) else 0).or_else(period_of(above))


def _own_period(row_path: Sequence[str]) -> Period:
    """Return the period of a row's label, none for a year below a section that sorts by years."""
    own = period_of(row_path[-1:])
    sorted_by = any(_SORTING.search(section) for section in row_path[:-1])
    return Period() if sorted_by and not own.day else own


def _fitting(around: Sequence[Period], period: Period) -> Period:
    """Return what is said around a table of a period: for a year, what is said of it or of any.

    A day takes the length of a span that ends on it.
    """
    if not period.year:
        alone = around[0] if len(around) == 1 else Period()
        return alone if alone.year and period.month in (0, alone.month) else Period()
    of_year = (stated for stated in around if stated.year in (0, period.year))
    if not period.month:
        return next(of_year, Period())
    day = (period.month, period.day)
    return next((s for s in of_year if s.months > 0 and (s.month, s.day) == day), Period())


def balance_date(label: str) -> Period:
    """Return the date of the balance that a label names with its year, none for any other label."""
    stated = period_of((label,))
    return stated if stated.year and _dates_a_balance(label, stated) else Period()


def _dates_a_balance(label: str, stated: Period) -> bool:
    """Tell whether a row is named by the date of a balance: "Balance at March 31", "Unvested, 5/31/2023"."""
    several = len(set(_YEAR.findall(label))) > 1 or day_range(label)
    if not stated.month or len(label) > _LONGEST_NAME or several:
        return False
    bare = stated.year and stated.day and stated.months <= 0 and not _OTHER_WORDS.search(label)
    return bool(bare or _STANDING.search(label))


def _completed(period: Period, sections: Sequence[str]) -> Period:
    """Return a period with what section rows say of it, inner ones first, unless they name another year."""
    for section in reversed(sections):
        stated = _of_one_year(section)
        if _is_period(section, stated) and (not period.year or stated.year in (0, period.year)):
            of_year = period.months == 3 and not period.month and stated.months == 12
            period = period.or_else(replace(stated, month=0, day=0) if of_year else stated)
    return period


def _is_period(section: str, stated: Period) -> bool:
    """Tell whether a section row states a period: a bare year or a date, not "2014 Equity Incentive Plan"."""
    if len(_OTHER_WORDS.findall(section)) > 1:
        return False
    bare, spans = _YEAR.fullmatch(section.strip(" :")), stated.months > 0 and stated.month
    return bool(bare or spans or (stated.year and (stated.month or stated.months)))


def _balance_date(stated: Period, span: Period) -> Period:
    """Return the date of a balance; where its label has no year, that of the span it opens or ends."""
    before = span.month and stated.month > span.month
    return Period(stated.year or span.year - bool(span.year and before), stated.month, stated.day, -1)


def _day_before(span: Period, of_year: bool) -> Period:
    """Return the date before a span began: a bare year is one; a date does not say when its span began."""
    if span.month and span.months <= 0 and not of_year:
        return Period(months=-1)
    length = span.months if span.months > 0 else 12
    if not span.month:
        return Period(span.year and span.year - length // 12, 0, 0, -1)
    years, month = divmod(span.month - length - 1, 12)
    return Period(span.year and span.year + years, month + 1, 0, -1)
