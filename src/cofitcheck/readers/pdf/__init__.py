"""PDF with a text layer to `Document`."""

from cofitcheck.readers.pdf.reader import read_pdf

__all__ = ["is_pdf", "read_pdf"]

_REACH = 1024
"""Viewers open a PDF with other bytes before it, as far as here."""


def is_pdf(data: bytes) -> bool:
    """Tell whether bytes are a PDF."""
    return b"%PDF-" in data[:_REACH]
