"""The period of a number by its headers and its label, and which rows and columns state a balance.

A balance is of a day, whatever span its headers state: it is an opening balance, an ending one, or what was
held.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import CLOSING_WORDS, MONTHS, OPENING_WORDS
from cofitcheck.language.meanings import BALANCES, TIMES
from cofitcheck.periods import FLAGS, INSTANT, Period, which_quarter
from cofitcheck.periods.east_asian import spelled
from cofitcheck.periods.text import MONTH, OTHER_WORDS, YEAR, day_range, read_period

# Below years: the rest of one, or what comes after them all, has not the length of a year.
_REST = re.compile(rf"^\W*{TIMES['rest']}\b", FLAGS)
# Years that sort the amounts; also loans by year, whose headers are bare years below what they are years of.
_SORTING = re.compile(TIMES["sorting"], re.IGNORECASE)
# "December 29, 2022 and December 28, 2023", "three years ended": a header of several years is of none alone.
_LISTED = re.compile(
    rf"\b(?:19|20)\d\d{TIMES['in_a_list']}\s+(?:{TIMES['fiscal']}\s+)?(?P<date>(?:\d{{1,2}}\s+)?"
    rf"(?:{'|'.join(MONTHS)})\b\.?(?:\s+\d{{1,2}})?,?\s+)?(?=(?P<last>(?:19|20)\d\d)\b)",
    FLAGS,
)
_YEARS_ENDED = re.compile(TIMES["years_ended"], FLAGS)
_STANDING = re.compile(
    rf"\b{TIMES['standing']}\b"
    rf"|{TIMES['at_day']} (?:{'|'.join(MONTHS)})\.? \d{{1,2}}(?:, \d{{4}})?$",
    re.IGNORECASE,
)
_LONGEST_NAME = 80
"""A longer label tells of a day in passing, and does not name one."""
_YEARLY = range(10, 13)
"""The lengths of a span over which bare years may be years of a report, and sort nothing."""
_MARK = re.compile(r"\([a-z\d]{1,2}\)$")
"""The mark of a footnote."""
_VINTAGES = 3
"""The least years under one day that sort its amounts."""
_OF_YEAR = re.compile(TIMES["of_year"], re.IGNORECASE)
_OPENING = re.compile(OPENING_WORDS, re.IGNORECASE)
_CLOSING = re.compile(CLOSING_WORDS, re.IGNORECASE)
# "Revenue recognized that was deferred at the beginning of the period" is of the whole span; so are gains on
# what is still held, but not cash held.
_OF_WHOLE_SPAN = re.compile(BALANCES["whole_span"], re.IGNORECASE)
_CASH = re.compile(BALANCES["cash"], re.IGNORECASE)
_MADE_UP = re.compile(BALANCES["made_up"], re.IGNORECASE)
_STOCKS = re.compile(BALANCES["stocks"], re.IGNORECASE)


class Balance(StrEnum):
    """At which end of a span a balance stands."""

    OPENING = "opening"
    CLOSING = "closing"


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
    return _stated_together(tuple(texts))


@cached(65536)
def _stated_together(texts: tuple[str, ...]) -> Period:
    period, sorting = Period(), False
    for text in texts:
        stated = _of_one_year(text)
        sorting = sorting or bool(_SORTING.search(text))
        if sorting and not stated.day:
            continue
        if stated.months == 3 and not stated.month and period.months == 12:
            period = period.quarter(which_quarter(text))
        period = stated.or_else(period)
    return period


def without_vintages(mentions: Sequence[Mention]) -> list[Mention]:
    """Return mentions without the bare years that sort the amounts of one day.

    Under "June 30, 2023" the columns "2023", "2022", "2021" and "Prior" are of loans by the year in which
    they began. Two years under a day may be that day in both.
    """
    below: dict[str, set[str]] = {}
    for mention in mentions:
        for day, year in _years_below_days(mention.column_path):
            below.setdefault(day, set()).add(year)
    sorted_by = {day: years for day, years in below.items() if len(years) >= _VINTAGES}
    return [_without_vintage(mention, sorted_by) for mention in mentions] if sorted_by else list(mentions)


def _without_vintage(mention: Mention, sorted_by: Mapping[str, set[str]]) -> Mention:
    path = mention.column_path
    years = {year for day, year in _years_below_days(path) if day in sorted_by}
    return (
        replace(mention, column_path=tuple(text for text in path if text not in years)) if years else mention
    )


def _years_below_days(path: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each bare year of headers with each day, its year included, that stands above it."""
    for at, text in enumerate(path):
        if YEAR.fullmatch(text.strip()):
            yield from ((above, text) for above in path[:at] if _is_whole_day(above))


