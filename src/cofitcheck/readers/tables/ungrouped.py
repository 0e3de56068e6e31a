"""Amounts without separators, among which a number such as 2000 need be no year."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cofitcheck.language.lexicon import EAST_ASIAN_LETTERS, HAN_LETTERS
from cofitcheck.readers.tables.columns import JoinedCell

_UNGROUPED = re.compile(r"[1-9]\d{3,8}(?:\.\d+)?")
_EAST_ASIAN = re.compile(f"[{EAST_ASIAN_LETTERS}]")
_YEARS = range(1900, 2101)
_YEAR_NAMED = re.compile(rf"[{HAN_LETTERS}]*(?:年份|年度|年限|期限|[时時]间|[时時]間|日期|年)")


@dataclass(frozen=True, slots=True)
class Ungrouped:
    """The rows and the columns of a table in which amounts stand without separators."""

    rows: frozenset[int]
    columns: frozenset[int]


def ungrouped_in(cells: Iterable[JoinedCell]) -> Ungrouped:
    """Return where cells of a Chinese or Japanese table hold amounts of four digits and more, no years,
    without separators; in others four digits are seldom an amount, and nothing tells them from years."""
    held = list(cells)
    if not any(_EAST_ASIAN.search(cell.text) for cell in held):
        return Ungrouped(frozenset(), frozenset())
    found = [cell for cell in held if _UNGROUPED.fullmatch(cell.text) and float(cell.text) // 1 not in _YEARS]
    return Ungrouped(frozenset(cell.row for cell in found), frozenset(cell.column for cell in found))


def names_years(text: str) -> bool:
    """Tell whether a header or a label in Chinese is that of years, and says none itself."""
    return _YEAR_NAMED.fullmatch(text) is not None
