"""Tables that go on over pages: the part at the foot of a page and the part at the top of the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cofitcheck.readers.pdf.drafts.cut_rows import is_cut, mended
from cofitcheck.readers.pdf.drafts.draft import Draft, Laid
from cofitcheck.readers.pdf.drafts.reaching import reaching
from cofitcheck.readers.pdf.pages.text import cell_text, is_year, looks_like_value

_NEAR = 6.0
"""How far the edges of the same columns may lie apart on two pages, in points."""
_MOST_HEADER = 5


def goes_on_in(first: Draft, second: Draft) -> bool:
    """Tell whether two tables, nothing but page edges between them, are one: their columns are the same."""
    if first.tagged or second.tagged or first.ruled != second.ruled:
        return False
    if first.ruled:
        return len(first.edges) == len(second.edges) and _near(first.edges, second.edges)
    repeated = _repeated(first, second)
    return (
        first.columns == second.columns
        and (repeated > 0 or _lacks_header(second))
        and _aligned(first, second)
    )


def _near(first: Sequence[float], second: Sequence[float]) -> bool:
    shift = second[0] - first[0]
    return all(abs(b - a - shift) <= _NEAR for a, b in zip(first, second, strict=True))


def _aligned(first: Draft, second: Draft) -> bool:
    """Tell whether the numbers of the same columns end at the same places."""
    ends, others = _number_ends(first), _number_ends(second)
    shared = ends.keys() & others.keys()
    return bool(shared) and all(abs(ends[column] - others[column]) <= 2 * _NEAR for column in shared)


def _number_ends(draft: Draft) -> dict[int, float]:
    ends: dict[int, float] = {}
    for cell in draft.cells:
        if cell.column_end == cell.column + 1 and looks_like_value(cell_text(cell.words)):
            ends[cell.column] = max(ends.get(cell.column, 0.0), cell.box[2])
    return ends


def _lacks_header(draft: Draft) -> bool:
    return any(looks_like_value(cell_text(cell.words)) for cell in draft.row(0) if cell.column)


def _repeated(first: Draft, second: Draft) -> int:
    """Return how many rows at the top of the second repeat those of the first: its whole header, or none."""
    count = 0
    while count < min(first.rows, second.rows, _MOST_HEADER):
        above, below = first.row(count), second.row(count)
        if _texts(above) != _texts(below) or any(
            looks_like_value(text) and not is_year(text) for _, text in _texts(below)
        ):
            break
        count += 1
    return count if count >= min(_heads(first), _heads(second)) else 0


def _heads(draft: Draft) -> int:
    """Return how many rows at the top of a table have headers."""
    heads = 0
    for number in range(draft.rows):
        beside = [cell_text(cell.words) for cell in draft.row(number) if cell.column]
        if any(looks_like_value(text) and not is_year(text) for text in beside):
            return heads
        heads = number + 1 if beside else heads
    return 0


def _texts(row: Sequence[Laid]) -> list[tuple[int, str]]:
    return [(cell.column, cell_text(cell.words)) for cell in row]


def joined(first: Draft, second: Draft) -> Draft:
    """Return one table of two, without the header that the second repeats, a row cut in two made one."""
    skipped = _repeated(first, second)
    cells = first.cells
    cut = int(is_cut(first, second, skipped))
    if cut:
        cells = mended(cells, second.row(skipped), first.rows - 1)
    skipped += cut
    shift = first.rows - skipped
    below = [
        replace(cell, row=max(cell.row, skipped) + shift, row_end=cell.row_end + shift)
        for cell in second.cells
        if cell.row_end > skipped and cell.row >= skipped
    ]
    doubts = tuple(dict.fromkeys((*first.doubts, *second.doubts)))
    if first.ruled:
        cells = reaching(cells, below, first.rows)
    return replace(first, rows=second.rows + shift, cells=(*cells, *below), doubts=doubts)
