"""The length of what a statement of flows is of, where its headers are days and nothing but its title tells.

"Statement of cash flows | December 31, 2023 | December 31, 2022" in a yearly report is of years, and
"Quarterly financial data" under days is of quarters.

The rows of a roll-forward. What they state happened between the balance above and the balance below.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cofitcheck import patterns as re
from cofitcheck.document.model import Mention, Table
from cofitcheck.language.meanings import BALANCES, FLOWS, QUARTERLY
from cofitcheck.periods.balances import Balance, balance_of, named_balance
from cofitcheck.periods.headed import balance_date, period_of
from cofitcheck.periods.period import INSTANT, Period

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


# What a new accounting rule changes is of the day before the span.
_RESTATES = re.compile(BALANCES["restates"], re.IGNORECASE)


@dataclass(frozen=True)
class RollForward:
    """The rows of a table that are named as balances, from top to bottom: by a date, or as opening or end.

    `stacked` tells that the same rows stand at each balance. Then the table is several tables, one a date,
    and nothing moves between its balances.
    """

    dates: dict[int, Period] = field(default_factory=dict)
    edges: dict[int, Balance] = field(default_factory=dict)
    stacked: bool = False

    @classmethod
    def of(cls, mentions: Sequence[Mention]) -> RollForward:
        """Return the balances of a table with these mentions."""
        labels = {m.row: m.row_path[-1] for m in mentions if m.row_path}
        dates = {row: date for row in sorted(labels) if (date := balance_date(labels[row]))}
        edges = {row: edge for row in sorted(labels) if (edge := named_balance(labels[row]))}
        return cls(dates, edges, _are_stacked(labels, {*dates, *edges}))

    def span(self, mention: Mention) -> Period:
        """Return the span between the dated balances around a mention's row; none above the first.

        What is held after the last one ("Exercisable") is held on its date.
        """
        rows = list(self.dates)
        below = bisect_left(rows, mention.row)
        if not below or mention.row in self.dates or _RESTATES.search(" ".join(mention.row_path)):
            return Period()
        opening = self.dates[rows[below - 1]]
        if below == len(rows):
            closing = balance_of(mention.row_path, mention.column_path) is Balance.CLOSING
            return replace(opening, months=INSTANT) if closing else Period()
        end = self.dates[rows[below]]
        months = end.months_since(opening)
        return replace(end, months=months) if months > 0 else Period()

    def is_balance(self, mention: Mention) -> bool:
        """Tell whether a mention's row is named as a balance, or its headers are."""
        return mention.row in (*self.dates, *self.edges) or any(map(named_balance, mention.column_path))

    def is_movement(self, mention: Mention) -> bool:
        """Tell whether a mention's row happened between two balances, and no header says otherwise."""
        if self.stacked:
            return False
        between = self.span(mention).year or self.is_between_edges(mention.row)
        return bool(between) and not self.is_balance(mention)

    def is_between_edges(self, row: int) -> bool:
        """Tell whether a row stands between an opening balance and an ending one."""
        rows = list(self.edges)
        below = bisect_left(rows, row)
        return (
            0 < below < len(rows)
            and row not in (rows[below], *self.dates)
            and self.edges[rows[below - 1]] is Balance.OPENING
            and self.edges[rows[below]] is Balance.CLOSING
        )


def _are_stacked(labels: Mapping[int, str], balances: Collection[int]) -> bool:
    """Tell whether all rows between the balances are named as others before the first or behind the last."""
    if len(balances) < 2:
        return False
    first, last = min(balances), max(balances)
    between = {label for row, label in labels.items() if first < row < last and row not in balances}
    outside = {label for row, label in labels.items() if not first <= row <= last}
    return bool(between) and between <= outside
