"""The formulas of a workbook, and the cells that they are about: plain data beside the tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

Address = tuple[int, int]
"""Row and column, from 1."""


@dataclass(frozen=True, slots=True)
class FormulaSheet:
    """A sheet that has formulas: `values` are the numbers and texts of its cells as stored, `formulas` those
    of cells by their address ("=SUM(B2:B5)"), `hidden_rows` the rows that are not shown."""

    title: str
    values: Mapping[Address, Decimal | str]
    formulas: Mapping[Address, str]
    hidden_rows: frozenset[int]
