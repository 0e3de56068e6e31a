"""Word documents to `Document`."""

from cofitcheck.readers.docx.reader import read_docx

__all__ = ["read_docx"]
