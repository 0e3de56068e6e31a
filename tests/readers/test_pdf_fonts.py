"""What a PDF says does not depend on the fonts of the machine that reads it, whichever it holds itself."""

from __future__ import annotations

import ctypes
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
import reportlab
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from cofitcheck.document import Document
from cofitcheck.errors import NoTablesError
from cofitcheck.readers import ReadSettings, read
from cofitcheck.reports.marked.pdf import mark_pdf
from cofitcheck.reports.model.report import Report
from tests.readers.pdf_pages import HEIGHT, WIDTH, Cells, Sheet, chinese, pdf, stated

ROWS = (("", "2024", "2023"), ("A", "1,234.5", "(6,789)"), ("Sales", "31.07", "12"))
CHINESE_ROWS = (("项目", "2024年", "2023年"), ("甲", "1,234.5", "(6,789)"), ("营业收入", "31.07", "12"))
"""PDFium leaves out a character alone whose glyph is empty."""
VERA = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
PROGRAM = """
import sys
from pathlib import Path
from tests.readers.test_pdf_fonts import opened, says
for path in sys.argv[1:]:
    print(says(opened(Path(path).read_bytes())))
"""
WITHOUT_FONTS = """
for folder in /usr/share/fonts /usr/share/X11/fonts /usr/local/share/fonts; do
    [ ! -d "$folder" ] || mount -t tmpfs none "$folder"
done
exec "$@"
"""


def vera() -> str:
    """Register a font that a PDF holds, and return its name."""
    pdfmetrics.registerFont(TTFont("Vera", str(VERA)))
    return "Vera"


def printed(rows: Cells = ROWS, font: str = "") -> bytes:
    """Return a PDF of a ruled table."""
    return pdf(partial(Sheet.ruled, left=60, top=100, widths=(200, 80, 80), rows=rows, font=font))


def absent() -> bytes:
    """Return a PDF in a font that it does not hold and no viewer has, without the widths of its letters."""
    return printed().replace(b"/Helvetica", b"/Unheardof")


PDFS: dict[str, Callable[[], bytes]] = {
    "embedded": lambda: printed(font=vera()),
    "Chinese, not embedded": lambda: printed(CHINESE_ROWS, chinese()),
    "standard": printed,
    "not embedded": absent,
}


@contextmanager
def installed(font: bytes | None) -> Iterator[None]:
    """Have PDFium find one font whatever it looks for, or none, as on a machine that has no other."""
    kinds = dict(pdfium.FPDF_SYSFONTINFO._fields_)

    def give(_: object, _font: int, table: int, buffer: ctypes.c_void_p, size: int) -> int:
        assert font is not None
        if buffer and not table and size >= len(font):
            ctypes.memmove(buffer, font, len(font))
        return 0 if table else len(font)

    machine = pdfium.FPDF_SYSFONTINFO(version=1)
    machine.MapFont = kinds["MapFont"](lambda *_: 1 if font else 0)
    machine.GetFontData = kinds["GetFontData"](give)
    pdfium.FPDF_SetSystemFontInfo(machine)
    try:
        yield
    finally:
        pdfium.FPDF_SetSystemFontInfo(pdfium.FPDF_GetDefaultSystemFontInfo())


def opened(data: bytes, *, ocr: bool = False) -> Document:
    return read(data, "annual.pdf", settings=ReadSettings(ocr=ocr))


def says(document: Document) -> str:
    """Return all that was read in a PDF, and the hash of its marked copy."""
    numbers = [(m.number, m.place, m.row_path, m.column_path) for m in document.mentions]
    read_there = (document.tables, numbers, document.unread, document.warnings)
    marked = mark_pdf(Report(document, (), (), 0))
    return json.dumps([repr(read_there), hashlib.sha256(marked).hexdigest()])


@pytest.mark.parametrize("kind", PDFS)
def test_what_is_read_and_marked_is_the_same_with_any_font_installed_and_with_none(kind: str) -> None:
    data = PDFS[kind]()
    with installed(None):
        without = says(opened(data))
    with installed(VERA.read_bytes()):
        assert says(opened(data)) == without
    assert says(opened(data)) == without


def test_a_process_without_a_single_font_reads_and_marks_the_same(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.pdf" for number in range(len(PDFS))]
    for path, made in zip(paths, PDFS.values(), strict=True):
        path.write_bytes(made())
    command = [sys.executable, "-c", PROGRAM, *map(str, paths)]
    try:
        hidden = ["unshare", "-m", "sh", "-c", WITHOUT_FONTS, "sh"]
        subprocess.run([*hidden, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("fonts cannot be hidden here: no mount is allowed")
    done = subprocess.run([*hidden, *command], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == [says(opened(path.read_bytes())) for path in paths]


@pytest.mark.parametrize("kind", PDFS)
def test_every_number_is_read_with_its_labels_whatever_font_shows_it(kind: str) -> None:
    rows = CHINESE_ROWS if kind.startswith("Chinese") else ROWS
    with installed(None):
        assert stated(opened(PDFS[kind]())) == {
            (row[0], head): text for row in rows[1:] for head, text in zip(rows[0][1:], row[1:], strict=True)
        }


@pytest.mark.parametrize("kind", ["embedded", "Chinese, not embedded", "standard"])
def test_a_number_ends_where_the_widths_of_the_file_say(kind: str) -> None:
    document = opened(PDFS[kind]())
    rights = [mention.place.box[2] for mention in document.mentions if mention.place.box]
    assert rights == pytest.approx([336, 416] * 2, abs=0.3)


def test_text_of_a_font_that_says_no_characters_is_said_not_to_be_read() -> None:
    """Each of these is alone, in a font that no machine has, which names its signs by their numbers."""
    alone = tuple(tuple("甲乙丙") for _ in range(4))
    data = printed(alone, chinese()).replace(b"/UniGB-UCS2-H", b"/Identity-H  ").replace(b"(GB1)", b"(Own)")
    with installed(None), pytest.raises(NoTablesError, match="do not say which characters they show"):
        opened(data)


def test_pages_are_drawn_with_the_fonts_of_the_machine_before_and_after_one_is_read() -> None:
    data = PDFS["Chinese, not embedded"]()
    before = drawn(data)
    opened(data)
    assert drawn(data) == before


def drawn(data: bytes) -> bytes:
    return bytes(pypdfium2.PdfDocument(data)[0].render().to_pil().tobytes())


def stamped() -> bytes:
    """Return a scan of a table whose last number is typed on it, in a font that the PDF does not hold."""
    scan = pypdfium2.PdfDocument(printed((*ROWS[:2], ("Sales", "31.07", ""))))[0].render(scale=2).to_pil()

    def draw(sheet: Sheet) -> None:
        sheet.canvas.drawImage(ImageReader(scan.convert("L")), 0, 0, WIDTH, HEIGHT)
        sheet.text(416, 143, "12", right=True)

    return pdf(draw).replace(b"/Helvetica", b"/Unheardof")


def test_a_scan_is_read_the_same_with_any_font_installed_and_with_what_is_typed_on_it() -> None:
    pytest.importorskip("rapidocr", reason="rapidocr (the extra ocr) is not installed")
    data = stamped()
    with installed(None):
        document = opened(data, ocr=True)
        without = says(document)
    assert stated(document)["Sales", "2023"] == "12"
    with installed(VERA.read_bytes()):
        assert says(opened(data, ocr=True)) == without
