"""What a document is: tables, cells, mentions and passages, as frozen data that knows nobody else."""

from cofitcheck.document.causes import UncheckedCode, UncheckedReason
from cofitcheck.document.model import Cell, Document, Listed, Mention, Table, UnreadTable
from cofitcheck.document.passages import Passage, PassageKind, Piece, Place
from cofitcheck.document.structure import ColumnRole, RowRole, TableStructure

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
