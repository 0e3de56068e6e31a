"""Columns without a period of their own, which take that of the columns beside them: changes, and parts ("%
of total")."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.document.model import Mention
from cofitcheck.language.meanings import CHANGES_SAID
from cofitcheck.periods.headed import period_of
from cofitcheck.periods.period import Period

_CHANGE = re.compile(CHANGES_SAID["header"], re.IGNORECASE)
_CHANGE_ROW = re.compile(CHANGES_SAID["row"], re.IGNORECASE)
_BARE_YEAR = re.compile(r"\s*+(?:19|20)\d\d\s*+:?\s*+")
_PART = re.compile(CHANGES_SAID["share"], re.IGNORECASE)
_FEWEST = 2
"""Pairs of a dated column and one of parts that make a pattern: a single "%" may be that of a change."""


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
