"""Amounts in the cells of tables that nothing was read from: each such table is listed, once a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cofitcheck.document import Document, Place, UnreadTable
from cofitcheck.readers.pdf.pages.text import looks_like_value
from cofitcheck.readers.tables import RawCell, RawGrid
from cofitcheck.readers.tables.unread import unread_reason

_AMOUNT = re.compile(r"\d[,，]\d{3}|\(\d[\d,]*,\d*\Z|\d\s*[%％‰]|[$¥€£￥＄]\s*\d")
"""What no number of a row, a note or a page has; in brackets, its end may be cut off."""
_PRINTED = re.compile(
    r"[$¥€£￥＄]?\s?[-–—−△▲]?(?:\d{1,3}(?:[,，]\d{3})+(?:\.\d+)?|(?<![\d.])(?!(?:19|20)\d\d\.)\d+\.\d+|\d{1,20}(?=\s?[%％]))\s?[%％]?"
)
"""An amount among other text, and no month of a year."""
_LETTER = re.compile(r"[^\W\d_]")
_FEW = 5
"""The most letters of the units of several amounts in one cell: "1,200 (USD 40)", "5.9 years"."""


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
