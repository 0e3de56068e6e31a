"""Whether a document says itself that its rounded numbers need not add up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cofitcheck.document import Cell, Document
from cofitcheck.language.lexicon import ROUNDING_REMARKS

_REMARK = re.compile(ROUNDING_REMARKS, re.IGNORECASE)
_SHORTEST = 4
"""A cell of fewer characters holds no remark."""

_DIGITS = "0123456789)%"


def says_rounded(document: Document) -> bool:
    """Tell whether words in or around a table say that rounded parts need not add up to their total."""
    return any(
        _REMARK.search(text)
        for table in document.tables
        for text in (table.caption, table.text_before, table.text_after, *_texts(table.cells))
    )


def _texts(cells: Iterable[Cell]) -> Iterator[str]:
    return (cell.text for cell in cells if len(cell.text) >= _SHORTEST and cell.text[-1] not in _DIGITS)
