"""What a document is: tables, cells, mentions and passages, as frozen data that knows nobody else."""

from cofitcheck.document.model import Cell, Document, Mention, Table, UnreadTable
from cofitcheck.document.passages import Passage, PassageKind, Piece
from cofitcheck.document.places import Place

__all__ = [
    "Cell",
    "Document",
    "Mention",
    "Passage",
    "PassageKind",
    "Piece",
    "Place",
    "Table",
    "UnreadTable",
]
