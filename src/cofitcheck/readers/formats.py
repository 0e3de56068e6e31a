"""Which format bytes are in: by what they hold, whatever the file is called."""

from __future__ import annotations

from collections.abc import Set
from enum import Enum

from cofitcheck import patterns as re
from cofitcheck.errors import UnreadableDocumentError
from cofitcheck.readers.contract import Archive, is_zip
from cofitcheck.readers.conversion import OLE, convertible
from cofitcheck.readers.html.parse import decode, has_markup
from cofitcheck.readers.pdf import is_pdf
from cofitcheck.readers.plain import is_delimited, is_typed


class Format(Enum):
    """The formats that have a reader."""

    HTML = "HTML"
    PDF = "PDF"
    MARKDOWN = "Markdown"
    DOCLING = "DoclingDocument"
    DOCX = "Word"
    XLSX = "Excel"
    PACKAGE = "report package"
    SUBMISSION = "SEC full submission"
    TEXT = "text"
    DELIMITED = "CSV"


_HEAD = 65_536
"""The most characters in which a file says what it is."""
_OFFICE_PARTS = {"word/document.xml": Format.DOCX, "xl/workbook.xml": Format.XLSX}
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
# What a file that has no reader begins with, and what to tell its owner.
_OTHERS = (
    (b"\x89PNG", "a picture; check the document that it was taken from"),
    (b"\xff\xd8\xff", "a picture; check the document that it was taken from"),
)
_OTHER_ARCHIVES = (
    ("ppt/presentation.xml", "a presentation; save its tables as .docx or .xlsx and check that"),
    ("mimetype", "an OpenDocument or EPUB file; save it as .docx or .xlsx and check that"),
)
_MACROS = re.compile(r"vbaProject\.bin\Z", re.IGNORECASE)
_SUBMISSION = re.compile(
    rb"<(?:SEC-DOCUMENT|SEC-HEADER|IMS-DOCUMENT|SUBMISSION)>|-----BEGIN PRIVACY-ENHANCED"
)
_DOCUMENT = re.compile(rb"<DOCUMENT>\s*<TYPE>")
_DOCLING = re.compile(rb'"schema_name"\s*:\s*"DoclingDocument"')
_LEADING = re.compile(r"(?:\s|\ufeff|<!--.*?-->)*", re.DOTALL)
_HTML = re.compile(r"<(?:!doctype|\?xml|[a-z])", re.IGNORECASE)
_PAGE = re.compile(r"<\s*(?:html|body)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"^[ >*-]{0,4}[A-Z“\"]\w*(?: [^\s]{1,30}){2,80}[.!?][)”\"]?\s*$", re.MULTILINE)
_MARKDOWN = re.compile(r"^(?:#{1,6} +\S|\|? *:?-{3,}:? *\|[ :|-]*$|\|.+\|\s*$)", re.MULTILINE)


def is_format(data: bytes, part: str) -> bool:
    """Tell whether bytes are an Office file with this main part; for bytes that have been read before."""
    return is_zip(data) and part in Archive(data, "document").names


def is_submission(head: bytes) -> bool:
    """Tell whether a file begins as an SEC full submission."""
    return _SUBMISSION.search(head[:_HEAD]) is not None


def is_docling(head: bytes) -> bool:
    """Tell whether a file begins as a DoclingDocument."""
    return _DOCLING.search(head[:_HEAD]) is not None


def recognise(data: bytes, name: str) -> Format:
    """Return the format of a file that is not empty and not gzip'd.

    Raises `UnreadableDocumentError`, with a sentence that says what it is and the way out, for a format
    without a reader and for what is encrypted or damaged.
    """
    if is_pdf(data):
        return Format.PDF
    if data.startswith(OLE) and _ENCRYPTED in data:
        raise UnreadableDocumentError(
            f"{name}: this is an encrypted Office file; open it with its password and save it without one."
        )
    if form := convertible(data, name):
        raise UnreadableDocumentError(
            f"{name}: this is {form.called}; save it as .{form.target} and check that, or let LibreOffice "
            "convert it (--convert)."
        )
    if is_zip(data):
        return _of_archive(Archive(data, name), name)
    if data.startswith(OLE):
        raise UnreadableDocumentError(
            f"{name}: this is an old Office file; save it as .docx or .xlsx and check that."
        )
    for magic, what in _OTHERS:
        if data.startswith(magic):
            raise UnreadableDocumentError(f"{name}: this is {what}.")
    if is_submission(data) and _DOCUMENT.search(data):
        return Format.SUBMISSION
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return _of_json(data, name)
    return _of_text(data, name)


def _of_archive(archive: Archive, name: str) -> Format:
    names: Set[str] = archive.names
    if any(_MACROS.search(part) for part in names):
        raise UnreadableDocumentError(
            f"{name}: this Office file has macros, which are never run; "
            "save it as .docx or .xlsx without them."
        )
    for part, office in _OFFICE_PARTS.items():
        if part in names:
            return office
    for part, what in _OTHER_ARCHIVES:
        if part in names:
            raise UnreadableDocumentError(f"{name}: this is {what}.")
    return Format.PACKAGE


def _of_json(data: bytes, name: str) -> Format:
    if _DOCLING.search(data):
        return Format.DOCLING
    raise UnreadableDocumentError(
        f"{name}: this is JSON, but not a DoclingDocument; export it as one, or as HTML or Markdown."
    )


def _of_text(data: bytes, name: str) -> Format:
    """Tell Markdown from HTML: Markdown may hold HTML tables, and pages of converters may lack `<html>`.

    Raises `UnreadableDocumentError` for what is neither.
    """
    text = decode(data)
    start = _LEADING.match(text)
    begins_as_html = _HTML.match(text, start.end() if start else 0)
    if name.lower().removesuffix(".gz").endswith((".csv", ".tsv")) and is_delimited(text):
        return Format.DELIMITED
    if not _MARKDOWN.search(text) and is_typed(text):
        return Format.TEXT
    if begins_as_html and (_PAGE.search(text[:_HEAD]) or not _MARKDOWN.search(text)):
        return Format.HTML
    if _MARKDOWN.search(text) and not _PAGE.search(text):
        return Format.MARKDOWN
    if name.lower().endswith((".md", ".txt")) and not has_markup(text) and _SENTENCE.search(text):
        return Format.MARKDOWN  # a letter, or sentences about a report
    if not has_markup(text) and is_delimited(text):
        return Format.DELIMITED
    if not has_markup(text):
        raise UnreadableDocumentError(
            f"{name}: this is not HTML, PDF, Word, Excel, Markdown, CSV, a DoclingDocument or a report "
            "package, and no table is typed in it; save the document as one of these."
        )
    return Format.HTML
