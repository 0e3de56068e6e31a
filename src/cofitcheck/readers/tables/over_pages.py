"""Tables in parts: the rest of one on the next page, below its title or headers said again, or neither.

Amounts that are carried forward at the foot of one part and brought forward at the top of the next are no
lines of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import names_total
from cofitcheck.language.table_words import AROUND, PAGES, any_of
from cofitcheck.readers.tables.around import says_continued
from cofitcheck.readers.tables.raw import RawCell, RawGrid

_CARRIED = re.compile(any_of(AROUND.carried), re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_PAGE = re.compile(
    rf"(?:{any_of(PAGES.page)}\s{{0,3}})?[-–—]?\s{{0,3}}\d{{1,4}}\s{{0,3}}[-–—]?", re.IGNORECASE
)
_MOST_HEADER = 5
"""The most rows of headers that a table says again."""

Row = tuple[RawCell, ...]


def joined(first: RawGrid, second: RawGrid, between: Sequence[str]) -> RawGrid | None:
    """Return two tables as one where the second is the rest of the first, else None; `between` are the texts
    between them.

    Either the title or a row says that it is continued, or nothing but the number of a page stands between
    them, the first has no total yet and the second has. The columns are the same, and so are the headers, or
    the second has none.
    """
    if first.columns != second.columns or not first.rows or not second.rows:
        return None
    rows = list(second.rows)
    continued = any(map(says_continued, between))
    if len(rows[0]) == 1 and says_continued(rows[0][0].text):
        continued, rows = True, rows[1:]
    repeated = _repeated(first.rows, rows)
    if not repeated and not (rows and _states(rows[0])):
        return None
    if not continued and not (all(map(_PAGE.fullmatch, between)) and _is_open(first.rows, rows)):
        return None
    if _says_again(first.rows, rows[repeated:]):
        return None
    above, below = _without_carried(list(first.rows), rows[repeated:])
    return RawGrid((*above, *_moved(below, len(above))), first.columns)


def _repeated(first: Sequence[Row], second: Sequence[Row]) -> int:
    """Return how many rows at the top of the second are headers that the first begins with."""
    count = 0
    for above, below in zip(first[:_MOST_HEADER], second[:_MOST_HEADER], strict=False):
        if _texts(above) != _texts(below) or _states(below):
            break
        count += 1
    return count


def _texts(row: Row) -> list[tuple[int, str]]:
    return [(cell.column, cell.text) for cell in row]


def _states(row: Row) -> bool:
    """Tell whether a row has numbers beside its label, years apart."""
    beside = [cell.text for cell in row if cell.column]
    return any(_DIGIT.search(text) and not _YEAR.search(text) for text in beside)


def _says_again(first: Sequence[Row], second: Sequence[Row]) -> bool:
    """Tell whether half of the labels of rows stand in those above: then they are of another company or
    another year."""
    labels = [row[0].text for row in second if row and not row[0].column and _states(row)]
    above = {row[0].text for row in first if row and not row[0].column}
    return bool(labels) and 2 * sum(label in above for label in labels) >= len(labels)


def _is_open(first: Sequence[Row], second: Sequence[Row]) -> bool:
    """Tell whether rows have no total, and those below them end in one."""
    ended = any(names_total(row[0].text) for row in first if row)
    return not ended and bool(second) and bool(second[-1]) and names_total(second[-1][0].text)


def _without_carried(above: list[Row], below: list[Row]) -> tuple[list[Row], list[Row]]:
    """Return the rows without what is carried forward between them."""
    if above and above[-1] and _CARRIED.search(above[-1][0].text):
        above = above[:-1]
    if below and below[0] and _CARRIED.search(below[0][0].text):
        below = below[1:]
    return above, below


def _moved(rows: Sequence[Row], to: int) -> list[Row]:
    """Return rows that follow each other from a number on, empty ones among them."""
    return [
        tuple(replace(cell, row=at, row_end=at + cell.row_end - cell.row) for cell in row)
        for at, row in enumerate(rows, to)
    ]
