"""Brings the labels and tables of Chinese and Japanese documents to the form that the other modules read.

`reporting_period` finds the span that a document means by "this period" (本期), and `in_english` puts labels
and headers in English. `upright` turns tables of periods down the side and items across, as in Japanese
summaries: the trained parts have learnt from tables with items down the side. Documents in other languages
stay as they are.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.caching import once_a_document
from cofitcheck.document import Cell, Document, Mention, Table
from cofitcheck.language.meanings import POSITION
from cofitcheck.periods import Duration, Period
from cofitcheck.periods.east_asian import speaks_east_asian, speaks_of_time, spelled
from cofitcheck.periods.header_periods import named_balance
from cofitcheck.periods.text import read_period

_LAST_DAYS = 28
"""From this day on a date may be the last of its month."""
_POSITION = re.compile(POSITION)
_OFTEN = 0.3
"""The last day is the latest that is named at least this often, relative to the day named most."""
_STATED = 60
"""The most characters before a table that may say its period."""
_HEADING = 40
"""The most characters of a heading and its unit: a sentence of more names years that are not of its table."""
_LENGTHS = (3, 6, 9, 12)
_WORD = re.compile(r"[^\W\d_]+")
_OF_TIME = frozenset(
    "january february march april may june july august september october november december "
    "fiscal to as of ended year quarter period months three six nine twelve".split()
)


def reporting_period(document: Document) -> Duration | None:
    """Return the span that a document reports on, None where it never speaks of "this period" or names no
    date.

    It ends on the latest day that the document often names, and is as long as what it names for that day.
    """
    if not any(map(speaks_of_time, _paths(document.mentions))):
        return None
    ends: Counter[tuple[int, int]] = Counter()
    lengths: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for text in _texts(document):
        stated = read_period(text)
        end = (stated.year, stated.month) if stated.month else (stated.year, 12)
        if stated.year and (stated.day >= _LAST_DAYS or stated.months == 12):
            ends[end] += 1
            lengths[end][stated.months] += stated.months in _LENGTHS
    often = [end for end, count in ends.items() if count >= _OFTEN * max(ends.values())]
    if not often:
        return None
    year, month = max(often)
    months, _ = max(lengths[year, month].items(), key=lambda item: item[1])
    return Duration.of_months(year, month, months if months in _LENGTHS else 12)


def in_english(mentions: Sequence[Mention], own: Duration | None) -> list[Mention]:
    """Return mentions with the words of time in their labels and headers in English."""
    return [_in_english(mention, own) for mention in mentions]


def _in_english(mention: Mention, own: Duration | None) -> Mention:
    rows = tuple(spelled(text, own) for text in mention.row_path)
    columns = _headers(mention.column_path, own)
    if (rows, columns) == (mention.row_path, mention.column_path):
        return mention
    return replace(mention, row_path=rows, column_path=columns)


def _headers(path: Sequence[str], own: Duration | None) -> tuple[str, ...]:
    """Return headers in English; "期初余额" over "账面余额" says more of the time than what is below it, and
    comes last."""
    english = tuple(spelled(text, own) for text in path)
    if not any(map(speaks_of_time, path)):
        return english
    return tuple(sorted(english, key=lambda text: named_balance(text) is not None))


def reported(own: Duration | None, mentions: Sequence[Mention]) -> tuple[Period, ...]:
    """Return the period of a table that speaks of its balances as opening and closing, and of no date."""
    if own is None or not any(map(speaks_of_time, _paths(mentions))):
        return ()
    return (Period(own.last.year, own.last.month, own.last.day, own.months),)


def headed(text_before: str) -> tuple[Period, ...]:
    """Return the period that the end of the text before a table states in Chinese or Japanese: a span, the
    last day of a month, or, in a short heading behind the last sentence, a year."""
    stated = _stated(text_before[-_STATED:])
    if stated.day >= _LAST_DAYS:
        return (stated,)
    heading = text_before.rpartition("。")[2].strip()
    year = _stated(heading) if len(heading) <= _HEADING else Period()
    return (year,) if year.months == 12 else ()


def _stated(text: str) -> Period:
    return read_period(spelled(text)) if speaks_east_asian(text) else Period()


def states_position(table: Table) -> bool:
    """Tell whether a table is headed 財政状態: what it has of "2023年3月期" is of that period's last day."""
    return _POSITION.search(table.title) is not None


def _paths(mentions: Iterable[Mention]) -> set[str]:
    return {text for mention in mentions for text in (*mention.row_path, *mention.column_path)}


def _texts(document: Document) -> Iterable[str]:
    """Yield what each table says of time, once each: its labels, headers, caption and title."""
    by_table: defaultdict[int, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        by_table[mention.table].append(mention)
    for at, mentions in by_table.items():
        yield from _paths(mentions)
        yield from (document.tables[at].caption, document.tables[at].title)


def upright(document: Document) -> Document:
    """Return a document with each table of periods down the side turned: its rows are columns, its labels
    headers. Nothing else changes, and no mention its index. The same document where no table is turned."""
    return _with_tables_turned(document) or document


@once_a_document
def _with_tables_turned(document: Document) -> Document | None:
    """Return `upright`; None where that is the document itself, which no result kept for it may hold."""
    by_table: defaultdict[int, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        by_table[mention.table].append(mention)
    lying = {table for table, mentions in by_table.items() if _has_periods_at_side(mentions)}
    if not lying:
        return None
    return replace(
        document,
        tables=tuple(_turned(table) if table.index in lying else table for table in document.tables),
        mentions=tuple(
            replace(
                mention,
                row=mention.column,
                column=mention.row,
                row_path=mention.column_path,
                column_path=mention.row_path,
            )
            if mention.table in lying
            else mention
            for mention in document.mentions
        ),
    )


def _has_periods_at_side(mentions: Sequence[Mention]) -> bool:
    """Tell whether every row is labelled with a period and nothing else, and every column with an item."""
    return all(map(_is_item, {mention.column_path for mention in mentions})) and all(
        map(_is_period, {mention.row_path for mention in mentions})
    )


def _is_item(path: Sequence[str]) -> bool:
    return any(map(speaks_east_asian, path)) and not any(read_period(spelled(text)).year for text in path)


def _is_period(path: Sequence[str]) -> bool:
    if not path or not speaks_east_asian(path[-1]):
        return False
    english = spelled(path[-1])
    return bool(read_period(english).year) and _OF_TIME.issuperset(_WORD.findall(english.lower()))


def _turned(table: Table) -> Table:
    return replace(
        table,
        cells=tuple(map(_turned_cell, table.cells)),
        structure=table.structure.turned,
    )


def _turned_cell(cell: Cell) -> Cell:
    return replace(cell, row=cell.column, column=cell.row, rows=cell.columns, columns=cell.rows)
