"""PDF with a text layer to `Document`."""

_REACH = 1024
"""Viewers open a PDF with other bytes before it, as far as here."""


def is_pdf(data: bytes) -> bool:
    """Tell whether bytes are a PDF."""
    return b"%PDF-" in data[:_REACH]
