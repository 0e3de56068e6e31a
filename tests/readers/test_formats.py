"""What a file is, whatever it is called; and the sentence for what cannot be read."""

import pytest

from cofitcheck.errors import UnreadableDocumentError
from cofitcheck.readers import read
from tests.readers.html_pages import YEARS, page, table, texts
from tests.readers.office_files import book_bytes, book_of, changed, word_bytes, word_of, zip_of

SALES = ("Sales", "1,100", "1,200")
WORD = word_bytes(word_of(YEARS, SALES))
BOOK = book_bytes(book_of(YEARS, SALES))
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600


@pytest.mark.parametrize("name", ["report.htm", "report.docx", "report.xlsx", "report", "report.pdf"])
@pytest.mark.parametrize(
    "data",
    [
        WORD,
        BOOK,
        page(table(YEARS, SALES)),
        b"|  | 2023 | 2022 |\n|---|---|---|\n| Sales | 1,100 | 1,200 |\n",
    ],
)
def test_a_format_is_known_by_what_is_in_the_file(data: bytes, name: str) -> None:
    assert texts(read(data, name)) == ["1,100", "1,200"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (OLE + "EncryptedPackage".encode("utf-16-le"), "an encrypted Office file; open it with its password"),
        (OLE, "an old Office file; save it as .docx or .xlsx"),
        (
            changed(WORD, {"word/vbaProject.bin": b"macros"}),
            "has macros, which are never run; save it as .docx",
        ),
        (
            changed(BOOK, {"xl/vbaProject.bin": b"macros"}),
            "has macros, which are never run; save it as .docx",
        ),
        (zip_of({"xl/workbook.bin": b""}), "a binary Excel workbook; save it as .xlsx"),
        (zip_of({"mimetype": b"application/epub+zip"}), "an OpenDocument or EPUB file"),
        (zip_of({"ppt/presentation.xml": b""}), "a presentation"),
        (zip_of({"mimetype": b"application/vnd.oasis.opendocument.text"}), "an OpenDocument text; save it"),
        (b"PK\x03\x04 and nothing more", "the zip archive is damaged"),
        (b'{"sales": 1100}', "JSON, but not a DoclingDocument"),
        (b"   \n", "the file is empty"),
        (b"Sales were 1,100 in 2023.", "not HTML"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(data: bytes, why: str) -> None:
    with pytest.raises(UnreadableDocumentError, match=why) as refusal:
        read(data, "report.xyz")
    said = str(refusal.value)
    assert said.startswith("report.xyz: ")
    assert said.endswith(".")
    assert "\n" not in said
