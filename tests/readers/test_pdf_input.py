"""PDFs that cannot be read, or not as a whole: one clear sentence."""

from __future__ import annotations

import random
import time
import zlib
from collections.abc import Callable

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption

from cofitcheck.errors import NoTablesError, UnreadableDocumentError
from cofitcheck.readers import read
from cofitcheck.reports.words import render_unchecked
from tests.readers.pdf_pages import HEIGHT, Sheet, pdf, read_pages, stated, words
from tests.readers.test_pdf_tables import SALES


def refused(data: bytes, error: type[Exception] = UnreadableDocumentError) -> str:
    with pytest.raises(error) as raised:
        read(data, "annual.pdf")
    said = str(raised.value)
    assert said.startswith("annual.pdf: ")
    assert "\n" not in said
    return said


def sales(sheet: Sheet) -> None:
    sheet.ruled(60, 100, (200, 80, 80), SALES)


def picture(sheet: Sheet) -> None:
    """A page that is one picture, as scanners make them."""
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    sheet.canvas.drawImage(ImageReader(Image.new("L", (60, 80), 200)), 0, 0, 595, HEIGHT)


def test_a_locked_pdf_says_so() -> None:
    data = pdf(sales, encrypt=StandardEncryption("secret", canPrint=0))
    assert "locked with a password" in refused(data)


