"""What a cell is by its own text: a number or a blank, digits, the code of a row, an ungrouped amount."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.lexicon import EAST_ASIAN, HAN_LETTERS
from cofitcheck.language.table_words import HEADERS, any_of
from cofitcheck.numbers import Kind, Measure, NumberContext, read_number
from cofitcheck.periods.text import is_bare_year
from cofitcheck.readers.tables.grid.logical import JoinedCell

_CODE = re.compile(r"\d{1,4}|\d[\dX]{2,3}")
"""The number of a row, or the code of an item: "1100", "130X", "11XX"."""
_UNGROUPED = re.compile(r"[1-9]\d{3,8}(?:\.\d+)?")
_YEARS = range(1900, 2101)
_YEAR_NAMED = re.compile(rf"[{HAN_LETTERS}]*{any_of(HEADERS.years)}")


def is_code(text: str) -> bool:
    """Tell whether a text may be the number of a row or the code of what it is about."""
    return _CODE.fullmatch(text) is not None


def is_value(cell: JoinedCell) -> bool:
    """Tell whether a cell holds a number or a blank, a bare year apart."""
    return _kind(cell.text, cell.decimal_comma) is not None


def is_digits(cell: JoinedCell) -> bool:
    """Tell whether a cell holds a number, no blank and no bare year."""
    return _kind(cell.text, cell.decimal_comma) is Kind.VALUE


def is_basis_points(cell: JoinedCell) -> bool:
    """Tell whether a cell holds a number of basis points."""
    number = read_number(cell.text, NumberContext(decimal_comma=cell.decimal_comma))
    return number is not None and number.measure is Measure.BASIS_POINTS


@cached(262_144)
def _kind(text: str, decimal_comma: bool) -> Kind | None:
    number = None if is_bare_year(text) else read_number(text, NumberContext(decimal_comma=decimal_comma))
    return number.kind if number else None


@dataclass(frozen=True, slots=True)
class Ungrouped:
    """The rows and the columns of a table in which amounts stand without separators."""

    rows: frozenset[int]
    columns: frozenset[int]


def ungrouped_in(cells: Iterable[JoinedCell]) -> Ungrouped:
    """Return where cells of a Chinese or Japanese table hold amounts of four digits and more, no years,
    without separators; in others four digits are seldom an amount, and nothing tells them from years."""
    held = list(cells)
    if not any(EAST_ASIAN.search(cell.text) for cell in held):
        return Ungrouped(frozenset(), frozenset())
    found = [cell for cell in held if _UNGROUPED.fullmatch(cell.text) and float(cell.text) // 1 not in _YEARS]
    return Ungrouped(frozenset(cell.row for cell in found), frozenset(cell.column for cell in found))


def names_years(text: str) -> bool:
    """Tell whether a header or a label in Chinese is that of years, and says none itself."""
    return _YEAR_NAMED.fullmatch(text) is not None
