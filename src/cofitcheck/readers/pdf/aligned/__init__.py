"""Tables without ruled columns: numbers that stand below each other, and the words around them."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import replace
from itertools import pairwise

from cofitcheck.numbers import read_unit_caption
from cofitcheck.periods.text import read_period, states_period_only
from cofitcheck.readers.pdf.aligned.columns import (
    BESIDE,
    Column,
    PlacedLine,
    columns_of,
    empty_columns,
    label_column,
    placed,
)
from cofitcheck.readers.pdf.aligned.heads import headed
from cofitcheck.readers.pdf.aligned.regions import regions_of
from cofitcheck.readers.pdf.aligned.spanning_heads import Span, crosses
from cofitcheck.readers.pdf.aligned.wrapped import grouped
from cofitcheck.readers.pdf.layout.joining import GrowingTable
from cofitcheck.readers.pdf.layout.rows import LaidCell, LaidTable, without_empty_rows
from cofitcheck.readers.pdf.pages import Page, Rule, Word, box_of
from cofitcheck.readers.pdf.pages.lines import Line
from cofitcheck.readers.pdf.pages.text import cell_text, introduces, reads_on

# In heights of a line, the size of its font, so that they hold for print of every size.
_ROWS_STEP = 3.2
"""From one line to the next of rows that belong together, at the most."""
_TOP_OF_LINE = 1.5
"""From the foot of its first line to the top of a table."""
_UNDER_TITLE = 0.4
"""How far below a title its underline is at the most."""
_OVER_LINE = 0.5
"""How far above the foot of a line, at the least, a rule is that is no underline of it."""
# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_LEVEL_RULES = 2.0
"""How far from one height rules stand that are one line across."""

_MOST = 3
"""The most lines between two of one table that may name its rows."""
_BOLD = 0.9
"""The share of bold characters from which a line is bold."""


def aligned_tables(page: Page, lines: Sequence[Line]) -> tuple[list[LaidTable], list[Line]]:
    """Return the tables that the numbers of a page make, and the lines outside of them."""
    laid_out: list[LaidTable] = []
    rest: list[Line] = []
    at = 0
    begun = 0  # the first line of the last table
    for start, end in _regions(page, lines):
        laid = _build(page, lines[start:end])
        if laid is None:
            continue
        bare = laid_out and lines[start].values and not lines[start].states_years
        if bare and _names_rows(lines[at - 1 : start + 1]) and GrowingTable(laid_out[-1]).goes_on_in(laid):
            whole = _build(page, lines[begun:end])
            if whole is not None:
                laid_out[-1], at = whole, end
                continue
        rest.extend(lines[at:start])
        laid_out.append(laid)
        begun, at = start, end
    rest.extend(lines[at:])
    return laid_out, rest


def _regions(page: Page, lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Return the tables as half-open intervals of lines.

    Words below the last numbers are left out where a rule across the table parts them from these: they are
    the title of what comes next.
    """
    regions = []
    for start, end in regions_of(lines):
        parted, last = _ruled_off(page, lines[start:end]), end - 1
        while last > start and not lines[last].values and id(lines[last]) not in parted:
            last -= 1
        regions.append((start, end if lines[last].values else last))
    return regions


def _names_rows(lines: Sequence[Line]) -> bool:
    """Tell whether the lines between two that hold numbers may name rows of one table: no sentence, no unit
    and no wide gap stands between."""
    between = lines[1:-1]
    near = all(b.base - a.base < _ROWS_STEP * max(a.size, b.size) for a, b in pairwise(lines))
    said = any(map(_says_more, between))
    return len(between) <= _MOST and near and not said


def _says_more(line: Line) -> bool:
    """Tell whether a line is a sentence, or says what a table below it is or its unit."""
    return line.text[-1] in ".。;；" or introduces(line.text) or read_unit_caption(line.text) is not None


