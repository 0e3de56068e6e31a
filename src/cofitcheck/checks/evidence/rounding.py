"""Whether numbers are rounded so that they need not add up: what a document says, and what its sums show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import erf, log, sqrt

from cofitcheck import patterns as re
from cofitcheck.caching import once_a_document
from cofitcheck.document import Cell, Document
from cofitcheck.language.lexicon import ROUNDING_REMARKS

_REMARK = re.compile(ROUNDING_REMARKS, re.IGNORECASE)
_SHORTEST = 4
"""A cell of fewer characters holds no remark."""
_NUMBER_ENDS = "0123456789)%"
"""What a cell that holds a number ends with: most cells, which need not be searched."""


@once_a_document
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


def are_no_chance(parts: Iterable[int], by_chance: float) -> bool:
    """Tell whether rounded numbers come out to the unit in all of several sums, of so many parts each, no
    oftener than `by_chance`."""
    return sum(map(log_exact, parts)) <= log(by_chance)


def log_exact(parts: int) -> float:
    """Return the log of how often so many rounded parts and their rounded total come out to the unit."""
    spread = sqrt((parts + 1) / 12)
    return log(erf(0.5 / (spread * sqrt(2))))
