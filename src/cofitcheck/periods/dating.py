"""The period of every mention of a document: its headers, its row, and the sentence before its table."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.caching import once_a_document
from cofitcheck.document import Document, Mention, Table
from cofitcheck.language.lexicon import MONTH_NAMES, alternation
from cofitcheck.language.meanings import TIMES
from cofitcheck.periods import Period, months_of
from cofitcheck.periods.fiscal_calendar import FiscalCalendar, is_bare, named_days
from cofitcheck.periods.header_periods import mention_period, period_of, without_vintages
from cofitcheck.periods.inferred import (
    RollForward,
    compared_periods,
    periods_between_columns,
    periods_of_parts,
    reports_years,
    spans_of_title,
    states_flows,
)
from cofitcheck.periods.reporting_period import (
    headed,
    in_english,
    reported,
    reporting_period,
    states_position,
)
from cofitcheck.periods.text import read_period

_BRACKETED = re.compile(r"[(\[（][^()\[\]（）]*[)\]）]")
_SENTENCE_END = re.compile(r"[.:;!?][\"”’]?\s+(?=[A-Z0-9])")
_INTRODUCES = re.compile(
    TIMES["introduces"],
    re.IGNORECASE,
)
_LONGEST_HEADING = 80
"""A longer sentence dates a table only where it introduces the table in words."""
_FULL_YEAR = r"(?:19|20)\d\d\b"
_MONTH_DAY = rf"(?:{alternation(MONTH_NAMES)})\s+\d{{1,2}}\b"
# A date that the sentence speaks of in passing ("acquired on July 29, 2019") does not date the table.
_DATING = re.compile(
    rf"(?:(?:^|\b{TIMES['as_of_day']}\s+){_MONTH_DAY}(?:,?\s+{_FULL_YEAR})?"
    rf"|\b{TIMES['for_year']}{_FULL_YEAR})"
    rf"(?:{TIMES['lists']}\s+(?:{_MONTH_DAY},?\s+)?{_FULL_YEAR})*",
    re.IGNORECASE,
)
_DATE = re.compile(rf"{_MONTH_DAY},?\s+{_FULL_YEAR}", re.IGNORECASE)
_YEAR = re.compile(rf"\b{_FULL_YEAR}")


@once_a_document
def stated_periods(document: Document, *, between_balances: bool = True) -> tuple[Period, ...]:
    """Return the period of each mention, parallel to `document.mentions`; it is kept nowhere else.

    It is that of `date_mentions`; what is left open there is taken from the table's caption and title.
    """
    tables = (document.tables[mention.table] for mention in document.mentions)
    headed = headed_periods(document, between_balances=between_balances)
    periods = [
        period.or_else(period_of((table.caption,))).or_else(period_of((table.title,)))
        for period, table in zip(headed, tables, strict=True)
    ]
    return fiscal_calendar(document, between_balances=between_balances).dates(document, periods)


@once_a_document
def ended_periods(document: Document) -> tuple[Period, ...]:
    """Return the `stated_periods`, where bare years have the end that the document states of its fiscal
    years.

    A bare year over a statement of cash flows or of income, or over what moved a balance from its opening to
    its end, is twelve months. The encoder has learnt from the `stated_periods`.
    """
    lasting = [
        replace(period, months=12) if flow and is_bare(period) and not period.months else period
        for flow, period in zip(_in_flows(document), stated_periods(document), strict=True)
    ]
    return fiscal_calendar(document).with_days(document, lasting)


def _in_flows(document: Document) -> list[bool]:
    """Tell of each mention whether it stands in a statement of flows, or between two balances."""
    by_table: dict[int, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        by_table[mention.table].append(mention)
    rolled = {at: RollForward.of(mentions) for at, mentions in by_table.items()}
    return [
        states_flows(document.tables[mention.table])
        or (
            rolled[mention.table].is_between_edges(mention.row) and rolled[mention.table].is_movement(mention)
        )
        for mention in document.mentions
    ]


def date_mentions(document: Document, *, between_balances: bool = True) -> tuple[Period, ...]:
    """Return the period of each mention by its headers, its row, and the text before its table.

    Without `between_balances`, the rows of a roll-forward have only what their headers and the text before
    their table say, not the span between the balances above and below them. A bare year that names a fiscal
    year is the day on which that ends, where the document tells (see `FiscalCalendar`).
    """
    periods = headed_periods(document, between_balances=between_balances)
    return fiscal_calendar(document, between_balances=between_balances).dates(document, periods)


@once_a_document
def fiscal_calendar(document: Document, *, between_balances: bool = True) -> FiscalCalendar:
    """Return when the fiscal years of a document end, learnt from its `headed_periods`."""
    return FiscalCalendar.of(document, headed_periods(document, between_balances=between_balances))


@once_a_document
def headed_periods(document: Document, *, between_balances: bool = True) -> tuple[Period, ...]:
    """Return `date_mentions` with fiscal years as they are named: "fiscal 2022" is a year 2022."""
    between, alone = _dated_both_ways(document)
    return between if between_balances else alone


@once_a_document
def _dated_both_ways(document: Document) -> tuple[tuple[Period, ...], tuple[Period, ...]]:
    """Return the `headed_periods` with and without what lies between balances: few tables have any."""
    by_table: dict[int, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        by_table[mention.table].append(mention)
    own, yearly = reporting_period(document), reports_years(document.mentions)
    between: dict[int, Period] = {}
    alone: dict[int, Period] = {}
    for at, stated in by_table.items():
        mentions, table = without_vintages(in_english(stated, own)), document.tables[at]
        rolled, of_document = RollForward.of(mentions), reported(own, stated)
        dated = _dated(table, mentions, rolled, of_document, yearly)
        between |= dated
        unrolled = RollForward()
        alone |= dated if rolled == unrolled else _dated(table, mentions, unrolled, of_document, yearly)
    mentions = list(document.mentions)
    return tuple(between[m.index] for m in mentions), tuple(alone[m.index] for m in mentions)


def _dated(
    table: Table, mentions: list[Mention], rolled: RollForward, own: tuple[Period, ...], yearly: bool
) -> dict[int, Period]:
    """Return what `_date_table` returns, completed by what the table as a whole and its columns say."""
    dated = _date_table(table, mentions, rolled, own, yearly)
    if states_position(table):
        dated = {index: replace(period, months=0) for index, period in dated.items()}
    dated |= periods_of_parts(mentions, dated)
    dated |= periods_between_columns(mentions, dated)
    return dated | compared_periods(mentions, dated)


def _date_table(
    table: Table, mentions: list[Mention], rolled: RollForward, own: tuple[Period, ...], yearly: bool
) -> dict[int, Period]:
    """Return the periods of a table's mentions by their index; `own` is the document's, which may hold where
    nothing else says when, and `yearly` tells that it reports on years."""
    stated = {m.index: mention_period((*m.row_path[:-1], ""), m.column_path) for m in mentions}
    said = _said_around(table, set(stated.values()))
    only_days = all(_is_day(period) for period in stated.values())
    if only_days and not any(period.months for period in (*stated.values(), *said)):
        said = spans_of_title(table, set(stated.values()), yearly=yearly) or said
    periods = {}
    for mention in mentions:
        flow = rolled.span(mention)
        # Beside columns without a date, a day is that of a balance: the span is of what lies between.
        fixed = _is_day(stated[mention.index]) and not only_days
        around = (flow,) if flow else () if fixed else said or (() if stated[mention.index].year else own)
        period = mention_period(mention.row_path, mention.column_path, around)
        if period.is_instant and rolled.is_between_edges(mention.row):
            period = period.without_instant
        if _is_part(flow, period):
            # "Six months ended June 30" over the balances of December, March and June.
            period = flow
        periods[mention.index] = period
    return periods


def _is_part(flow: Period, span: Period) -> bool:
    """Tell whether what lies between two balances is a part of the span that the headers name."""
    if not (flow.is_duration and span.is_duration and flow.months < span.months and span.month):
        return False
    return 0 <= span.months_since(flow) <= span.months - flow.months


def introduced(text: str) -> tuple[Period, ...]:
    """Return the periods that the last sentence of a text states of the table it introduces.

    "At December 31, 2023 and 2022" gives one without a year: the day on which those years end. Fiscal years
    that are named by another year than that of their last day have their dates instead.
    """
    sentence = _SENTENCE_END.split(_BRACKETED.sub(" ", _BRACKETED.sub(" ", text)).strip())[-1]
    heading = len(sentence) <= _LONGEST_HEADING
    dating = " ".join(stated[0] for stated in _DATING.finditer(sentence))
    if not (dating and (heading or _INTRODUCES.search(sentence))):
        return ()
    stated = replace(read_period(dating), months=months_of(sentence))
    length = 0 if stated.is_instant else stated.months
    dates = dict.fromkeys(read_period(date) for date in _DATE.findall(dating))
    of_other_years = any(day.year != year for year, day in named_days([sentence]).items())
    if of_other_years or len({(date.month, date.day) for date in dates}) > 1:
        return tuple(replace(date, months=length) for date in dates)
    if len(set(_YEAR.findall(dating))) < 2:
        return (stated,)
    return (replace(stated, year=0, months=length),)


def _is_day(period: Period) -> bool:
    return bool(period.year and period.day and not period.is_duration)


def _said_around(table: Table, stated: set[Period]) -> tuple[Period, ...]:
    """Return the periods that hold for a table where its headers, which state `stated`, do not say otherwise.

    The sentence before the table says it: a date, or when the years of the headers end. Unless it states one
    year, a single date among the headers is the date of all.
    """
    sentence = introduced(table.text_before) or headed(table.text_before)
    dated = [period for period in stated if period.year]
    one_year = len(sentence) == 1 and sentence[0].year
    return (dated[0],) if len(dated) == 1 and _is_day(dated[0]) and not one_year else sentence
