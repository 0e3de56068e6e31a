"""The role of each row and column of a table, and the rule that gave it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from cofitcheck.document import Document, Table
from cofitcheck.language.lexicon import is_total


class LineRole(StrEnum):
    """What a row or a column is for."""

    HEADER = "header"
    INNER_HEADER = "inner header"
    SECTION = "section"
    TOTAL = "total"
    VALUES = "values"
    LABELS = "labels"
    NOTES = "notes"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class RoleAndRule:
    """A row or a column: its role, and in a clause the rule that gave it."""

    role: LineRole
    rule: str


def rows_of(document: Document, table: Table) -> list[RoleAndRule]:
    """Return the role of each row of a table."""
    numbers = Counter(mention.row for mention in document.mentions if mention.table == table.index)
    labels = [""] * table.rows
    for cell in table.cells:
        if cell.column < table.stub_columns:
            labels[cell.row] = labels[cell.row] or cell.text
    return [_row(table, row, labels[row], numbers[row]) for row in range(table.rows)]


def _row(table: Table, row: int, label: str, numbers: int) -> RoleAndRule:
    if row < table.header_rows:
        return RoleAndRule(LineRole.HEADER, "above the first row of the body")
    if row in table.inner_headers:
        return RoleAndRule(LineRole.INNER_HEADER, "restates headers for the rows below")
    if row in table.section_rows:
        return RoleAndRule(LineRole.SECTION, "names the rows below and has no number")
    if not numbers:
        return RoleAndRule(LineRole.WORDS, "no number was read in it")
    if is_total(label):
        return RoleAndRule(LineRole.TOTAL, f"its label is that of a total; {_count(numbers)}")
    return RoleAndRule(LineRole.VALUES, _count(numbers))


def columns_of(document: Document, table: Table) -> list[RoleAndRule]:
    """Return the role of each column of a table."""
    numbers = Counter(mention.column for mention in document.mentions if mention.table == table.index)
    return [_column(table, column, numbers[column]) for column in range(table.columns)]


def _column(table: Table, column: int, numbers: int) -> RoleAndRule:
    if column in table.note_columns:
        return RoleAndRule(LineRole.NOTES, "its numbers refer to notes")
    if column < table.stub_columns:
        return RoleAndRule(LineRole.LABELS, "left of the first column of numbers")
    if not numbers:
        return RoleAndRule(LineRole.WORDS, "no number was read in it")
    return RoleAndRule(LineRole.VALUES, _count(numbers))


def _count(numbers: int) -> str:
    return f"{numbers} number{'s' * (numbers != 1)}"
