"""Numbers that nothing was read from, in tables and outside of them: they are listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.document import Document, Place, UnreadTable
from cofitcheck.language.table_words import PAGES, letters
from cofitcheck.numbers.text import normalise
from cofitcheck.readers.pdf.distances import NUMBER_APART
from cofitcheck.readers.pdf.pages.lines import Line
from cofitcheck.readers.pdf.pages.text import is_year, looks_like_value
from cofitcheck.readers.tables import RawCell, RawGrid
from cofitcheck.readers.tables.no_data import unread_reason

_RANGE = re.compile(rf"\d+(?:\.\d+)?\s*%\s*[-~{letters(PAGES.span_ends)}]\s*\d+(?:\.\d+)?\s*%")
_PLAIN = re.compile(r"\d++(?:\s++\d++)*+")
"""Alone beside words, digits without a comma or a point number a page, a post office or an account."""
_AMOUNT = re.compile(r"\d[,，]\d{3}|\(\d[\d,]*,\d*\Z|\d\s*[%％‰]|[$¥€£￥＄]\s*\d")
"""What no number of a row, a note or a page has; in brackets, its end may be cut off."""
_PRINTED = re.compile(
    r"[$¥€£￥＄]?\s?[-–—−△▲]?(?:\d{1,3}(?:[,，]\d{3})+(?:\.\d+)?|(?<![\d.])(?!(?:19|20)\d\d\.)\d+\.\d+|\d{1,20}(?=\s?[%％]))\s?[%％]?"
)
"""An amount among other text, and no month of a year."""
_LETTER = re.compile(r"[^\W\d_]")
_FEW = 5
"""The most letters of the units of several amounts in one cell: "1,200 (USD 40)", "5.9 years"."""


def loose_rows(lines: Sequence[Line]) -> list[Line]:
    """Return the lines, which no table holds, that look like rows of one: a label, a number well apart."""
    return [line for line in lines if _is_row(line)]


def _is_row(line: Line) -> bool:
    stated = [chunk for chunk in line.values if any(map(str.isdigit, chunk.text))]
    numbers = [chunk for chunk in stated if not is_year(chunk.text)]
    if _states_ranges(line):
        return True
    if not numbers or len(numbers) == len(line.chunks) or _near(line):
        return False
    return len(numbers) > 1 or not _PLAIN.fullmatch(numbers[0].text)


def _states_ranges(line: Line) -> bool:
    """Tell whether a line is a label and ranges of percentages, well apart: in no column of numbers."""
    ranges = line.chunks[1:]
    apart = all(right.left - left.right > NUMBER_APART * line.size for left, right in pairwise(line.chunks))
    return bool(ranges) and apart and all(_RANGE.fullmatch(normalise(chunk.text)) for chunk in ranges)


def _near(line: Line) -> bool:
    """Tell whether a number of the line stands as near to words as it does in a sentence: to those before it,
    or at its beginning to those behind it."""
    return any(
        left.is_value != right.is_value
        and (right.is_value or left is line.chunks[0])
        and right.left - left.right < NUMBER_APART * line.size
        for left, right in pairwise(line.chunks)
    )


class Amounts:
    """Notes the amounts that stand in cells, and lists those that the document says nothing of."""

    def __init__(self) -> None:
        self._cells: dict[int, tuple[Place, RawCell]] = {}  # by the element, with the table's place

    def note(self, grid: RawGrid, place: Place, listed: frozenset[int]) -> None:
        """Take in a table that is read, less the elements that are listed already."""
        for row in grid.rows:
            for cell in row:
                if cell.place.element not in listed and _states_amounts(cell):
                    self._cells[cell.place.element] = place, cell

    def listed(self, document: Document) -> Document:
        """Return the document with the tables listed whose amounts are not all read."""
        read = {mention.place.element for mention in document.mentions}
        missed: dict[tuple[Place, int], list[RawCell]] = {}
        for element, (place, cell) in self._cells.items():
            if element not in read:
                missed.setdefault((place, cell.place.page), []).append(cell)
        titles = {table.place: table.title for table in document.tables}
        unread = tuple(_unread(place, cells, titles.get(place, "")) for (place, _), cells in missed.items())
        return replace(document, unread=(*document.unread, *unread))


def _states_amounts(cell: RawCell) -> bool:
    """Tell whether a cell is an amount, or, beside the labels, nothing but a range or several, and units."""
    stated = _AMOUNT.search(cell.text) is not None
    if stated and looks_like_value(cell.text):
        return True
    rest, count = _PRINTED.subn("", cell.text)
    few = len(_LETTER.findall(rest)) <= _FEW
    return cell.column > 0 and few and (count > 1 or (stated and count == 1))


def _unread(table: Place, cells: Sequence[RawCell], title: str) -> UnreadTable:
    """Return what lists the amounts that a table has on one page."""
    place = table if table.page == cells[0].place.page else cells[0].place
    text = cells[0].text
    places = tuple(cell.place for cell in cells)
    return UnreadTable(place, unread_reason(text), text, title, len(cells), cells=places)
