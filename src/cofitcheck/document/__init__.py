"""What a document is: tables, cells and mentions, as frozen data that knows nobody else."""

from cofitcheck.document.model import Cell, Document, Mention, Place, Table, UnreadTable

__all__ = ["Cell", "Document", "Mention", "Place", "Table", "UnreadTable"]
