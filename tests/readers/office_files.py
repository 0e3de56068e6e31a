"""Word documents, workbooks and archives that tests make, about companies that do not exist."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

import docx
from docx.document import Document as WordDocument
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from openpyxl import Workbook

ACCOUNTING = '_(* #,##0_);_(* \\(#,##0\\);_(* "-"??_);_(@_)'


def word_bytes(word: WordDocument) -> bytes:
    buffer = io.BytesIO()
    word.save(buffer)
    return buffer.getvalue()


def word_table(word: WordDocument | Any, *rows: Sequence[str]) -> Any:
    """Add a table with these texts to a document or a cell."""
    table = word.add_table(len(rows), len(rows[0]))
    for row, texts in zip(table.rows, rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    return table


def word_of(*rows: Sequence[str]) -> WordDocument:
    word = docx.Document()
    word_table(word, *rows)
    return word


def element(markup: str) -> Any:
    """Return an element of a Word document; `w:` is declared."""
    name, _, rest = markup.removeprefix("<").partition(">")
    closed = name.endswith("/")
    name = name.rstrip("/")
    return parse_xml(f"<{name} {nsdecls('w')}{'/' if closed else ''}>{rest}")


def book_bytes(book: Any) -> bytes:
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def book_of(*rows: Sequence[Any], number_format: str = "") -> Any:
    """Return a workbook with one sheet called Balance; numbers in it have the format."""
    book: Any = Workbook()
    sheet = book.active
    sheet.title = "Balance"
    for row in rows:
        sheet.append(row)
    for line in sheet.iter_rows():
        for cell in line:
            if number_format and isinstance(cell.value, int | float) and not 1900 < cell.value < 2100:
                cell.number_format = number_format
    return book


def zip_of(members: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def changed(data: bytes, members: Mapping[str, bytes | None]) -> bytes:
    """Return a zip archive with members replaced, added, or (None) taken out."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        kept = {name: archive.read(name) for name in archive.namelist()}
    return zip_of({name: content for name, content in {**kept, **members}.items() if content is not None})
