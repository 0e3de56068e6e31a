"""Header rows to cells: lines below each other over the same columns are one head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cofitcheck.document.periods import read_period
from cofitcheck.numbers import read_unit_caption
from cofitcheck.readers.pdf.aligned.columns import Row
from cofitcheck.readers.pdf.aligned.spans import Span, crosses
from cofitcheck.readers.pdf.drafts.draft import Laid
from cofitcheck.readers.pdf.pages.page import Page, Word, box_of
from cofitcheck.readers.pdf.pages.text import cell_text
from cofitcheck.readers.tables.section import states_period_only


def head_cells(page: Page, rows: Sequence[Row]) -> list[Laid]:
    """Return the cells of header rows: lines below each other over the same columns are one head."""
    cells: list[Laid] = []
    above: dict[Span, int] = {}
    spans = [span for row in rows for span in row.placed if span[0] > 0]
    whole = (min((first for first, _ in spans), default=0), max((end for _, end in spans), default=0))
    for number, row in enumerate(rows):
        reached: dict[Span, int] = {}
        for (column, end), chunks in row.placed.items():
            words = tuple(word for chunk in chunks for word in chunk.words)
            at = above.get((column, end))
            alone = column == 0 or (column, end) == whole
            dated = column == 0 and at is not None and _lacks_year(cells[at])
            unit = alone and _is_unit(words) and not dated
            if at is not None and not _ruled_off(page, cells[at], words) and not unit:
                words = (*cells[at].words, *words)
                cells[at] = Laid(cells[at].row, number + 1, column, end, page.number, words)
            else:
                at = len(cells)
                cells.append(Laid(number, number + 1, column, end, page.number, words))
            if not unit:
                reached[column, end] = at
        above = {span: at for span, at in above.items() if not crosses(row.placed, span)} | reached
    return [_beside(cell, cells) for cell in cells]


def _beside(cell: Laid, cells: Sequence[Laid]) -> Laid:
    """Return a head that stands alone beside the last lines of others as one that begins where those do:
    heads of one row end in one line."""
    others = [other for other in cells if other is not cell and other.row <= cell.row < other.row_end]
    top = max((other.row for other in others), default=cell.row)
    columns = (cell.column, cell.column_end)
    over = [other for other in cells if other.row < cell.row and other.row_end > top]
    if crosses(((other.column, other.column_end) for other in over), columns):
        return cell
    return replace(cell, row=top)


def _lacks_year(cell: Laid) -> bool:
    """Tell whether a cell is a date without its year: over the labels it is one with the unit below it."""
    text = cell_text(cell.words)
    return states_period_only(text) and not read_period(text).year


def _is_unit(words: Sequence[Word]) -> bool:
    """Tell whether words state a unit: alone in their line or over the labels, that of the whole table. What
    stands in brackets does so at its end."""
    text = cell_text(words)
    return text.count("(") == text.count(")") and read_unit_caption(text) is not None


def _ruled_off(page: Page, above: Laid, words: Sequence[Word]) -> bool:
    """Tell whether a ruled line parts a head from the words below it; underlined labels are one."""
    left, _, right, bottom = above.box
    top = box_of(words)[1]
    return any(
        bottom - 3 <= rule.at <= top + 3
        and rule.start < right
        and rule.end > left
        and not (above.column == 0 and abs(rule.start - left) < 2 and abs(rule.end - right) < 2)
        for rule in page.level
    )
