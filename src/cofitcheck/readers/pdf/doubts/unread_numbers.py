"""Numbers that nothing was read from, in tables and outside of them, and doubts about the layout of tables.

Such numbers, and tables with such a layout, are listed and not checked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.document import Document, Place, UncheckedCode, UncheckedReason, UnreadTable
from cofitcheck.language.table_words import PAGES, letters
from cofitcheck.numbers.model import normalise
from cofitcheck.readers.pdf.layout.rows import LaidCell, LaidTable
from cofitcheck.readers.pdf.pages import Box, Word, box_of
from cofitcheck.readers.pdf.pages.lines import Line
from cofitcheck.readers.pdf.pages.text import cell_text, is_year, looks_like_value
from cofitcheck.readers.tables import RawCell, RawGrid
from cofitcheck.readers.tables.no_data import unread_reason

# In heights of a line, the size of its font, so that they hold for print of every size.
_NUMBER_APART = 1.5
"""How far from the words beside it a number of a table stands at the least."""
# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_COLUMN_EDGE = 3.0
"""How far from each other the numbers of one column begin or end."""

_RANGE = re.compile(rf"\d+(?:\.\d+)?\s*%\s*[-~{letters(PAGES.span_ends)}]\s*\d+(?:\.\d+)?\s*%")
_PLAIN = re.compile(r"\d++(?:\s++\d++)*+")
"""Digits without a comma or a point, which alone beside words number a page, a post office or an account."""
_AMOUNT = re.compile(r"\d[,，]\d{3}|\(\d[\d,]*,\d*\Z|\d\s*[%％‰]|[$¥€£￥＄]\s*\d")
"""The marks of an amount, which no number of a row, a note or a page has; the end of one in brackets may be
cut off."""
_PRINTED = re.compile(
    r"[$¥€£￥＄]?\s?[-–—−△▲]?(?:\d{1,3}(?:[,，]\d{3})+(?:\.\d+)?|(?<![\d.])(?!(?:19|20)\d\d\.)\d+\.\d+|\d{1,20}(?=\s?[%％]))\s?[%％]?"
)
"""An amount among other text, and no month of a year."""
_LETTER = re.compile(r"[^\W\d_]")
_FEW = 5
"""The most letters of the units of several amounts in one cell: "1,200 (USD 40)", "5.9 years"."""

_RAGGED = 0.5
"""The share of the numbers of one column that begin, end or have their middle at one place, at the least."""
_FEWEST = 4
"""The fewest numbers that show whether they make a column."""
_WORD = re.compile(r"[^\W\d_]")
_STEP = re.compile(r"-?\d[\d,]*(?:\.\d+)?%?")
_MARK = re.compile(r"[(（]\d{1,2}[)）]")


def loose_rows(lines: Sequence[Line]) -> list[Line]:
    """Return those of the lines outside of tables that look like rows of one: a label, and a number well
    apart."""
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
    apart = all(right.left - left.right > _NUMBER_APART * line.size for left, right in pairwise(line.chunks))
    return bool(ranges) and apart and all(_RANGE.fullmatch(normalise(chunk.text)) for chunk in ranges)


def _near(line: Line) -> bool:
    """Tell whether a number of the line stands as near to words as it does in a sentence: to those before it,
    or at its beginning to those behind it."""
    return any(
        left.is_value != right.is_value
        and (right.is_value or left is line.chunks[0])
        and right.left - left.right < _NUMBER_APART * line.size
        for left, right in pairwise(line.chunks)
    )


class Amounts:
    """Notes the amounts that stand in cells, and lists those that no mention was read from."""

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
    """Tell whether a cell is an amount, or stands beside the labels and holds an amount or several with few
    letters."""
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


def whole(laid: LaidTable, words: Iterable[Word]) -> LaidTable:
    """Return a table, doubtful where numbers among the words of its page stand in its box but in no cell."""
    held = {(word.left, word.base) for cell in laid.cells for word in cell.words}
    left, top, right, bottom = laid.box
    lost = [
        word.text
        for word in words
        if left < word.middle < right
        and top < word.centre < bottom
        and (word.left, word.base) not in held
        and any(map(str.isdigit, word.text))
        and looks_like_value(word.text)
        and not _MARK.fullmatch(word.text)
    ]
    if not lost:
        return laid
    return replace(laid, doubts=(*laid.doubts, UncheckedReason.of(UncheckedCode.IN_NO_CELL, number=lost[0])))


def unsure_numbers(laid: LaidTable) -> list[LaidCell]:
    """Return the cells of a table with a number that may be misread in a picture."""
    return [cell for cell in laid.cells if _is_unsure(cell) and _is_number(cell)]


def doubts_of(laid: LaidTable) -> tuple[UncheckedReason, ...]:
    """Return what is wrong with a table as it is laid out; nothing where all is well."""
    return (*laid.doubts, *_misread(laid), *_overlapping(laid), *_ragged(laid), *_drawn(laid))


def numbers_in(laid: LaidTable) -> list[LaidCell]:
    """Return the cells of a table that are numbers."""
    return [cell for cell in laid.cells if _is_number(cell)]


def _misread(laid: LaidTable) -> list[UncheckedReason]:
    """Return the dates and numbers over a column or before a row that may be misread: each is of all the
    numbers there."""
    return [
        UncheckedReason.of(UncheckedCode.MISREAD_WORDS, words=cell_text(cell.words))
        for cell in laid.cells
        if _is_unsure(cell) and not _is_number(cell)
    ]


def _is_unsure(cell: LaidCell) -> bool:
    return not all(word.sure for word in cell.words)


def _is_number(cell: LaidCell) -> bool:
    text = cell_text(cell.words)
    return cell.column > 0 and looks_like_value(text) and not is_year(text)


def _overlapping(laid: LaidTable) -> list[UncheckedReason]:
    """Return a reason where two cells have one place: neither can be told to be that of the row and
    column."""
    taken: dict[tuple[int, int], LaidCell] = {}
    for cell in laid.cells:
        for row in range(cell.row, cell.row_end):
            for column in range(cell.column, cell.column_end):
                if (row, column) in taken:
                    return [UncheckedReason(UncheckedCode.CELLS_OVERLAP)]
                taken[row, column] = cell
    return []


def _ragged(laid: LaidTable) -> list[UncheckedReason]:
    """Return a reason where a column without lines or tags may be two: its numbers end, begin and centre
    anywhere."""
    if laid.ruled or laid.tagged:
        return []
    columns: dict[tuple[int, int], list[Box]] = defaultdict(list)  # by page, which may be shifted, and column
    for cell in laid.cells:
        text = cell_text(cell.words)
        if cell.column_end == cell.column + 1 and looks_like_value(text) and not is_year(text):
            columns[cell.page, cell.column].append(box_of(_digits(cell) or cell.words))
    for boxes in columns.values():
        if len(boxes) >= _FEWEST and not _is_aligned(boxes):
            return [UncheckedReason(UncheckedCode.COLUMN_RAGGED)]
    return []


def _drawn(laid: LaidTable) -> list[UncheckedReason]:
    """Return a reason where a column is the scale of a drawing: it has no lines at its sides, and counts down
    in equal steps in rows without labels."""
    if laid.ruled:
        return []
    worded = {cell.row for cell in laid.cells if _WORD.search(cell_text(cell.words))}
    years = [cell.row for cell in laid.cells if cell.column == 0 and is_year(cell_text(cell.words))]
    worded |= set(years) if len(years) > 1 else set()  # one may be a number of the scale: "2000"
    columns: dict[int, list[Decimal]] = defaultdict(list)
    for cell in sorted(laid.cells, key=lambda cell: cell.row):
        text = cell_text(cell.words)
        if cell.row not in worded and _STEP.fullmatch(text) and not is_year(text):
            columns[cell.column].append(Decimal(text.replace(",", "").removesuffix("%")))
    for numbers in columns.values():
        steps = {above - below for above, below in pairwise(numbers)}
        if len(numbers) >= _FEWEST and len(steps) == 1 and min(steps) > 0:
            return [UncheckedReason(UncheckedCode.SCALE_OF_DRAWING)]
    return []


def _digits(cell: LaidCell) -> list[Word]:
    """Return the words of a number less the signs that stand apart from them."""
    return [word for word in cell.words if any(map(str.isdigit, word.text))]


def _is_aligned(boxes: list[Box]) -> bool:
    edges = (
        [box[2] for box in boxes],
        [box[0] for box in boxes],
        [(box[0] + box[2]) / 2 for box in boxes],
    )
    return any(_together(places) >= _RAGGED for places in edges)


def _together(places: list[float]) -> float:
    """Return the largest share of places that lie near one of them."""
    return max(sum(abs(other - place) <= _COLUMN_EDGE for other in places) for place in places) / len(places)