@pytest.mark.parametrize("data", [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", b"%PDF-1.4\n" + bytes(range(256)) * 20])
def test_a_damaged_pdf_says_so(data: bytes) -> None:
    assert "damaged" in refused(data)


def test_a_pdf_cut_off_is_read_or_refused_in_a_sentence() -> None:
    data = pdf(sales, sales)
    assert "annual.pdf" in refused(data[: len(data) // 3])


def test_too_many_pages_are_refused_before_they_are_read() -> None:
    data = pdf(*[words(["page"])] * 3_001)
    begun = time.process_time()
    assert "3,001 pages" in refused(data)
    assert time.process_time() - begun < 5


def with_stream(dictionary: bytes, content: bytes = bytes(80_000_000)) -> bytes:
    """Return a readable PDF with one more stream, which unpacks to `content`."""
    stream = zlib.compress(content, 9)
    whole = b"9 0 obj\n" + dictionary + b"stream\n" + stream + b"\nendstream\nendobj\n"
    head, mark, rest = pdf(sales).partition(b"xref")
    return head + whole + mark + rest


@pytest.mark.parametrize(
    "dictionary", [b"<</Filter/FlateDecode>>", b"<</ProcSet[/PDF/ImageB]/Filter/FlateDecode>>"]
)
def test_a_page_that_unpacks_to_hundreds_of_megabytes_is_refused_unopened(dictionary: bytes) -> None:
    assert "unpacks to more than 64 MB" in refused(with_stream(dictionary))


@pytest.mark.parametrize(
    "dictionary",
    [
        b"<</Subtype/Image/ColorSpace[/Indexed/DeviceRGB 255<" + b"00ff80" * 256 + b">]/Filter/FlateDecode>>",
        b"<</Type/EmbeddedFile/Filter/FlateDecode>>",
    ],
)
def test_large_pictures_and_attached_files_are_no_reason_to_refuse_a_pdf(dictionary: bytes) -> None:
    assert stated(read(with_stream(dictionary), "annual.pdf"))["Sales", "2024"] == "1,100"


def test_a_stream_of_megabytes_is_read_to_its_end_and_no_further() -> None:
    # The line end behind it never goes away while the rest of the stream is asked for.
    content = random.Random(0).randbytes((3 << 20) + 1)
    data = with_stream(b"<</Filter/FlateDecode>>", content)
    assert stated(read(data, "annual.pdf"))["Sales", "2024"] == "1,100"


def test_streams_without_an_end_are_looked_through_once() -> None:
    # 3 MB; looking for the end of each anew, or copying what follows it, would take minutes.
    data = pdf(sales)
    loose = b"\n%" + b"stream\n" * 430_000 + b"endstream"
    assert stated(read(data + loose, "annual.pdf"))["Sales", "2024"] == "1,100"


def test_a_scan_is_not_checked_and_its_pages_are_counted() -> None:
    assert "image only, 3 pages" in refused(pdf(picture, picture, picture), NoTablesError)


def test_scanned_pages_among_others_are_named() -> None:
    document = read(pdf(sales, picture, picture, picture, sales, picture), "annual.pdf")
    (warning,) = (str(render_unchecked(each)) for each in document.warnings)
    assert warning.startswith("pages 2–4, 6: image only")
    assert len(document.tables) == 2


def test_blank_pages_are_no_scans() -> None:
    assert read(pdf(sales, lambda sheet: None), "annual.pdf").warnings == ()


def test_text_that_is_no_text_is_not_checked_as_such() -> None:
    garbled = ("\ue012\ue013\ue014 \ue015\ue016", "\ue017\ue018\ue019 \ue01a\ue01b")

    def draw(sheet: Sheet) -> None:
        from tests.readers.pdf_pages import chinese

        for number in range(20):
            sheet.text(60, 100 + 16 * number, garbled[number % 2], font=chinese())

    assert "fonts" in refused(pdf(draw), NoTablesError)
    (warning,) = (str(render_unchecked(each)) for each in read(pdf(sales, draw), "annual.pdf").warnings)
    assert warning.startswith("page 2: the fonts do not say")


def test_prose_alone_has_no_tables() -> None:
    assert "no table" in refused(pdf(words(["Our sales were high.", "They were low before."])), NoTablesError)


def test_a_table_whose_columns_cannot_be_told_apart_is_listed_with_its_page() -> None:
    def ragged(sheet: Sheet) -> None:
        sheet.ruled(60, 600, (200, 80, 80), SALES)
        for number, shift in enumerate((0, 17, 34, 8, 25, 42, 12, 30)):
            sheet.text(60, 100 + 16 * number, f"Item {number}")
            sheet.text(300 + shift, 100 + 16 * number, f"{1234 * (number + 1):,}")

    document = read_pages(words(["Nothing."]), ragged)
    assert len(document.tables) == 1
    (unread,) = document.unread
    assert str(render_unchecked(unread.reason)) == "the numbers of a column do not stand below each other"
    assert unread.place.page == 2


def test_progress_is_told_by_pages() -> None:
    told: list[str] = []
    read(pdf(*[sales] * 25), "annual.pdf", told.append)
    assert told == ["read page 1 of 25", "read page 11 of 25", "read page 21 of 25"]


def test_a_pdf_is_known_by_its_content() -> None:
    document = read(b"\n" + pdf(sales), "annual.htm")
    assert stated(document)["Sales", "2024"] == "1,100"


def test_a_row_of_numbers_that_is_no_table_is_listed_with_its_page() -> None:
    def lone(sheet: Sheet) -> None:
        sheet.text(60, 100, "What we say about ourselves, with 1,234 shops, is no table.")
        sheet.text(60, 300, "Deposits paid")
        sheet.text(340, 300, "22,500", right=True)

    document = read_pages(sales, lone)
    (unread,) = document.unread
    assert (unread.place.page, unread.excerpt) == (2, "Deposits paid 22,500")
    assert "look like no table" in str(render_unchecked(unread.reason))


def test_an_amount_in_a_cell_that_nothing_was_read_from_is_listed() -> None:
    rows = (("Name", "Held", "Remark"), ("Birch", "40%", "see 5.1"), ("Oak", "60%", "none"))
    document = read_pages(
        sales, lambda sheet: sheet.ruled(60, 100, (60, 60), (("", "12,500"), ("Oak", "Elm")))
    )
    (unread,) = document.unread
    assert unread.excerpt == "12,500"
    assert unread.place.page == 2
    assert read_pages(lambda sheet: sheet.ruled(60, 100, (200, 80, 80), rows)).unread == ()


def test_numbers_written_at_an_angle_are_said_not_to_be_read() -> None:
    def slanted(sheet: Sheet) -> None:
        sales(sheet)
        sheet.canvas.saveState()
        sheet.canvas.rotate(40)
        sheet.canvas.drawString(400, 100, "Up by 1,250")
        sheet.canvas.restoreState()

    (warning,) = (str(render_unchecked(each)) for each in read(pdf(sales, slanted), "annual.pdf").warnings)
    assert warning.startswith("page 2: numbers written at an angle")


def test_the_number_at_the_end_of_a_page_is_no_row_of_its_table() -> None:
    def page(number: int) -> Callable[[Sheet], None]:
        def draw(sheet: Sheet) -> None:
            sheet.ruled(60, 100, (200, 80, 80), SALES)
            sheet.aligned((340, 420), 300, SALES)
            sheet.text(340, 300 + 5 * 16, str(number), right=True)

        return draw

    document = read_pages(*(page(number) for number in (16, 17, 18)))
    assert not {"16", "17", "18"} & {mention.text for mention in document.mentions}


BOX = b"/MediaBox [ 0 0 595 842 ]"


@pytest.mark.parametrize("box", ["of all pages", "written from its far corner"])
def test_a_page_is_as_large_as_it_says_wherever_it_says_so(box: str) -> None:
    data = pdf(sales)
    assert data.count(BOX) == 1
    if box == "of all pages":
        other = data.replace(BOX, b" " * len(BOX)).replace(b"/Type /Pages", b"/Type /Pages " + BOX)
    else:
        other = data.replace(BOX, b"/MediaBox [ 595 842 0 0 ]")
    assert stated(read(other, "annual.pdf")) == stated(read(data, "annual.pdf"))
    boxes = [[mention.place.box for mention in read(each, "annual.pdf").mentions] for each in (data, other)]
    assert boxes[0] == boxes[1]
