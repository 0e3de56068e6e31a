"""Judge how numbers may differ: by rounding, or by a slip.

A document may say that its rounded numbers need not add up. Whether its numbers are rounded also shows in how
many of its sums come out to the unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from math import erf, log, sqrt

from cofitcheck import patterns as re
from cofitcheck.caching import once_a_document
from cofitcheck.document import Cell, Document
from cofitcheck.language.lexicon import ROUNDING_REMARKS
from cofitcheck.numbers import Number, Slip, compare

_REMARK = re.compile(ROUNDING_REMARKS, re.IGNORECASE)
_SHORTEST = 4
"""The fewest characters of a cell that may hold a remark."""
_NUMBER_ENDS = "0123456789)%"
"""The last characters of cells that hold numbers. These cells, which are most, are not searched."""

_MANY = 10
"""How many times one number must exceed another to be far from it. A number that a sum asks for is mostly of
the order of the number that it mends."""


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
    """Tell whether sums of rounded numbers would all come out to the unit no more often than `by_chance`.

    `parts` is the number of parts of each sum, `by_chance` a probability.
    """
    return sum(map(log_exact, parts)) <= log(by_chance)


def log_exact(parts: int) -> float:
    """Return the log of the probability that so many rounded parts come to their rounded total to the
    unit."""
    spread = sqrt((parts + 1) / 12)
    return log(erf(0.5 / (spread * sqrt(2))))


def far_apart(first: Number, second: Number) -> bool:
    """Tell whether one number is many times the other; none is many times nought."""
    small, large = sorted(abs(each.value or Decimal(0)) for each in (first, second))
    return 0 < small * _MANY < large


def slip_between(first: Number, second: Number) -> Slip:
    """Return the simplest slip between two numbers, signs aside where only the presentation has them."""
    slip = compare(first, second).slip
    return compare(unsigned(first), unsigned(second)).slip if slip is Slip.OTHER else slip


def unsigned(number: Number) -> Number:
    """Return a number without its sign."""
    return number if number.value is None else replace(number, value=abs(number.value))