def _build(page: Page, lines: Sequence[Line]) -> LaidTable | None:
    columns = columns_of(lines, _rules_of_heads(page, lines))
    if len(columns) < 2 or not any(column.numbers for column in columns):
        return None
    rows = [PlacedLine(line, placed(line, columns, page.level)) for line in lines]
    parted = _ruled_off(page, lines)
    first = _first_body_row(rows, columns, parted)
    empty = empty_columns(lines[:first], columns)
    if empty:
        columns = sorted([*columns, *empty], key=lambda column: column.left)
        rows = [PlacedLine(line, placed(line, columns, page.level)) for line in lines]
    cells = head_cells(page, headed(page, rows[:first], columns))
    number = first
    titles = frozenset(id(line) for line in lines[first:] if not line.values and _is_title(page, line))
    for group in grouped(rows[first:], columns, label_column(columns), titles, parted):
        for row in group:
            titled = id(row.line) in titles
            for (column, end), chunks in row.placed.items():
                words = tuple(word for chunk in chunks for word in chunk.words)
                cells.append(LaidCell(number, number + 1, column, end, page.number, words, titled))
        number += 1
    kept, count = without_empty_rows(_together(cells), number)
    box = box_of([word for line in lines for word in line.words])
    edges = (box[0], *((a.right + b.left) / 2 for a, b in pairwise(columns)), box[2])
    return LaidTable(page.number, box, count, edges, kept, ruled=False)


def _rules_of_heads(page: Page, lines: Sequence[Line]) -> list[Rule]:
    """Return the level rules, side by side, below the heads of the columns: the last above the numbers."""
    core = next((line for line in lines if line.values and not line.states_years), lines[0])
    top = min(line.base - _TOP_OF_LINE * line.size for line in lines[:1])
    above = [rule for rule in page.level if top < rule.at < core.base - 0.5 * core.size]
    sides = [[other for other in above if abs(other.at - rule.at) < _LEVEL_RULES] for rule in above]
    lowest = max((side for side in sides if len(side) > 1), key=lambda side: side[0].at, default=[])
    return sorted(lowest, key=lambda rule: rule.start)


def _ruled_off(page: Page, lines: Sequence[Line]) -> frozenset[int]:
    """Return the lines, by their identity, that a rule across the table parts from what is above them."""
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    across = [r.at for r in page.level if r.start < left + _LEVEL_RULES and r.end > right - _LEVEL_RULES]
    tops = [-math.inf, *(line.base for line in lines)]
    return frozenset(
        id(line)
        for line, top in zip(lines, tops, strict=False)
        if any(top < at < line.base - _OVER_LINE * line.size for at in across)
    )


def _is_title(page: Page, line: Line) -> bool:
    """Tell whether a line is underlined from its first word to its last."""
    return any(
        -0.1 < (rule.at - line.base) / line.size < _UNDER_TITLE
        and abs(rule.start - line.left) < _LEVEL_RULES
        and abs(rule.end - line.right) < _LEVEL_RULES
        for rule in page.level
    )


def _first_body_row(rows: Sequence[PlacedLine], columns: Sequence[Column], parted: Set[int]) -> int:
    """Return the first row with numbers that are no years, or the first of the labels right above it. Heads
    between two rules across the table end at the lower one: what stands below it is of the first row."""
    core = next((n for n, row in enumerate(rows) if row.line.values and not row.line.states_years), len(rows))
    label = label_column(columns)
    ruled = [number for number, row in enumerate(rows[: core + 1]) if id(row.line) in parted]
    if len(ruled) > 1 and ruled[-1] < core:
        return ruled[-1]
    if core == 1 and core < len(rows) and _begins_label(rows[0], rows[1], label):
        return 0
    bold = any(row.line.bold > _BOLD for row in rows[:core])
    if core and core < len(rows) and _is_beside(rows[core - 1], rows[core], columns):
        core -= 1
    while core > 1 and (
        _names_rows_below(rows[core - 1], columns, label) or (bold and _is_words(rows[core - 1], columns))
    ):
        core -= 1
    return core


def _begins_label(row: PlacedLine, below: PlacedLine, label: int) -> bool:
    """Tell whether a line is nothing but the beginning of the label of the row below it."""
    place = (label, label + 1)
    alone = set(row.placed) == {place} and place in below.placed
    dated = states_period_only(row.line.text)
    return alone and not dated and reads_on(row.line.text, below.placed[place][0].text)


