"""Numbers outside of all tables that stand as those of tables do: nothing checks them, so they are listed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from cofitcheck.numbers.text import normalise
from cofitcheck.readers.pdf.pages.lines import Line
from cofitcheck.readers.pdf.pages.text import is_year

_APART = 1.5
"""How far from the words beside it a number of a table stands at the least, in heights of its line."""
_RANGE = re.compile(r"\d+(?:\.\d+)?\s*%\s*[-~至]\s*\d+(?:\.\d+)?\s*%")
_PLAIN = re.compile(r"\d++(?:\s++\d++)*+")
"""Alone beside words, digits without a comma or a point number a page, a post office or an account."""


def loose_rows(lines: Sequence[Line]) -> list[Line]:
    """Return the lines, which no table holds, that look like rows of one: a label, a number well apart."""
    return [line for line in lines if _is_row(line)]


def _is_row(line: Line) -> bool:
    stated = [chunk for chunk in line.values if any(map(str.isdigit, chunk.text))]
    numbers = [chunk for chunk in stated if not is_year(chunk.text)]
    if _states_ranges(line):
        return True
    if not numbers or len(numbers) == len(line.chunks) or _near(line):
        return False
    return len(numbers) > 1 or not _PLAIN.fullmatch(numbers[0].text)


def _states_ranges(line: Line) -> bool:
    """Tell whether a line is a label and ranges of percentages, well apart: in no column of numbers."""
    ranges = line.chunks[1:]
    apart = all(right.left - left.right > _APART * line.size for left, right in pairwise(line.chunks))
    return bool(ranges) and apart and all(_RANGE.fullmatch(normalise(chunk.text)) for chunk in ranges)


def _near(line: Line) -> bool:
    """Tell whether a number of the line stands as near to words as it does in a sentence: to those before it,
    or at its beginning to those behind it."""
    return any(
        left.is_value != right.is_value
        and (right.is_value or left is line.chunks[0])
        and right.left - left.right < _APART * line.size
        for left, right in pairwise(line.chunks)
    )
