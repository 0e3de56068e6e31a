"""Draws pictures of the pages of a PDF, in a process of its own, where a hostile file does no harm.

The pages that a reviewer sees first are drawn by the process that checks. Any other page is drawn when it is
asked for: `python -m cofitcheck.review.pictures PDF NUMBER PICTURE`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from cofitcheck.errors import InputError

_WIDTH, _HEIGHT = 1100, 2400
"""The largest width and height of a picture in pixels, whatever size a page claims to have."""
_SECONDS = 30
"""The most seconds for one page."""
_BYTES = 4 * 2**30
"""The most bytes of memory for one page."""


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Return width and height of each page of a PDF in points."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return [document.get_page_size(number) for number in range(len(document))]
    finally:
        document.close()


def page_pictures(pdf: bytes | Path, pages: Iterable[int]) -> Iterator[tuple[int, bytes]]:
    """Yield number (from 1) and picture (PNG) of pages of a PDF, with its annotations."""
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


def draw_apart(pdf: Path, number: int, picture: Path) -> None:
    """Draw a page into a file, in a process that ends afterwards. Raises `InputError` where that fails."""
    command = [sys.executable, "-m", "cofitcheck.review.pictures", str(pdf), str(number), str(picture)]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=_SECONDS)
    except (subprocess.SubprocessError, OSError) as error:
        raise InputError(f"page {number} cannot be drawn; look at it in the marked copy") from error


def main(pdf: str, number: str, picture: str) -> None:
    """Draw the page that the command line names, within limits of time and memory if the system has them."""
    from cofitcheck.reports.formats import write_whole

    try:
        import resource
    except ModuleNotFoundError:
        pass
    else:
        resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    for _, content in page_pictures(Path(pdf), [int(number)]):
        write_whole(Path(picture), content)


if __name__ == "__main__":
    main(*sys.argv[1:])
