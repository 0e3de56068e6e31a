"""Heads of tagged tables over the columns of the ruled line below them: some tags leave out how many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cofitcheck.readers.pdf.drafts.draft import Draft, Laid
from cofitcheck.readers.pdf.pages.page import Page, Rule
from cofitcheck.readers.pdf.pages.text import cell_text, looks_like_value

_BELOW = 0.8
"""How far below its last line the rule of a head is at the most, in heights of the line."""
_OUTSIDE = 3.0
_CENTRAL = 0.1
"""The most that a head stands off the middle of its rule, in lengths of the rule."""


def over_rules(draft: Draft, pages: Mapping[int, Page]) -> Draft:
    """Return a table with each head of one column over all those of the rule right below it, whose middle it
    shares, where no other cell of its row is over one of them."""
    middles = _middles(draft)
    cells = tuple(_widened(cell, draft, middles, pages[cell.page].level) for cell in draft.cells)
    return replace(draft, cells=cells)


def _middles(draft: Draft) -> dict[int, float]:
    """Return where the middles of columns are, by what stands in one alone."""
    boxes: dict[int, list[tuple[float, float]]] = {}
    for cell in draft.cells:
        if cell.column_end == cell.column + 1:
            boxes.setdefault(cell.column, []).append((cell.box[0], cell.box[2]))
    return {
        column: (min(left for left, _ in found) + max(right for _, right in found)) / 2
        for column, found in boxes.items()
    }


def _widened(cell: Laid, draft: Draft, middles: Mapping[int, float], rules: Sequence[Rule]) -> Laid:
    if cell.column == 0 or cell.column_end > cell.column + 1 or looks_like_value(cell_text(cell.words)):
        return cell
    base, size = max(word.base for word in cell.words), cell.words[0].size
    left, _, right, _ = cell.box
    for rule in rules:
        near = 0 < rule.at - base < _BELOW * size
        inside = rule.start - _OUTSIDE < left and right < rule.end + _OUTSIDE
        central = abs(left + right - rule.start - rule.end) / 2 < _CENTRAL * rule.length
        if near and inside and central:
            over = [column for column, middle in middles.items() if rule.start < middle < rule.end]
            first, end = min(over, default=cell.column), max(over, default=cell.column) + 1
            others = [c for c in draft.row(cell.row) if c is not cell]
            free = not any(other.column < end and first < other.column_end for other in others)
            if first > 0 and free and first <= cell.column < end:
                return replace(cell, column=first, column_end=end)
    return cell
