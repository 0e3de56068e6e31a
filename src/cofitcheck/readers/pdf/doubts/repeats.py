"""Rows that nothing tells apart: what their labels lack stands in a row or a cell that was not read so."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from cofitcheck.document import Mention, Table
from cofitcheck.numbers import Measure
from cofitcheck.readers.pdf.doubts.odd import Odd, quoted

_MOST = 0.8
"""The share of the numbers of a table with the labels and headers of others from which rows are not told
apart; fewer may be meant so."""
_FEWEST = 4
_SAYS = re.compile(r"[^\W\d_]|\d[/.-]\d{1,2}[/.-]\d")
"""A word, or a day."""


def repeated_labels(table: Table, mentions: Sequence[Mention]) -> Odd:
    """Different numbers of one label and header: where nearly all of a table are such, shares in percent,
    which are of what stands in the row above them, those without any label, and those of rows that a date or
    a name beside the label tells apart."""
    alike: dict[tuple[tuple[str, ...], tuple[str, ...]], list[Mention]] = defaultdict(list)
    for mention in mentions:
        alike[mention.row_path, mention.column_path].append(mention)
    found = [
        mention
        for group in alike.values()
        if len({m.row for m in group}) > 1 < len({m.number.value for m in group})
        for mention in group
    ]
    if len(found) < max(_MOST * len(mentions), _FEWEST):
        percent, beside = Measure.PERCENT, _beside(table, mentions)
        found = [
            m for m in found if m.number.measure is percent or not m.row_path or _told_apart(m, alike, beside)
        ]
    return {
        mention.place.element: f"several rows have the label {quoted(_label(mention))}"
        if mention.row_path
        else "rows have no label"
        for mention in found
    }


def _beside(table: Table, mentions: Sequence[Mention]) -> dict[int, dict[int, str]]:
    """Return the words beside the labels of rows, by rows and columns, that are no number read."""
    numbers = {(mention.row, mention.column) for mention in mentions}
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for cell in table.cells:
        if (
            cell.row >= table.header_rows
            and (cell.row, cell.column) not in numbers
            and _SAYS.search(cell.text)
        ):
            for row in range(cell.row, cell.row + cell.rows):
                found[row][cell.column] = cell.text
    return found


def _told_apart(
    mention: Mention,
    alike: Mapping[tuple[tuple[str, ...], tuple[str, ...]], Sequence[Mention]],
    beside: Mapping[int, Mapping[int, str]],
) -> bool:
    """Tell whether what stands beside a number's label differs in every other row of that label."""
    rows = {other.row for other in alike[mention.row_path, mention.column_path]}
    said = [beside.get(row, {}) for row in sorted(rows)]
    return any(
        all(column in texts for texts in said) and len({texts[column] for texts in said}) == len(rows)
        for column in said[0]
    )


def _label(mention: Mention) -> str:
    return mention.row_path[-1]
