"""The length of what a statement of flows is of, where its headers are days and nothing but its title tells.

"Statement of cash flows | December 31, 2023 | December 31, 2022" in a yearly report is of years, and
"Quarterly financial data" under days is of quarters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.document.model import Mention, Table
from cofitcheck.language.meanings import FLOWS, QUARTERLY
from cofitcheck.periods.headed import period_of
from cofitcheck.periods.period import Period

_QUARTERLY = re.compile(QUARTERLY, re.IGNORECASE)
_FLOWS = re.compile(FLOWS, re.IGNORECASE)
_YEAR, _QUARTER = 12, 3
_LAST = "—"
"""What stands between a title and those of the chapters around it."""


def reports_years(mentions: Iterable[Mention]) -> bool:
    """Tell whether a document reports on years: more of its headers have their length than a shorter one."""
    headers = {mention.column_path for mention in mentions}
    lengths = [period.months for path in headers if (period := period_of(path)).is_duration]
    return sum(months == _YEAR for months in lengths) > sum(months < _YEAR for months in lengths)


def states_flows(table: Table) -> bool:
    """Tell whether a table is titled as a statement of what happened in a span of time."""
    return _FLOWS.search(_own_title(table)) is not None


def _own_title(table: Table) -> str:
    return table.title.rpartition(_LAST)[2]


def spans_of_title(table: Table, days: Collection[Period], *, yearly: bool) -> tuple[Period, ...]:
    """Return the spans that end on the days of a table's headers; none where its title names no flows.

    `yearly` tells that the document reports on years.
    """
    if _QUARTERLY.search(_own_title(table)):
        months = _QUARTER
    elif yearly and states_flows(table):
        months = _YEAR
    else:
        return ()
    return tuple(replace(day, months=months) for day in days)
