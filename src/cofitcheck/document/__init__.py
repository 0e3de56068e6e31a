"""What a document is: tables, cells, mentions and passages, as frozen data that knows nobody else."""

from cofitcheck.document.model import Cell, Document, Listed, Mention, Table, UnreadTable
from cofitcheck.document.structure import (
    ColumnRole,
    Passage,
    PassageKind,
    Piece,
    Place,
    RowRole,
    TableStructure,
)
from cofitcheck.document.unchecked import UncheckedCode, UncheckedReason

__all__ = [
    "Cell",
    "ColumnRole",
    "Document",
    "Listed",
    "Mention",
    "Passage",
    "PassageKind",
    "Piece",
    "Place",
    "RowRole",
    "Table",
    "TableStructure",
    "UncheckedCode",
    "UncheckedReason",
    "UnreadTable",
]
