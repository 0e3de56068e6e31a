"""Rows that nothing tells apart: what their labels lack stands in a row or a cell that was not read so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from cofitcheck.document import Mention, Table
from cofitcheck.numbers import Measure
from cofitcheck.readers.pdf.doubts.odd import Odd, quoted

_MOST = 0.8
"""The share of the numbers of a table with the labels and headers of others from which rows are not told
apart; fewer may be meant so."""
_FEWEST = 4


def repeated_labels(table: Table, mentions: Sequence[Mention]) -> Odd:
    """Different numbers of one label and header: where nearly all of a table are such, shares in percent,
    which are of what stands in the row above them, and those without any label."""
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
        percent = Measure.PERCENT
        found = [m for m in found if m.number.measure is percent or not m.row_path]
    return {
        mention.place.element: f"several rows have the label {quoted(_label(mention))}"
        if mention.row_path
        else "rows have no label"
        for mention in found
    }


def _label(mention: Mention) -> str:
    return mention.row_path[-1]
