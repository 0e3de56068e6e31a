"""Pages that are pictures, read by OCR: what they state, what is doubtful, and what is said of them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable

import pypdfium2
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader

from cofitcheck.document import Document
from cofitcheck.errors import NoTablesError
from cofitcheck.readers import ReadSettings, read
from cofitcheck.reports.words import render_unchecked
from tests.readers.pdf_pages import HEIGHT, WIDTH, Sheet, pdf, stated
from tests.readers.test_pdf_tables import SALES

DPI = 150
FUNDS = (
    ("", "2024", "2023"),
    ("Cash at bank", "12,345", "6,789"),
    ("  thereof pledged", "1,024", "98"),
    ("Loans from owners", "(3,580)", "(417)"),
)
ALONE = """
import socket, sys
def refuse(*_): raise AssertionError("the network is used")
socket.socket.connect = refuse
from cofitcheck.readers import ReadSettings, read
read(sys.stdin.buffer.read(), "scan.pdf", settings=ReadSettings(ocr=True))
"""
WITHOUT = """
import sys
sys.modules["rapidocr"] = None
from cofitcheck.errors import MissingDependencyError
from cofitcheck.readers import ReadSettings, read
try:
    read(sys.stdin.buffer.read(), "scan.pdf", settings=ReadSettings(ocr=True))
except MissingDependencyError as error:
    print(error)
"""


def statements(sheet: Sheet) -> None:
    sheet.text(60, 60, "What the company sold and what it paid for it, in thousands of dollars.")
    sheet.ruled(60, 100, (200, 80, 80), SALES)
    sheet.aligned((340, 420), 250, FUNDS)


def scanned(draw: Callable[[Sheet], None], angle: float = 0.0) -> Callable[[Sheet], None]:
    """Return a page that shows a picture of another, turned by some degrees."""
    page = pypdfium2.PdfDocument(pdf(draw))[0].render(scale=DPI / 72).to_pil().convert("L")
    picture = page.rotate(angle, Image.Resampling.BICUBIC, fillcolor=255)
    return lambda sheet: sheet.canvas.drawImage(ImageReader(picture), 0, 0, WIDTH, HEIGHT)


def read_scan(*pages: Callable[[Sheet], None]) -> Document:
    pytest.importorskip("rapidocr", reason="rapidocr (the extra ocr) is not installed")
    return read(pdf(*pages), "scan.pdf", settings=ReadSettings(ocr=True))


def closed(texts: Iterable[str]) -> tuple[str, ...]:
    """Return headers without their spaces, of which OCR misses some."""
    return tuple(text.replace(" ", "") for text in texts)


def numbers(document: Document) -> dict[tuple[str, ...], str]:
    return {closed(place): number for place, number in stated(document).items()}


def struck(sheet: Sheet) -> None:
    """The same with the sales of 2024 struck out by hand."""
    statements(sheet)
    for stroke in range(3):
        sheet.line(314, 119 + 3 * stroke, 337, 123 + 2 * stroke)


def test_a_picture_states_what_its_text_would() -> None:
    text, scan = read(pdf(statements), "text.pdf"), read_scan(scanned(statements), statements)
    first = [mention for mention in scan.mentions if mention.place.page == 1]
    assert [(m.number, *closed(m.row_path), *closed(m.column_path)) for m in first] == [
        (m.number, *closed(m.row_path), *closed(m.column_path)) for m in text.mentions
    ]
    for seen, written in zip(first, text.mentions, strict=True):
        assert seen.place.box == pytest.approx(written.place.box, abs=3.0)
    (warning,) = (str(render_unchecked(each)) for each in scan.warnings)
    assert warning.startswith("page 1: read from the picture by OCR; check")
    assert len(scan.mentions) == 2 * len(text.mentions)


@pytest.mark.slow
def test_a_page_that_lies_askew_is_made_level() -> None:
    assert numbers(read_scan(scanned(statements, 1.0))) == numbers(read(pdf(statements), "text.pdf"))


def test_a_number_that_may_be_misread_is_listed_and_not_compared() -> None:
    scan = read_scan(scanned(struck))
    written = numbers(read(pdf(statements), "text.pdf"))
    assert numbers(scan) == {place: number for place, number in written.items() if number != "1,100"}
    (unread,) = scan.unread
    assert str(render_unchecked(unread.reason)) == "numbers may be misread in the picture"
    assert unread.numbers == 1
    assert unread.place.page == 1


@pytest.mark.slow
def test_a_picture_without_words_is_said_to_have_none() -> None:
    with pytest.raises(NoTablesError, match=r"scan\.pdf: image only, 1 page; OCR found no text"):
        read_scan(scanned(lambda sheet: None))


def test_without_ocr_it_is_named_as_the_way_out() -> None:
    with pytest.raises(NoTablesError, match=r"image only, 1 page; --ocr, with the extra cofitcheck\[ocr\]"):
        read(pdf(scanned(statements)), "scan.pdf")
    (warning,) = (
        str(render_unchecked(each))
        for each in read(pdf(statements, scanned(statements)), "scan.pdf").warnings
    )
    assert warning.startswith("page 2: image only, without text; not checked (--ocr")


@pytest.mark.slow
def test_it_fetches_nothing_and_says_nothing() -> None:
    pytest.importorskip("rapidocr", reason="rapidocr (the extra ocr) is not installed")
    done = _alone(ALONE)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_without_the_extra_it_says_how_to_install_it() -> None:
    done = _alone(WITHOUT)
    assert b"pip install 'cofitcheck[ocr]'" in done.stdout


def _alone(program: str) -> subprocess.CompletedProcess[bytes]:
    """Run a program in a process of its own, a scan at its standard input."""
    scan = pdf(scanned(lambda sheet: sheet.ruled(60, 100, (200, 80, 80), SALES)))
    return subprocess.run([sys.executable, "-c", program], input=scan, capture_output=True, check=False)