def _is_beside(above: PlacedLine, row: PlacedLine, columns: Sequence[Column]) -> bool:
    """Tell whether a line of words belongs to the row of numbers less than a line below it."""
    words = all(end == first + 1 and not columns[first].numbers for first, end in above.placed)
    return words and row.line.base - above.line.base < BESIDE * row.line.size


def _names_rows_below(row: PlacedLine, columns: Sequence[Column], label: int) -> bool:
    """Tell whether a line without numbers is a label, or has the labels of two halves side by side."""
    alone = set(row.placed) == {(label, label + 1)}
    words = all(end == first + 1 and not columns[first].numbers for first, end in row.placed)
    return alone or (words and all(chunk.text[-1] in ":：" for chunk in row.line.chunks))


def _is_words(row: PlacedLine, columns: Sequence[Column]) -> bool:
    """Tell whether a row says something beside its label, is not in bold as heads are, and stands over no
    numbers."""
    return row.line.bold < 1 - _BOLD and not any(columns[first].numbers for first, _ in row.placed)


def _together(cells: Sequence[LaidCell]) -> list[LaidCell]:
    """Join the cells at one place, which lines of one row have, to one cell."""
    at: dict[tuple[int, int], LaidCell] = {}
    for cell in cells:
        held = at.get((cell.row, cell.column))
        if held is None:
            at[cell.row, cell.column] = cell
        else:
            at[cell.row, cell.column] = LaidCell(
                held.row,
                max(held.row_end, cell.row_end),
                held.column,
                max(held.column_end, cell.column_end),
                held.page,
                (*held.words, *cell.words),
                held.titled or cell.titled,
            )
    return list(at.values())


def head_cells(page: Page, rows: Sequence[PlacedLine]) -> list[LaidCell]:
    """Return the cells of header rows: lines below each other over the same columns are one head."""
    cells: list[LaidCell] = []
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
            if at is not None and not _is_ruled_off(page, cells[at], words) and not unit:
                words = (*cells[at].words, *words)
                cells[at] = LaidCell(cells[at].row, number + 1, column, end, page.number, words)
            else:
                at = len(cells)
                cells.append(LaidCell(number, number + 1, column, end, page.number, words))
            if not unit:
                reached[column, end] = at
        above = {span: at for span, at in above.items() if not crosses(row.placed, span)} | reached
    return [_beside(cell, cells) for cell in cells]


def _beside(cell: LaidCell, cells: Sequence[LaidCell]) -> LaidCell:
    """Return a head, which begins as high as the heads beside it where it stands alone beside their last
    lines: heads of one row end in one line."""
    others = [other for other in cells if other is not cell and other.row <= cell.row < other.row_end]
    top = max((other.row for other in others), default=cell.row)
    columns = (cell.column, cell.column_end)
    over = [other for other in cells if other.row < cell.row and other.row_end > top]
    if crosses(((other.column, other.column_end) for other in over), columns):
        return cell
    return replace(cell, row=top)


def _lacks_year(cell: LaidCell) -> bool:
    """Tell whether a cell is a date without its year: over the labels, it is one cell with the unit below
    it."""
    text = cell_text(cell.words)
    return states_period_only(text) and not read_period(text).year


def _is_unit(words: Sequence[Word]) -> bool:
    """Tell whether words state a unit: alone in their line, or over the labels, it is that of the whole
    table. Words in brackets do so at their end."""
    text = cell_text(words)
    return text.count("(") == text.count(")") and read_unit_caption(text) is not None


def _is_ruled_off(page: Page, above: LaidCell, words: Sequence[Word]) -> bool:
    """Tell whether a ruled line parts a head from the words below it; the underline of a head over the labels
    does not."""
    left, _, right, bottom = above.box
    top = box_of(words)[1]
    return any(
        bottom - 3 <= rule.at <= top + 3
        and rule.start < right
        and rule.end > left
        and not (above.column == 0 and abs(rule.start - left) < 2 and abs(rule.end - right) < 2)
        for rule in page.level
    )
