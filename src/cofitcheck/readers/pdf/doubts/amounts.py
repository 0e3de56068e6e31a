"""Amounts in the cells of tables that nothing was read from: each such table is listed, once."""

from __future__ import annotations

import re
from dataclasses import replace

from cofitcheck.document import Document, Place, UnreadTable
from cofitcheck.readers.pdf.text import looks_like_value
from cofitcheck.readers.tables import RawCell, RawGrid

_AMOUNT = re.compile(r"\d[,，]\d{3}|\d\s*[%％‰]|[$¥€£￥＄]\s*\d")
"""What no number of a row, a note or a page has."""
_PRINTED = re.compile(
    r"[$¥€£￥＄]?\s?[-–—−△▲]?(?:\d{1,3}(?:[,，]\d{3})+(?:\.\d+)?|(?<![\d.])(?!(?:19|20)\d\d\.)\d+\.\d+|\d+(?=\s?[%％]))\s?[%％]?"
)
"""An amount among other text, and no month of a year."""
_LETTER = re.compile(r"[^\W\d_]")
_FEW = 5
"""The most letters of the units of several amounts in one cell: "1,200 (USD 40)", "5.9 years"."""


class Amounts:
    """Notes the amounts that stand in cells, and lists those that the document says nothing of."""

    def __init__(self) -> None:
        self._cells: dict[int, tuple[Place, str]] = {}  # by the element: the table's place, the text

    def note(self, grid: RawGrid, place: Place, listed: frozenset[int]) -> None:
        """Take in a table that is read, less the elements that are listed already."""
        for row in grid.rows:
            for cell in row:
                if cell.place.element not in listed and _states_amounts(cell):
                    self._cells[cell.place.element] = place, cell.text

    def listed(self, document: Document) -> Document:
        """Return the document with the tables listed whose amounts are not all read."""
        read = {mention.place.element for mention in document.mentions}
        missed: dict[Place, list[str]] = {}
        for element, (place, text) in self._cells.items():
            if element not in read:
                missed.setdefault(place, []).append(text)
        unread = tuple(UnreadTable(place, _reason(place, texts), texts[0]) for place, texts in missed.items())
        return replace(document, unread=(*document.unread, *unread))


def _states_amounts(cell: RawCell) -> bool:
    """Tell whether a cell is an amount, or, beside the labels, nothing but a range or several, and units."""
    stated = _AMOUNT.search(cell.text) is not None
    if stated and looks_like_value(cell.text):
        return True
    rest, count = _PRINTED.subn("", cell.text)
    few = len(_LETTER.findall(rest)) <= _FEW
    return cell.column > 0 and few and (count > 1 or (stated and count == 1))


def _reason(place: Place, texts: list[str]) -> str:
    numbers = f"{len(texts):,} numbers" if len(texts) > 1 else "a number"
    return f"the table on page {place.page} has {numbers} that could not be read; not checked"
