"""Tables without ruled columns: numbers that stand below each other, and the words around them."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from itertools import pairwise

from cofitcheck.numbers import read_unit_caption
from cofitcheck.readers.pdf.aligned.columns import (
    Column,
    Row,
    columns_of,
    empty_columns,
    label_column,
    placed,
)
from cofitcheck.readers.pdf.aligned.head_cells import head_cells
from cofitcheck.readers.pdf.aligned.heads import headed
from cofitcheck.readers.pdf.aligned.regions import BESIDE, regions_of
from cofitcheck.readers.pdf.aligned.wrapped import grouped
from cofitcheck.readers.pdf.drafts.draft import Draft, Laid, without_empty_rows
from cofitcheck.readers.pdf.drafts.joining import Growing
from cofitcheck.readers.pdf.pages.lines import Line
from cofitcheck.readers.pdf.pages.page import Page, Rule, box_of
from cofitcheck.readers.pdf.pages.text import introduces, reads_on
from cofitcheck.readers.tables.section import states_period_only

_NEAR = 3.2
_MOST = 3
_ABOVE = 1.5
_LEVEL = 2.0
_BOLD = 0.9
_UNDERLINE = 0.4
_OVER = 0.5
"""How far above the foot of a line a rule is no underline of it, in heights of the line."""


def aligned_tables(page: Page, lines: Sequence[Line]) -> tuple[list[Draft], list[Line]]:
    """Return the tables that the numbers of a page make, and the lines outside of them."""
    drafts: list[Draft] = []
    rest: list[Line] = []
    at = 0
    begun = 0  # the first line of the last table
    for start, end in _regions(page, lines):
        draft = _build(page, lines[start:end])
        if draft is None:
            continue
        bare = drafts and lines[start].values and not lines[start].states_years
        if bare and _names_rows(lines[at - 1 : start + 1]) and Growing(drafts[-1]).goes_on_in(draft):
            whole = _build(page, lines[begun:end])
            if whole is not None:
                drafts[-1], at = whole, end
                continue
        rest.extend(lines[at:start])
        drafts.append(draft)
        begun, at = start, end
    rest.extend(lines[at:])
    return drafts, rest


def _regions(page: Page, lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Return the tables as half-open intervals of lines, less the words below the last numbers that a rule
    across the table parts from these: they are the title of what comes next."""
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
    near = all(b.base - a.base < _NEAR * max(a.size, b.size) for a, b in pairwise(lines))
    said = any(map(_says_more, between))
    return len(between) <= _MOST and near and not said


def _says_more(line: Line) -> bool:
    """Tell whether a line is a sentence, or says what a table below it is or its unit."""
    return line.text[-1] in ".。;；" or introduces(line.text) or read_unit_caption(line.text) is not None


def _build(page: Page, lines: Sequence[Line]) -> Draft | None:
    columns = columns_of(lines, _rules_of_heads(page, lines))
    if len(columns) < 2 or not any(column.numbers for column in columns):
        return None
    rows = [Row(line, placed(line, columns, page.level)) for line in lines]
    parted = _ruled_off(page, lines)
    first = _first_body_row(rows, columns, parted)
    empty = empty_columns(lines[:first], columns)
    if empty:
        columns = sorted([*columns, *empty], key=lambda column: column.left)
        rows = [Row(line, placed(line, columns, page.level)) for line in lines]
    cells = head_cells(page, headed(page, rows[:first], columns))
    number = first
    titles = frozenset(id(line) for line in lines[first:] if not line.values and _is_title(page, line))
    for group in grouped(rows[first:], columns, label_column(columns), titles, parted):
        for row in group:
            titled = id(row.line) in titles
            for (column, end), chunks in row.placed.items():
                words = tuple(word for chunk in chunks for word in chunk.words)
                cells.append(Laid(number, number + 1, column, end, page.number, words, titled))
        number += 1
    laid, count = without_empty_rows(_together(cells), number)
    box = box_of([word for line in lines for word in line.words])
    edges = (box[0], *((a.right + b.left) / 2 for a, b in pairwise(columns)), box[2])
    return Draft(page.number, box, count, edges, laid, ruled=False)


def _rules_of_heads(page: Page, lines: Sequence[Line]) -> list[Rule]:
    """Return the level rules, side by side, below the heads of the columns: the last above the numbers."""
    core = next((line for line in lines if line.values and not line.states_years), lines[0])
    top = min(line.base - _ABOVE * line.size for line in lines[:1])
    above = [rule for rule in page.level if top < rule.at < core.base - 0.5 * core.size]
    sides = [[other for other in above if abs(other.at - rule.at) < _LEVEL] for rule in above]
    lowest = max((side for side in sides if len(side) > 1), key=lambda side: side[0].at, default=[])
    return sorted(lowest, key=lambda rule: rule.start)


def _ruled_off(page: Page, lines: Sequence[Line]) -> frozenset[int]:
    """Return the lines, by their identity, that a rule across the table parts from what is above them."""
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    across = [r.at for r in page.level if r.start < left + _LEVEL and r.end > right - _LEVEL]
    tops = [-math.inf, *(line.base for line in lines)]
    return frozenset(
        id(line)
        for line, top in zip(lines, tops, strict=False)
        if any(top < at < line.base - _OVER * line.size for at in across)
    )


def _is_title(page: Page, line: Line) -> bool:
    """Tell whether a line is underlined from its first word to its last."""
    return any(
        -0.1 < (rule.at - line.base) / line.size < _UNDERLINE
        and abs(rule.start - line.left) < _LEVEL
        and abs(rule.end - line.right) < _LEVEL
        for rule in page.level
    )


def _first_body_row(rows: Sequence[Row], columns: Sequence[Column], parted: Set[int]) -> int:
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


def _begins_label(row: Row, below: Row, label: int) -> bool:
    """Tell whether a line is nothing but the beginning of the label of the row below it."""
    place = (label, label + 1)
    alone = set(row.placed) == {place} and place in below.placed
    dated = states_period_only(row.line.text)
    return alone and not dated and reads_on(row.line.text, below.placed[place][0].text)


def _is_beside(above: Row, row: Row, columns: Sequence[Column]) -> bool:
    """Tell whether a line of words is of the row of numbers less than a line below it."""
    words = all(end == first + 1 and not columns[first].numbers for first, end in above.placed)
    return words and row.line.base - above.line.base < BESIDE * row.line.size


def _names_rows_below(row: Row, columns: Sequence[Column], label: int) -> bool:
    """Tell whether a line without numbers is a label, or one each of two halves side by side."""
    alone = set(row.placed) == {(label, label + 1)}
    words = all(end == first + 1 and not columns[first].numbers for first, end in row.placed)
    return alone or (words and all(chunk.text[-1] in ":：" for chunk in row.line.chunks))


def _is_words(row: Row, columns: Sequence[Column]) -> bool:
    """Tell whether a row says something beside its label, in type that is not that of heads in bold, and
    stands over no numbers."""
    return row.line.bold < 1 - _BOLD and not any(columns[first].numbers for first, _ in row.placed)


def _together(cells: Sequence[Laid]) -> list[Laid]:
    """Make one cell of those at one place, as lines of one row have."""
    at: dict[tuple[int, int], Laid] = {}
    for cell in cells:
        held = at.get((cell.row, cell.column))
        if held is None:
            at[cell.row, cell.column] = cell
        else:
            at[cell.row, cell.column] = Laid(
                held.row,
                max(held.row_end, cell.row_end),
                held.column,
                max(held.column_end, cell.column_end),
                held.page,
                (*held.words, *cell.words),
                held.titled or cell.titled,
            )
    return list(at.values())
