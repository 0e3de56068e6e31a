"""Two halves of one table side by side: assets on the left, liabilities on the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import TOTAL_SIGNS, TOTAL_WORDS
from cofitcheck.periods.text import read_period
from cofitcheck.readers.pdf.layout.laid import Laid, LaidTable, without_empty_rows
from cofitcheck.readers.pdf.pages.text import cell_text, is_year, looks_like_value

_FEWEST = 3
"""Fewer cells tell nothing of a column."""
_CODE = re.compile(r"\d[\dX]{3}")
_TOTAL = re.compile(rf"\b{TOTAL_WORDS}s?\b|{TOTAL_SIGNS}", re.IGNORECASE)


def halves(laid: LaidTable) -> list[LaidTable]:
    """Return the two halves of a table as tables of their own, or the table itself.

    Each half has a column of labels, codes of accounts beside it or not, and the headers over its other
    columns are those of the other half. A second column of words alone is none: it has the header of the
    first, or a total stands in both, or no label stands twice below the same dates.
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


def _label_after_codes(body: Sequence[Laid], middle: int) -> int:
    """Return the column of labels in each half: the second where the first has codes of accounts in both."""
    firsts = ([cell_text(cell.words) for cell in body if cell.column == column] for column in (0, middle))
    return int(all(len(texts) >= _FEWEST and all(map(_CODE.fullmatch, texts)) for texts in firsts))


def _first_row_of_numbers(laid: LaidTable) -> int:
    numbers = [cell.row for cell in laid.cells if cell.column and _is_number(cell)]
    return min(numbers, default=laid.rows)


def _is_number(cell: Laid) -> bool:
    text = cell_text(cell.words)
    return looks_like_value(text) and not is_year(text)


def _head(laid: LaidTable, rows: int, column: int) -> str:
    over = [cell for cell in laid.cells if cell.row < rows and cell.column <= column < cell.column_end]
    return "".join(cell_text(cell.words) for cell in sorted(over, key=lambda cell: cell.row))


def _holds_labels(body: Sequence[Laid], column: int) -> bool:
    """Tell whether the cells of a column are words."""
    cells = [cell for cell in body if cell.column == column]
    return len(cells) >= _FEWEST and not any(map(_is_number, cells))


def _stand_once(body: Sequence[Laid], column: int) -> bool:
    """Tell whether no two cells of a column have the same words: what says the kind of a row repeats."""
    texts = [cell_text(cell.words) for cell in body if cell.column == column]
    return len(set(texts)) == len(texts)


def _share_totals(body: Sequence[Laid], columns: tuple[int, int]) -> bool:
    """Tell whether a row has the label of a total in both columns."""
    first, second = (
        {cell.row for cell in body if cell.column == column and _is_total(cell)} for column in columns
    )
    return not first.isdisjoint(second)


def _is_total(cell: Laid) -> bool:
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
