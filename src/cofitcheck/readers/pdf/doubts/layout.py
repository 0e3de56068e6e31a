"""What speaks against the layout found for a table: such a table is listed, not checked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.document import UncheckedCode, UncheckedReason
from cofitcheck.readers.pdf.distances import COLUMN_EDGE
from cofitcheck.readers.pdf.layout.laid import Laid, LaidTable
from cofitcheck.readers.pdf.pages.page import Box, Word, box_of
from cofitcheck.readers.pdf.pages.text import cell_text, is_year, looks_like_value

_RAGGED = 0.5
"""The share of a column's numbers that stand level in a column that is one."""
_FEWEST = 4
"""Fewer numbers tell nothing of a column."""
_WORD = re.compile(r"[^\W\d_]")
_STEP = re.compile(r"-?\d[\d,]*(?:\.\d+)?%?")
_MARK = re.compile(r"[(（]\d{1,2}[)）]")


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


def unsure_numbers(laid: LaidTable) -> list[Laid]:
    """Return the cells of a table with a number that may be misread in a picture."""
    return [cell for cell in laid.cells if _is_unsure(cell) and _is_number(cell)]


def doubts_of(laid: LaidTable) -> tuple[UncheckedReason, ...]:
    """Return what is wrong with a table as it is laid out; nothing where all is well."""
    return (*laid.doubts, *_misread(laid), *_overlapping(laid), *_ragged(laid), *_drawn(laid))


def numbers_in(laid: LaidTable) -> list[Laid]:
    """Return the cells of a table that are numbers."""
    return [cell for cell in laid.cells if _is_number(cell)]


def _misread(laid: LaidTable) -> list[UncheckedReason]:
    """A date or a number over a column or before a row that may be another is that of all its numbers."""
    return [
        UncheckedReason.of(UncheckedCode.MISREAD_WORDS, words=cell_text(cell.words))
        for cell in laid.cells
        if _is_unsure(cell) and not _is_number(cell)
    ]


def _is_unsure(cell: Laid) -> bool:
    return not all(word.sure for word in cell.words)


def _is_number(cell: Laid) -> bool:
    text = cell_text(cell.words)
    return cell.column > 0 and looks_like_value(text) and not is_year(text)


def _overlapping(laid: LaidTable) -> list[UncheckedReason]:
    """Two cells of one place: neither can be told to be that of the row and column."""
    taken: dict[tuple[int, int], Laid] = {}
    for cell in laid.cells:
        for row in range(cell.row, cell.row_end):
            for column in range(cell.column, cell.column_end):
                if (row, column) in taken:
                    return [UncheckedReason(UncheckedCode.CELLS_OVERLAP)]
                taken[row, column] = cell
    return []


def _ragged(laid: LaidTable) -> list[UncheckedReason]:
    """A column without lines or tags whose numbers end, begin and centre anywhere may be two."""
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
    """A column without lines at its sides that counts down in equal steps, in rows without labels, is
    the scale of a drawing."""
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


def _digits(cell: Laid) -> list[Word]:
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
    return max(sum(abs(other - place) <= COLUMN_EDGE for other in places) for place in places) / len(places)
