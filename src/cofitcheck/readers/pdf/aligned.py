"""Tables without ruled columns: numbers that stand below each other, and the words around them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cofitcheck.readers.pdf.columns import Column, Row, columns_of, placed
from cofitcheck.readers.pdf.draft import Draft, Laid, without_empty_rows
from cofitcheck.readers.pdf.heads import head_cells, headed
from cofitcheck.readers.pdf.lines import Line
from cofitcheck.readers.pdf.page import Page, box_of
from cofitcheck.readers.pdf.regions import regions_of
from cofitcheck.readers.pdf.rows import goes_on

_TIGHT = 1.7
_BESIDE = 0.85
"""How far below each other lines of one row may stand that share no column, in heights of a line."""


def aligned_tables(page: Page, lines: Sequence[Line]) -> tuple[list[Draft], list[Line]]:
    """Return the tables that the numbers of a page make, and the lines outside of them."""
    drafts: list[Draft] = []
    rest: list[Line] = []
    at = 0
    for start, end in regions_of(lines):
        draft = _build(page, lines[start:end])
        if draft is not None:
            rest.extend(lines[at:start])
            drafts.append(draft)
            at = end
    rest.extend(lines[at:])
    return drafts, rest


def _build(page: Page, lines: Sequence[Line]) -> Draft | None:
    columns = columns_of(lines)
    if len(columns) < 2:
        return None
    rows = [Row(line, placed(line, columns)) for line in lines]
    first = _first_body_row(rows, columns)
    cells = head_cells(page, headed(page, rows[:first], columns))
    number = first
    for group in _groups(rows[first:], columns):
        for row in group:
            for (column, end), chunks in row.placed.items():
                words = tuple(word for chunk in chunks for word in chunk.words)
                cells.append(Laid(number, number + 1, column, end, page.number, words))
        number += 1
    laid, count = without_empty_rows(_together(cells), number)
    box = box_of([word for line in lines for word in line.words])
    edges = (box[0], *((a.right + b.left) / 2 for a, b in pairwise(columns)), box[2])
    return Draft(page.number, box, count, edges, laid, ruled=False)


def _first_body_row(rows: Sequence[Row], columns: Sequence[Column]) -> int:
    """Return the first row with numbers that are no years, or the first of the labels right above it."""
    core = next((n for n, row in enumerate(rows) if row.line.values and not row.line.states_years), len(rows))
    label = _label(columns)
    while core and set(rows[core - 1].placed) == {(label, label + 1)} and core > 1:
        core -= 1
    return core


def _label(columns: Sequence[Column]) -> int:
    """Return the first column that holds words, not numbers."""
    return next((n for n, column in enumerate(columns) if not column.numbers), 0)


def _groups(rows: Sequence[Row], columns: Sequence[Column]) -> list[list[Row]]:
    """Return the body rows as groups of lines: a label that goes on makes one row of its lines."""
    label = _label(columns)
    groups: list[list[Row]] = []
    for row in rows:
        if groups and _is_one_row(groups[-1], row, label, columns):
            groups[-1].append(row)
        else:
            groups.append([row])
    return _centred(groups, label)


def _is_one_row(group: Sequence[Row], row: Row, label: int, columns: Sequence[Column]) -> bool:
    above = group[-1]
    if row.line.values and any(each.line.values for each in group):
        return False
    if row.line.base - above.line.base > _TIGHT * row.line.size:
        return False
    if any(span[0] < label for span in row.placed):
        return False
    before, following = above.placed.get((label, label + 1)), row.placed.get((label, label + 1))
    if following:
        return before is not None and goes_on(before[-1].words, following[0].words, columns[label].right)
    texts = {span for span in row.placed if not columns[span[0]].numbers}
    return bool(texts) and any(texts & each.placed.keys() for each in group)


def _centred(groups: list[list[Row]], label: int) -> list[list[Row]]:
    """Join numbers that stand at half the height of their label's two or three lines to it."""
    joined: list[list[Row]] = []
    for group in groups:
        row = group[0]
        if joined and len(group) == 1 and _is_between(joined[-1][-1], row, label):
            joined[-1].append(row)
        elif joined and _ends_label(joined[-1], row, label):
            joined[-1].extend(group)
        else:
            joined.append(list(group))
    return joined


def _is_between(above: Row, row: Row, label: int) -> bool:
    """Tell whether a line of numbers without a label stands right below a label without numbers."""
    near = row.line.base - above.line.base < _BESIDE * row.line.size
    return near and not above.line.values and (label, label + 1) not in row.placed


def _ends_label(group: Sequence[Row], row: Row, label: int) -> bool:
    """Tell whether a label without numbers stands right below numbers at half the height of a label."""
    near = row.line.base - group[-1].line.base < _BESIDE * row.line.size
    return near and len(group) > 1 and not row.line.values and (label, label + 1) not in group[-1].placed


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
            )
    return list(at.values())
