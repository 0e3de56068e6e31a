"""Pictures of the pages of a PDF: drawn by the process that checks, where a hostile file does no harm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO

_WIDTH, _HEIGHT = 1100, 2400
"""The most pixels of a picture, whatever size a page claims to have."""


def page_pictures(pdf: bytes, pages: Iterable[int]) -> Iterator[tuple[int, bytes]]:
    """Yield number (from 1) and picture (PNG) of the pages of a PDF, its annotations drawn with it."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for number in sorted(pages):
            page = document[number - 1]
            width, height = page.get_size()
            scale = min(_WIDTH / max(width, 1), _HEIGHT / max(height, 1))
            stream = BytesIO()
            page.render(scale=scale).to_pil().save(stream, "PNG")
            page.close()
            yield number, stream.getvalue()
    finally:
        document.close()
