"""Numbers whose label or head may be another's by where its lines stand on the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from cofitcheck.document import UncheckedCode, UncheckedReason
from cofitcheck.language.lexicon import is_total
from cofitcheck.periods.text import states_period_only
from cofitcheck.readers.pdf.doubts.repeats import is_cut, shortened
from cofitcheck.readers.pdf.layout.rows import LaidCell, LaidTable, goes_on
from cofitcheck.readers.pdf.pages import Word
from cofitcheck.readers.pdf.pages.lines import Line, chunks_of
from cofitcheck.readers.pdf.pages.text import (
    calls_for_more,
    cell_text,
    counts_on,
    is_cjk,
    is_year,
    line_text,
    lines_of,
    looks_like_value,
    reads_on,
    says_date,
)

# In heights of a line, the size of its font, so that they hold for print of every size.
_LINES_OF_HEAD = 1.35
"""From one line of a head to the next."""
_ABOVE_TABLE = 3.5
"""How far above a table a line stands at the most that may be of its head."""
_TITLE_MIDDLE = 2.0
"""How far from the middle of its table a title stands at the most."""
_HALF_LINE = 0.5
"""How much lower or further right something may stand that is level with a line."""
# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_SHARED_MIDDLE = 2.0
"""How far apart the middles of two lines of a head stand at the most."""

_DATE = 40
"""The most characters of a date."""

Misplaced = dict[LaidCell, UncheckedReason]
"""Why the numbers in cells are doubtful."""


def misplaced_of(laid: LaidTable) -> Misplaced:
    """Return the cells of a table whose label or head may be another's, and why."""
    numbers = [cell for cell in laid.cells if _is_number(cell)]
    first = min((cell.row for cell in numbers), default=0)
    heads = [cell for cell in laid.cells if cell.row < first and cell.column > 0]
    return {
        **_under_lines(laid, heads, numbers),
        **_beside_unended(laid, numbers),
        **_of_two(laid, numbers),
        **_beside_others(laid),
    }


def undated(laid: LaidTable, lines: Iterable[Line]) -> LaidTable:
    """Return a table, doubtful where a line of dates that no table holds stands right above its columns, and
    they have none."""
    numbers = [cell for cell in laid.cells if _is_number(cell)]
    first = min((cell.row for cell in numbers), default=0)
    left = min((cell.box[0] for cell in numbers), default=0.0)
    heads = [cell for cell in laid.cells if cell.row < first]
    if laid.tagged or any(says_date(cell_text(cell.words)) for cell in heads):
        return laid
    above = [line for line in lines if 0 < laid.box[1] - line.base < _ABOVE_TABLE * line.size]
    middle = (laid.box[0] + laid.box[2]) / 2
    heads_some = [line for line in above if len(line.chunks) > 1 or _heads_numbers(line, left, middle)]
    dates = [line.text for line in heads_some if _are_dates(line)]
    if not dates:
        return laid
    return replace(
        laid,
        doubts=(*laid.doubts, UncheckedReason.of(UncheckedCode.LINE_OF_NO_COLUMN, words=shortened(dates[0]))),
    )


def _heads_numbers(line: Line, left: float, middle: float) -> bool:
    """Tell whether a line is a date over numbers, which begin at `left`, not over the middle of the table,
    as its title is."""
    aside = line.left > left and abs(line.middle - middle) > _TITLE_MIDDLE * line.size
    return aside and states_period_only(line.text)


def _are_dates(line: Line) -> bool:
    return all(len(chunk.text) < _DATE and says_date(chunk.text) for chunk in line.chunks)


def _is_number(cell: LaidCell) -> bool:
    text = cell_text(cell.words)
    return any(map(str.isdigit, text)) and looks_like_value(text) and not is_year(text)


def _under_lines(laid: LaidTable, heads: Sequence[LaidCell], numbers: Sequence[LaidCell]) -> Misplaced:
    """Return the numbers of columns that the head over them may not be meant for.

    A head over several columns may be a line of the head of one of them, where it is no wider than that
    column ("Accumulated" over "Depreciation", beside "Cost" and "Net"); the other columns are doubtful then.
    Heads in Chinese are short, and dates are no lines of heads.
    """
    found: Misplaced = {}
    if laid.ruled:
        return found
    for head in heads:
        own = next((below for below in heads if _goes_on(head, below, numbers)), None)
        if own is not None:
            texts = shortened(cell_text(head.words)), shortened(cell_text(own.words))
            why = UncheckedReason.of(UncheckedCode.HEADER_MAY_BE_OVER, header=texts[0], column=texts[1])
            found |= {
                cell: why
                for cell in numbers
                if head.column <= cell.column < head.column_end and cell.column != own.column
            }
    return found


