"""Periods that no header of a column states: by the title of the statement, and by the columns beside.

"Statement of cash flows | December 31, 2023 | December 31, 2022" in a yearly report is of years, and
"Quarterly financial data" under days is of quarters. What the rows of a roll-forward state happened between
the balance above and the balance below.

Columns without a period of their own take that of the columns beside them: changes, and parts ("% of total").
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cofitcheck import patterns as re
from cofitcheck.document import Mention, Table
from cofitcheck.language.meanings import BALANCES, CHANGES_SAID, FLOWS, QUARTERLY
from cofitcheck.periods import INSTANT, Period
from cofitcheck.periods.header_periods import Balance, balance_date, balance_of, named_balance, period_of

_QUARTERLY = re.compile(QUARTERLY, re.IGNORECASE)
_FLOWS = re.compile(FLOWS, re.IGNORECASE)
_YEAR, _QUARTER = 12, 3
_LAST = "—"
"""What stands between a title and those of the chapters around it."""

_CHANGE = re.compile(CHANGES_SAID["header"], re.IGNORECASE)
_CHANGE_ROW = re.compile(CHANGES_SAID["row"], re.IGNORECASE)
_BARE_YEAR = re.compile(r"\s*+(?:19|20)\d\d\s*+:?\s*+")
_PART = re.compile(CHANGES_SAID["share"], re.IGNORECASE)
_FEWEST = 2
"""The least pairs of a dated column and one of parts that make a pattern: a single "%" may be of a change."""

# What a new accounting rule changes is of the day before the span.
_RESTATES = re.compile(BALANCES["restates"], re.IGNORECASE)


def reports_years(mentions: Iterable[Mention]) -> bool:
    """Tell whether a document reports on years: more of its headers state a year than a shorter span."""
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


def compared_periods(mentions: Sequence[Mention], periods: Mapping[int, Period]) -> dict[int, Period]:
    """Return the periods that the changes in a table take from what they compare, by the index of the
    mention.

    `periods` holds what is known of each mention. A change has the latest period of the dated columns to its
    left, or of the rows that are named by years in its section. Where these have several lengths, it has
    none.
    """
    compared: dict[int, Period] = {}
    columns: dict[int, set[Period]] = defaultdict(set)
    changes = (*_across(mentions), *_below_years(mentions))
    for mention, others in changes:
        period = _latest([periods[other.index] for other in others], periods[mention.index])
        if period:
            compared[mention.index] = period
            columns[mention.column].add(period)
    # A change beside a dash has nothing to compare in its row.
    for mention, others in changes:
        if len(others) < 2 and len(columns[mention.column]) == 1 and not periods[mention.index].year:
            compared[mention.index] = next(iter(columns[mention.column]))
    return compared


def _across(mentions: Sequence[Mention]) -> Iterator[tuple[Mention, list[Mention]]]:
    rows: dict[int, list[Mention]] = defaultdict(list)
    for mention in mentions:
        rows[mention.row].append(mention)
    for row in rows.values():
        yield from _groups(sorted(row, key=lambda m: m.column))


def _below_years(mentions: Sequence[Mention]) -> Iterator[tuple[Mention, list[Mention]]]:
    """Yield each change whose section has rows named by years, with those in its column."""
    labelled = [mention for mention in mentions if mention.row_path]
    years: dict[tuple[int, tuple[str, ...]], list[Mention]] = defaultdict(list)
    for mention in labelled:
        if _BARE_YEAR.fullmatch(mention.row_path[-1]):
            years[mention.column, mention.row_path[:-1]].append(mention)
    for mention in labelled:
        others = years.get((mention.column, mention.row_path[:-1]))
        if others and _CHANGE_ROW.search(mention.row_path[-1]):
            yield mention, others


def _groups(row: Sequence[Mention]) -> list[tuple[Mention, list[Mention]]]:
    """Return each change of a row with the other mentions to its left, up to earlier changes."""
    groups: list[tuple[Mention, list[Mention]]] = []
    group: list[Mention] = []
    after_change = False
    for mention in row:
        change = any(_CHANGE.search(header) for header in mention.column_path)
        if change:
            groups.append((mention, group))
        else:
            group = [mention] if after_change else [*group, mention]
        after_change = change
    return groups


def _latest(group: Sequence[Period], known: Period) -> Period | None:
    dated = [period for period in group if period.year and known.year in (0, period.year)]
    if len(group) < 2 or len({period.months for period in dated}) != 1 or (known.year and known.months):
        return None
    latest = max(dated, key=lambda period: (period.year, period.month, period.day))
    agrees = known.month in (0, latest.month) and known.months in (0, latest.months)
    return replace(known.or_else(latest), year=latest.year) if agrees else None


def periods_between_columns(mentions: Sequence[Mention], periods: Mapping[int, Period]) -> dict[int, Period]:
    """Return the spans of the movements that stand, column by column, between an opening balance on the left
    and its closing one on the right, by the index of the mention.

    Both columns are headed by a day, the later one on the right; nothing says when the columns between are.
    """
    columns: dict[int, list[Mention]] = defaultdict(list)
    for mention in mentions:
        columns[mention.column].append(mention)
    days = {column: _day_over(column_of, periods) for column, column_of in columns.items()}
    found: dict[int, Period] = {}
    opening: tuple[int, Period] | None = None
    for column in sorted(columns):
        closing = days[column]
        if not closing:
            continue
        between = [at for at in columns if opening and opening[0] < at < column]
        undated = all(not periods[each.index].year for at in between for each in columns[at])
        months = closing.months_since(opening[1]) if opening else 0
        if between and undated and months > 0:
            span = replace(closing, months=months)
            found |= {each.index: span for at in between for each in columns[at] if _moves(each)}
        opening = column, closing
    return found


def _day_over(column: Sequence[Mention], periods: Mapping[int, Period]) -> Period:
    """Return the day that heads a column, none where its numbers are of several or it is a span."""
    stated = {replace(periods[each.index], months=0) for each in column}
    headed = period_of(column[0].column_path)
    whole = headed.year and headed.day and not headed.is_duration and len(stated) == 1
    return replace(headed, months=0) if whole else Period()


def _moves(mention: Mention) -> bool:
    return not (_is_part(mention) or any(_CHANGE.search(header) for header in mention.column_path))


def periods_of_parts(mentions: Sequence[Mention], periods: Mapping[int, Period]) -> dict[int, Period]:
    """Return the periods that the parts in a table take from the columns on their left, by the index of the
    mention.

    `periods` holds what is known of each mention. Beside an empty cell a part has the period of the other
    numbers of that column, where they all have one.
    """
    columns: dict[int, list[Mention]] = defaultdict(list)
    for mention in mentions:
        columns[mention.column].append(mention)
    taken: dict[int, Period] = {}
    for whole, parts in _pairs([columns[at] for at in sorted(columns)]):
        rows = {mention.row: periods[mention.index] for mention in whole}
        alone = next(iter(rows.values())) if len(set(rows.values())) == 1 else Period()
        for mention in parts:
            known, other = periods[mention.index], rows.get(mention.row, alone)
            if not known.year and known.month in (0, other.month) and known.months in (0, other.months):
                taken[mention.index] = known.or_else(other)
    return taken


def _pairs(columns: Sequence[list[Mention]]) -> Iterator[tuple[list[Mention], list[Mention]]]:
    """Yield each dated column with the parts on its right, where such columns alternate."""
    dated = [all(period_of(m.column_path).year for m in column) for column in columns]
    kept = [
        (column, is_dated)
        for column, is_dated in zip(columns, dated, strict=True)
        if is_dated or all(map(_is_part, column))
    ]
    alternating = [is_dated for _, is_dated in kept] == [True, False] * (len(kept) // 2)
    if alternating and len(kept) >= 2 * _FEWEST:
        for (whole, _), (parts, _) in zip(kept[::2], kept[1::2], strict=True):
            yield whole, parts


def _is_part(mention: Mention) -> bool:
    return bool(mention.column_path and _PART.fullmatch(mention.column_path[-1]))
