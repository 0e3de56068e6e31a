"""What a document is: sections, tables, cells and mentions, as frozen data that knows nobody else."""

from cofitcheck.document.model import Cell, Document, Mention, Place, Section, Table, UnreadTable

__all__ = ["Cell", "Document", "Mention", "Place", "Section", "Table", "UnreadTable"]