def _goes_on(head: LaidCell, below: LaidCell, numbers: Sequence[LaidCell]) -> bool:
    """Tell whether the head of one column, under one of several, may be its next line."""
    if head.column_end - head.column < 2 or below.column_end - below.column > 1 or below.row < head.row_end:
        return False
    if not head.column <= below.column < head.column_end or head.page != below.page:
        return False
    gap = min(word.base for word in below.words) - max(word.base for word in head.words)
    left, right = (head.box[0] + head.box[2]) / 2, (below.box[0] + below.box[2]) / 2
    column = [below, *(cell for cell in numbers if (cell.page, cell.column) == (head.page, below.column))]
    room = min(cell.box[0] for cell in column) - 1, max(cell.box[2] for cell in column) + 1
    fits = room[0] <= head.box[0] and head.box[2] <= room[1]
    texts = [cell_text(cell.words) for cell in (head, below)]
    words = not any(is_cjk(text[0]) or text[0].isdigit() or says_date(text) for text in texts)
    return words and fits and abs(left - right) < _SHARED_MIDDLE and gap < _LINES_OF_HEAD * head.words[0].size


def _beside_unended(laid: LaidTable, numbers: Sequence[LaidCell]) -> Misplaced:
    """Return the numbers of the rows above and below a line of words that breaks off: it is a part of the
    label of one of them."""
    rows = {cell.row for cell in numbers}
    found: Misplaced = {}
    for row, cell in laid.lone().items():
        text = cell_text(cell.words)
        if row not in rows and cell.column == 0 and calls_for_more(text):
            why = UncheckedReason.of(UncheckedCode.LABEL_MAY_GO_ON, words=shortened(text))
            found |= {other: why for other in numbers if other.row in (row - 1, row + 1)}
    return found


def _of_two(laid: LaidTable, numbers: Sequence[LaidCell]) -> Misplaced:
    """Return the numbers whose label is two: one of its lines names the rows below it, or had room in the
    line above it and begins as labels do."""
    found: Misplaced = {}
    rows = {cell.row for cell in numbers}
    labels = [cell for cell in laid.cells if cell.column == 0]
    limit = max((cell.box[2] for cell in labels if cell.column_end == 1), default=0.0)
    for cell in labels:
        lines = lines_of(cell.words) if cell.row in rows else []
        texts = list(map(line_text, lines))
        ends = [text for text, following in pairwise(texts) if not counts_on(following)]
        if lines and is_total(texts[0]) and _goes_on_below(lines, [c for c in numbers if c.row == cell.row]):
            continue  # a total names no rows that begin where it does
        names = any(text[-1] in ":：" for text in ends) and not is_cut("".join(texts[:-1]))
        if names or (not laid.ruled and any(_begins_anew(*pair, limit) for pair in pairwise(lines))):
            why = UncheckedReason.of(UncheckedCode.LABEL_IS_TWO, label=shortened(cell_text(cell.words)))
            found |= {other: why for other in numbers if other.row == cell.row}
    return found


def _goes_on_below(lines: Sequence[Sequence[Word]], numbers: Sequence[LaidCell]) -> bool:
    """Tell whether a label goes on where it begins, and numbers stand below its first line."""
    first = lines[0][0]
    below = all(cell.words[0].base > first.base + _HALF_LINE * first.size for cell in numbers)
    return below and all(line[0].left - first.left < _HALF_LINE * first.size for line in lines)


def _begins_anew(above: Sequence[Word], line: Sequence[Word], limit: float) -> bool:
    """Tell whether a line of a Latin label is no part of the one above it, which ends before the edge of the
    labels and as they do."""
    text, following = line_text(above), line_text(line)
    latin = not (is_cjk(text[-1]) or is_cjk(following[0])) and following[0].isupper()
    return latin and not reads_on(text, following) and not goes_on(above, line, limit)


def _beside_others(laid: LaidTable) -> Misplaced:
    """Return the cells with several numbers in one line, dashes among them: each number is that of a column
    of its own."""
    found: Misplaced = {}
    for cell in laid.cells:
        lines = lines_of(cell.words) if cell.column > 0 else []
        values = [chunk for chunk in chunks_of(lines[0]) if chunk.is_value] if len(lines) == 1 else []
        if len(values) > 1:
            found[cell] = UncheckedReason.of(
                UncheckedCode.SEVERAL_COLUMNS, words=shortened(cell_text(cell.words))
            )
    return found
