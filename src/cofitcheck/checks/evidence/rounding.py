"""Whether a document says itself that its rounded numbers need not add up."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cofitcheck.document import Cell, Document
from cofitcheck.language.lexicon import ROUNDING_REMARKS

_REMARK = re.compile(ROUNDING_REMARKS, re.IGNORECASE)
_SHORTEST = 4
"""A cell of fewer characters holds no remark."""

_NUMBER_ENDS = "0123456789)%"
"""What a cell that holds a number ends with: most cells, which need not be searched."""


def says_rounded(document: Document) -> bool:
    """Tell whether words in a table or in the text say that rounded parts need not add up to their total."""
    return any(map(_REMARK.search, _texts(document)))


def _texts(document: Document) -> Iterator[str]:
    for table in document.tables:
        yield table.caption
        yield from (cell.text for cell in table.cells if _may_be_remark(cell))
    yield from (passage.text for passage in document.passages)


def _may_be_remark(cell: Cell) -> bool:
    return len(cell.text) >= _SHORTEST and cell.text[-1] not in _NUMBER_ENDS
