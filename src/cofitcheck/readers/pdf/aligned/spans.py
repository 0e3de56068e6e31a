"""Places of heads: the columns that they are over, and whether two have some in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cofitcheck.readers.pdf.aligned.columns import Column
from cofitcheck.readers.pdf.pages.lines import Chunk
from cofitcheck.readers.pdf.pages.page import Word

Span = tuple[int, int]
"""The columns [first, end)."""


def crosses(spans: Iterable[Span], span: Span) -> bool:
    """Tell whether columns have some in common with any of several others."""
    return any(span[0] < other[1] and other[0] < span[1] for other in spans)


def middle_of(chunks: Sequence[Chunk]) -> float:
    """Return where the middle of a head is."""
    return (chunks[0].left + chunks[-1].right) / 2


def words_in(chunks: Sequence[Chunk]) -> tuple[Word, ...]:
    """Return the words of chunks."""
    return tuple(word for chunk in chunks for word in chunk.words)


def numbers_of(columns: Sequence[Column]) -> Span:
    """Return the columns from the first of numbers to the last."""
    numbers = [n for n, column in enumerate(columns) if column.numbers]
    return numbers[0], numbers[-1] + 1
