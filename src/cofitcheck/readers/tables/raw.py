"""The raw grid of a table: every source cell with the rows and columns it covers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cofitcheck import patterns as re
from cofitcheck.document import Place

MAX_COLUMNS = 1000
"""The largest colspan the HTML standard allows; no wider grid is built."""
MAX_ROWS = 20_000

_SPACE = re.compile(r"[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+")
_ZERO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))


class DeclaredScope(StrEnum):
    """What a format says that a cell is the header of; `LINE` where it does not say which."""

    COLUMN = "column"
    ROW = "row"
    LINE = "line"


class TableTooLargeError(Exception):
    """The grid would be larger than any table a person wrote."""


@dataclass(frozen=True, slots=True)
class RawCell:
    """A source cell with text: rows and columns are half-open intervals [row, row_end), [column,
    column_end).

    `bold` is the share of the text in bold (0 to 1), `indent` its left indentation in points. `stored` is
    what the source holds where it shows something else. `heads` tells that, alone in its row, it may name the
    rows below. `declared` is what the format itself says it to be, None where it says nothing.
    """

    row: int
    row_end: int
    column: int
    column_end: int
    text: str
    bold: float
    indent: float
    place: Place
    stored: str = ""
    heads: bool = True
    declared: DeclaredScope | None = None


@dataclass(frozen=True, slots=True)
class RawGrid:
    """The shown, non-empty cells of a table by row, each row from left to right."""

    rows: tuple[tuple[RawCell, ...], ...]
    columns: int


def fold(text: str) -> str:
    """Fold white space of every kind into single spaces and drop what has no width."""
    return _SPACE.sub(" ", text.translate(_ZERO_WIDTH)).strip()
