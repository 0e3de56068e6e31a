"""PDF with a text layer to `Document`."""

_REACH = 1024
"""The first bytes of a file in which a PDF begins: viewers open one with other bytes before it."""


def is_pdf(data: bytes) -> bool:
    """Tell whether bytes are a PDF."""
    return b"%PDF-" in data[:_REACH]
