"""Columns whose headers lack what those of the columns beside them have: a head was laid over too few."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from cofitcheck.document import Mention, Table
from cofitcheck.document.edges import edge_of
from cofitcheck.document.periods import read_period
from cofitcheck.numbers import Measure
from cofitcheck.readers.pdf.doubts.odd import Odd, quoted
from cofitcheck.readers.pdf.pages.dates import says_date
from cofitcheck.readers.pdf.pages.text import is_year

_SPAN = re.compile(r"(?!.*\d{4}).*\b(?:years?|months|quarters?|weeks|fiscal|ended|ending)\b", re.IGNORECASE)
"""A span of time that a year below completes: "Fiscal Year", "Three months ended June 30,"."""
_ABOVE = re.compile(r"\b(?:ended|ending) [a-z]+ \d{1,2},\Z", re.IGNORECASE)
"""How the text before a table ends where its first line is the head of its years."""

_Paths = Set[tuple[str, ...]]


def uneven_headers(table: Table, mentions: Sequence[Mention]) -> Odd:
    """Columns without the date, the span of time or the head of all that others have. Shares and changes in
    percent stand beside what they are of, and may have less."""
    paths = {m.column_path for m in mentions if m.column_path and m.number.measure is not Measure.PERCENT}
    why = {}
    for lacking, what in (
        (_undated(paths), "no date over it, as other columns have"),
        (
            _of_bare_years(paths, table.text_before),
            "a year, but not the span of time that other columns state",
        ),
        (_under_less(paths), "fewer lines of headers than the column beside it"),
    ):
        for path in lacking:
            why[path] = f"the header {quoted(path[-1])} has {what}"
    return {m.place.element: why[m.column_path] for m in mentions if m.column_path in why}


def _undated(paths: _Paths) -> _Paths:
    """Return the headers without the only date, which is over several columns and not these; where it is a
    balance ("期末余额") over the header of one, those without any head."""
    dates = {text for path in paths for text in path if says_date(text) and not edge_of((text,), ())}
    dated = {path for path in paths if not dates.isdisjoint(path)}
    if len(dates) == 1 and len(dated) > 1:
        return paths - dated
    balances = [path for path in paths if len(path) > 1 and edge_of(path[:1], ())]
    lone = {path for path in paths if len(path) == 1 and not edge_of(path, ())}
    return lone if len(balances) == 1 else frozenset()


def _of_bare_years(paths: _Paths, before: str) -> _Paths:
    """Return the headers of years without a span of time, where others have one or the text before the
    table ends in one, and those of nothing but a day, where others have one."""
    dated = {path for path in paths if is_year(path[-1]) or _is_day(path[-1])}
    spans = {path for path in dated if any(map(_SPAN.match, path[:-1]))}
    years = {path for path in dated - spans if is_year(path[-1])}
    days = {path for path in dated - spans - years if len(path) == 1}
    return years | days if spans else years if _ABOVE.search(before) else frozenset()


def _under_less(paths: _Paths) -> _Paths:
    """Return the headers that are the end of those of another column."""
    return {path for path in paths if any(path != other and other[-len(path) :] == path for other in paths)}


def _is_day(text: str) -> bool:
    """Tell whether a text is a day of a year, as spans of time end on."""
    period = read_period(text)
    return bool(period.year and period.day and not period.months)
