"""Tables of periods down the side and items across, as in Japanese summaries, seen the usual way round.

What judges labels and headers learnt from tables with items down the side. Only tables in Chinese or Japanese
are turned.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.caching import once_a_document
from cofitcheck.document.model import Cell, Document, Mention, Table
from cofitcheck.periods.east_asian import speaks_east_asian, spelled
from cofitcheck.periods.text import read_period

_WORD = re.compile(r"[^\W\d_]+")
_OF_TIME = frozenset(
    "january february march april may june july august september october november december "
    "fiscal to as of ended year quarter period months three six nine twelve".split()
)


def upright(document: Document) -> Document:
    """Return a document with each table of periods down the side turned: its rows are columns, its labels
    headers. Nothing else changes, and no mention its index. The same document where no table is turned."""
    return _with_tables_turned(document) or document


@once_a_document
def _with_tables_turned(document: Document) -> Document | None:
    """Return `upright`, None where that is the document itself, which nothing kept for it may hold."""
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
