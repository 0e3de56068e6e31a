"""The role of each row and column of a table, and the rule that gave it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from cofitcheck.document import ColumnRole, Document, RowRole, Table

_ROW_RULES = {
    RowRole.HEADER: "above the first row of the body",
    RowRole.INNER_HEADER: "restates headers for the rows below",
    RowRole.SECTION: "names the rows below and has no number",
    RowRole.TOTAL: "its label is that of a total",
    RowRole.PART: "tells a part of a row above it",
    RowRole.VALUES: "",
    RowRole.WORDS: "no number was read in it",
}
_DECLARED = "the document says that it is a header"
_COLUMN_RULES = {
    ColumnRole.LABELS: "left of the first column of numbers",
    ColumnRole.NOTES: "its numbers refer to notes",
    ColumnRole.UNITS: "its header says that it holds units",
    ColumnRole.TOTAL: "its header is that of a total",
    ColumnRole.VALUES: "",
    ColumnRole.WORDS: "no number was read in it",
}
_COUNTED = (RowRole.TOTAL, RowRole.PART, RowRole.VALUES, ColumnRole.TOTAL, ColumnRole.VALUES)


@dataclass(frozen=True, slots=True)
class RoleAndRule:
    """A row or a column: its role, and in a clause the rule that gave it."""

    role: RowRole | ColumnRole
    rule: str


def rows_of(document: Document, table: Table) -> list[RoleAndRule]:
    """Return the role of each row of a table."""
    numbers = Counter(mention.row for mention in document.mentions if mention.table == table.index)
    told = []
    for row, role in enumerate(table.structure.rows):
        rule = _DECLARED if row in table.structure.declared else _ROW_RULES[role]
        told.append(_told(role, rule, numbers[row]))
    return told


def columns_of(document: Document, table: Table) -> list[RoleAndRule]:
    """Return the role of each column of a table."""
    numbers = Counter(mention.column for mention in document.mentions if mention.table == table.index)
    roles = enumerate(table.structure.columns)
    return [_told(role, _COLUMN_RULES[role], numbers[column]) for column, role in roles]


def _told(role: RowRole | ColumnRole, rule: str, numbers: int) -> RoleAndRule:
    counted = f"{numbers} number{'s' * (numbers != 1)}" if role in _COUNTED else ""
    return RoleAndRule(role, "; ".join(filter(None, (rule, counted))))
