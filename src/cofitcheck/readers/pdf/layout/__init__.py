"""A table of a PDF as a raw grid, with the indents of its labels; and tables of two halves side by side.

Assets may stand on the left and liabilities on the right: each half becomes a table of its own.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.document import Place
from cofitcheck.language.lexicon import TOTAL_SIGNS, TOTAL_WORDS, is_total
from cofitcheck.periods.text import read_period
from cofitcheck.readers.pdf.layout.rows import LaidCell, LaidTable, without_empty_rows
from cofitcheck.readers.pdf.pages import Box
from cofitcheck.readers.pdf.pages.text import bold_share, cell_text, is_cjk, is_year, looks_like_value
from cofitcheck.readers.tables import RawCell, RawGrid
from cofitcheck.readers.tables.rows.items import TOLD, adds_or_deducts, may_be_empty_item

# In heights of a line, the size of its font, so that they hold for print of every size.
_CENTRED_TITLE = 0.5
"""How much deeper than all labels a title over some of them begins at the least."""
_CHANCE_INDENT = 0.4
"""How much deeper than others a Chinese or Japanese label may begin without an indent: these are whole
characters or halves of them."""
# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_PAGE_SHIFT = 1.0
"""How far from where they end on one page the numbers of a column may end on another."""
_ITEM_INDENT = 2.0
"""How much deeper the rows below an item without numbers begin, at the least."""

_BOLD = 0.9
"""The share of bold characters from which a label is bold."""

_FEWEST = 3
"""The fewest cells that show what a column holds."""
_CODE = re.compile(r"\d[\dX]{3}")
_TOTAL = re.compile(rf"\b{TOTAL_WORDS}s?\b|{TOTAL_SIGNS}", re.IGNORECASE)


def raw_grid(laid: LaidTable, place: Callable[[int, Box], Place]) -> RawGrid:
    """Return a table as the raw grid that every reader makes; `place` gives the place of a box on a page."""
    left = _label_edges(laid)
    items = unfilled(laid)
    titles = _centred_titles(laid)
    lone = laid.lone()
    rows: list[list[RawCell]] = [[] for _ in range(laid.rows)]
    for cell in sorted(laid.cells, key=lambda cell: (cell.row, cell.column)):
        text = cell_text(cell.words)
        if text:
            rows[cell.row].append(
                RawCell(
                    cell.row,
                    cell.row_end,
                    cell.column,
                    cell.column_end,
                    text,
                    bold_share(cell.words),
                    0.0 if cell.row in titles else _indent(cell, left, alone=cell.row in lone),
                    place(cell.page, cell.box),
                    heads=cell.row not in items,
                    declared=cell.declared,
                )
            )
    return RawGrid(tuple(map(tuple, rows)), laid.columns)


def _label_edges(laid: LaidTable) -> dict[tuple[int, int], float]:
    """Return where the labels of each column begin, by page and column; nothing where they are centred.

    A table stands at the same place on pages where the numbers of a column end alike: where its labels begin
    further left on one of them, all on the others are deeper.
    """
    begins: dict[tuple[int, int], list[LaidCell]] = {}
    for cell in laid.cells:
        if cell.column_end == cell.column + 1:
            begins.setdefault((cell.page, cell.column), []).append(cell)
    edges = {
        key: min(cell.box[0] for cell in cells) for key, cells in begins.items() if not _is_centred(cells)
    }
    leftmost = dict(edges)
    for ends in _ends(laid).values():
        for column in {column for _, column in edges}:
            pages = sorted(((end, page) for page, end in ends.items() if (page, column) in edges))
            lowest = _least_near([end for end, _ in pages], [edges[page, column] for _, page in pages])
            for (_, page), edge in zip(pages, lowest, strict=True):
                leftmost[page, column] = min(leftmost[page, column], edge)
    return leftmost


def _ends(laid: LaidTable) -> dict[int, dict[int, float]]:
    """Return where the numbers of each column end, by column and page."""
    ends: dict[int, dict[int, float]] = {}
    for cell in laid.cells:
        if cell.column > 0 and cell.column_end == cell.column + 1 and looks_like_value(cell_text(cell.words)):
            held = ends.setdefault(cell.column, {})
            held[cell.page] = max(held.get(cell.page, 0.0), cell.box[2])
    return ends


def _least_near(places: Sequence[float], values: Sequence[float]) -> Iterator[float]:
    """Yield for each of sorted places the least of the values at the places near it."""
    near: deque[int] = deque()  # of which each has a lesser value than those after it
    after = 0
    for place in places:
        while after < len(places) and places[after] - place < _PAGE_SHIFT:
            while near and values[near[-1]] >= values[after]:
                near.pop()
            near.append(after)
            after += 1
        while place - places[near[0]] >= _PAGE_SHIFT:
            near.popleft()
        yield values[near[0]]


def _centred_titles(laid: LaidTable) -> frozenset[int]:
    """Return the rows that are a title over the rows below, centred: it begins deeper than all labels of
    numbers, and so says nothing by its indent."""
    labels = {cell.row: cell.words[0] for cell in laid.cells if cell.column == 0}
    stating = {cell.row for cell in laid.cells if cell.column > 0 and _is_amount(cell_text(cell.words))}
    deepest = max((word.left for row, word in labels.items() if row in stating), default=math.inf)
    return frozenset(row for row, word in labels.items() if word.left > deepest + _CENTRED_TITLE * word.size)


def _is_amount(text: str) -> bool:
    return looks_like_value(text) and not is_year(text)


def _is_centred(cells: Sequence[LaidCell]) -> bool:
    """Tell whether cells below each other share their middle rather than their left edge."""
    boxes = [cell.box for cell in cells]
    lefts, middles = sorted(box[0] for box in boxes), sorted((box[0] + box[2]) / 2 for box in boxes)
    return _spread(middles) < 0.5 * _spread(lefts) and _spread(middles) < 3.0


def _spread(places: Sequence[float]) -> float:
    """Return the width of the middle half of sorted places."""
    return places[(3 * len(places)) // 4] - places[len(places) // 4] if len(places) > 2 else 0.0


def _indent(cell: LaidCell, left: dict[tuple[int, int], float], *, alone: bool) -> float:
    """Return how deep a cell begins, in points. The dash of a list does not count, unless the cell stands
    `alone` in its row and names the rows below."""
    edge, first = left.get((cell.page, cell.column)), cell.words[0]
    begins = first.left if alone else cell.start
    deep = 0.0 if edge is None else max(0.0, begins - edge)
    by_chance = is_cjk(first.text[0]) and deep < _CHANCE_INDENT * first.size
    return 0.0 if by_chance else round(deep, 1)


def unfilled(laid: LaidTable) -> frozenset[int]:
    """Return the rows without numbers that are items with empty cells, and name no rows below.

    The label below an item begins no deeper and is as bold. The words of an item are not those of a section
    and are not underlined. A row that tells a part of the item above, whose cells are empty too, is one as
    well.
    """
    labels = {cell.row: cell for cell in laid.cells if cell.column == 0}
    often = Counter(cell_text(label.words) for label in labels.values())
    alone = laid.lone()
    items = (row for row in alone if _is_item(labels.get(row), labels.get(row + 1), often))
    told = (row for row in alone if row - 1 in alone and _is_told(labels.get(row)))
    return frozenset((*items, *told))


def _is_told(label: LaidCell | None) -> bool:
    """Tell whether a label tells a part of the item above it."""
    return label is not None and TOLD.match(cell_text(label.words)) is not None


def _is_item(label: LaidCell | None, below: LaidCell | None, often: Mapping[str, int]) -> bool:
    if (
        label is None
        or below is None
        or label.titled
        or label.column_end > 1
        or label.row_end > label.row + 1
    ):
        return False
    following = cell_text(below.words)
    if often[following] > 1 and not (is_total(following) or TOLD.match(following)):
        return False  # of rows alike only their sections tell which is which
    if bold_share(label.words) > _BOLD and not bold_share(below.words):
        return False
    deeper = below.page == label.page and below.start > label.words[0].left + _ITEM_INDENT
    text = cell_text(label.words)
    return adds_or_deducts(text) or (not deeper and may_be_empty_item(text, following))


def halves(laid: LaidTable) -> list[LaidTable]:
    """Return the two halves of a table as tables of their own, or the table itself.

    Each half has a column of labels, codes of accounts beside it or not, and the headers over its other
    columns are those of the other half. A second column of words is that of a half only where it has the
    header of the first, where a total stands in both, or where no label stands twice below the same dates.
    """
    middle, odd = divmod(laid.columns, 2)
    if odd or middle < 2:
        return [laid]
    first = _first_row_of_numbers(laid)
    heads = [_head(laid, first, column) for column in range(laid.columns)]
    body = [cell for cell in laid.cells if cell.row >= first]
    label = _label_after_codes(body, middle)
    values = slice(label + 1, middle), slice(middle + label + 1, laid.columns)
    across = any(cell.column < middle < cell.column_end for cell in body)
    if across or not heads[values[0]] or not all(heads[values[0]]) or heads[values[0]] != heads[values[1]]:
        return [laid]
    labels = label, middle + label
    if not all(_holds_labels(body, column) for column in labels):
        return [laid]
    dated = all(map(read_period, heads[values[0]])) and _stand_once(body, labels[1])
    if not (dated or heads[labels[0]] == heads[labels[1]] or _share_totals(body, labels)):
        return [laid]
    return [_part(laid, 0, middle), _part(laid, middle, laid.columns)]


def _label_after_codes(body: Sequence[LaidCell], middle: int) -> int:
    """Return the column of labels in each half: the second where the first has codes of accounts in both."""
    firsts = ([cell_text(cell.words) for cell in body if cell.column == column] for column in (0, middle))
    return int(all(len(texts) >= _FEWEST and all(map(_CODE.fullmatch, texts)) for texts in firsts))


def _first_row_of_numbers(laid: LaidTable) -> int:
    numbers = [cell.row for cell in laid.cells if cell.column and _is_number(cell)]
    return min(numbers, default=laid.rows)


def _is_number(cell: LaidCell) -> bool:
    text = cell_text(cell.words)
    return looks_like_value(text) and not is_year(text)


def _head(laid: LaidTable, rows: int, column: int) -> str:
    over = [cell for cell in laid.cells if cell.row < rows and cell.column <= column < cell.column_end]
    return "".join(cell_text(cell.words) for cell in sorted(over, key=lambda cell: cell.row))


def _holds_labels(body: Sequence[LaidCell], column: int) -> bool:
    """Tell whether the cells of a column are words."""
    cells = [cell for cell in body if cell.column == column]
    return len(cells) >= _FEWEST and not any(map(_is_number, cells))


def _stand_once(body: Sequence[LaidCell], column: int) -> bool:
    """Tell whether no two cells of a column have the same words: what says the kind of a row repeats."""
    texts = [cell_text(cell.words) for cell in body if cell.column == column]
    return len(set(texts)) == len(texts)


def _share_totals(body: Sequence[LaidCell], columns: tuple[int, int]) -> bool:
    """Tell whether a row has the label of a total in both columns."""
    first, second = (
        {cell.row for cell in body if cell.column == column and _is_total(cell)} for column in columns
    )
    return not first.isdisjoint(second)


def _is_total(cell: LaidCell) -> bool:
    return _TOTAL.search(cell_text(cell.words)) is not None


def _part(laid: LaidTable, start: int, end: int) -> LaidTable:
    """Return the columns from `start` to `end` as a table."""
    cells = [
        replace(cell, column=max(cell.column, start) - start, column_end=min(cell.column_end, end) - start)
        for cell in laid.cells
        if cell.column < end and cell.column_end > start
    ]
    kept, rows = without_empty_rows(cells, laid.rows)
    edges = laid.edges[start : end + 1]
    box = (edges[0], laid.box[1], edges[-1], laid.box[3])
    return replace(laid, box=box, rows=rows, edges=edges, cells=kept)