@cached(65536)
def _is_whole_day(text: str) -> bool:
    stated = read_period(text)
    return bool(stated.year and stated.day and stated.months not in _YEARLY)


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
    of_edge = bool(column_path) and named_balance(column_path[-1]) is not None
    period = _edge_period(column_path) if of_edge else period_of(column_path)
    if not ((own.year and own.is_instant) or _REST.search(label)):
        period = _completed(period, row_path[:-1])
    if period.year or not own.year:
        lent = _fitting(around, period)
        period = period.or_else(Period(lent.year) if own.month and 0 < own.months < lent.months else lent)
    if _dates_a_balance(label, own) and (period.is_duration or not period.month):
        return _balance_date(own, period)
    if of_edge and own.year and own.is_duration:
        period = period.or_else(own)
    edge = balance_of(row_path, column_path)
    if edge is Balance.OPENING:
        return _day_before(period, of_year=bool(_OF_YEAR.search(label)))
    named = not period.year or (own.year in (0, period.year) and len(label) <= _LONGEST_NAME)
    if named:
        dated = own.year or own.months or MONTH.match(label)
        period = period.or_else(own if dated else replace(own, month=0, day=0))
    return replace(period, months=INSTANT) if edge else period


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
    """Return what is said around a table that holds for a period.

    A bare year takes what is said of that year, or of any. A day takes the length of a span that ends on it.
    """
    if not period.year:
        alone = around[0] if len(around) == 1 else Period()
        return alone if alone.year and period.month in (0, alone.month) else Period()
    of_year = (stated for stated in around if stated.year in (0, period.year))
    if not period.month:
        return Period(months=around[0].months) if _end_about_new_year(around) else next(of_year, Period())
    day = (period.month, period.day)
    return next((s for s in of_year if s.is_duration and (s.month, s.day) == day), Period())


def _end_about_new_year(around: Sequence[Period]) -> bool:
    """Tell whether two of the days that are said of a table are about the two ends of one calendar year.

    They end fiscal years of 52 or 53 weeks, which are not named by the calendar year of the day: fiscal 2022
    ended on January 1, 2023, and fiscal 2021 on January 2, 2022.
    """
    months: dict[int, set[int]] = {}
    for stated in around:
        months.setdefault(stated.year, set()).add(stated.month)
    return any({1, 12} <= found for found in months.values())


@cached(65536)
def balance_date(label: str) -> Period:
    """Return the date of the balance that a label names with its year, none for any other label.

    That of "Balance at the end of fiscal 2019" is the year without a day.
    """
    stated = period_of((label,))
    ends_year = not stated.month and named_balance(label) is Balance.CLOSING and _names_one_year(label)
    dates = stated.year and (ends_year or _dates_a_balance(label, stated))
    return stated if dates else Period()


def is_bare_day(label: str) -> bool:
    """Tell whether a label is a day without its year, as balances are named by: "At 31 December"."""
    stated = period_of((label,))
    return bool(stated.day and not stated.year and not OTHER_WORDS.search(_MARK.sub("", label)))


def _names_one_year(label: str) -> bool:
    return len(label) <= _LONGEST_NAME and len(set(YEAR.findall(label))) == 1


def _dates_a_balance(label: str, stated: Period) -> bool:
    """Tell whether a row is named by the date of a balance: "Balance at March 31", "Unvested, 5/31/2023"."""
    several = len(set(YEAR.findall(label))) > 1 or day_range(label)
    if not stated.month or len(label) > _LONGEST_NAME or several:
        return False
    words = OTHER_WORDS.search(_MARK.sub("", label))
    bare = stated.year and stated.day and not stated.is_duration and not words
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
    """Tell whether a section row states a period: a bare year, a date or a length ("For the three months
    ended"), not "2014 Equity Incentive Plan"."""
    if len(OTHER_WORDS.findall(section)) > 1:
        return False
    only_length = not OTHER_WORDS.search(section)
    bare, spans = YEAR.fullmatch(section.strip(" :")), stated.is_duration and (stated.month or only_length)
    return bool(bare or spans or (stated.year and (stated.month or stated.months)))


def _balance_date(stated: Period, span: Period) -> Period:
    """Return the date of a balance; where its label has no year, that of the span it opens or ends."""
    before = span.month and stated.month > span.month
    return Period(stated.year or span.year - bool(span.year and before), stated.month, stated.day, INSTANT)


def _day_before(span: Period, of_year: bool) -> Period:
    """Return the date before a span began. A bare year is a span; a date does not say when its span began."""
    if span.month and not span.is_duration and not of_year:
        return Period(months=INSTANT)
    length = span.months if span.is_duration else 12
    if not span.month:
        return Period(span.year and span.year - length // 12, 0, 0, INSTANT)
    years, month = divmod(span.month - length - 1, 12)
    return Period(span.year and span.year + years, month + 1, 0, INSTANT)
