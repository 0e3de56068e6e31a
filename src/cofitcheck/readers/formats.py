"""Which format a file is in, by what it holds; and the conversion of old office formats, where the user asks.

LibreOffice converts files of older and other office formats to .docx or .xlsx. It runs in a private folder
with a profile of its own, for a limited time, with macros off, and it does not look at links.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Set
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from cofitcheck import patterns as re
from cofitcheck.errors import InputError, MissingDependencyError, UnreadableDocumentError
from cofitcheck.readers.contract import Archive, is_zip
from cofitcheck.readers.html.parse import decode, has_markup
from cofitcheck.readers.pdf import is_pdf
from cofitcheck.readers.plain import is_delimited, is_typed
from cofitcheck.readers.settings import limits

PROGRAMS = ("soffice", "libreoffice")
"""The names under which LibreOffice is looked for on the PATH."""

_HEAD = 65_536
"""How many bytes or characters at the start of a file are searched for what it is."""

_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
# What files that have no reader begin with, and what to tell the user.
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

OLE = b"\xd0\xcf\x11\xe0"

_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop>
<prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update">
<prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Content/Update">
<prop oor:name="Link" oor:op="fuse"><value>2</value></prop></item>
</oor:items>
"""
"""Settings of LibreOffice: macros never run, and what a file links to is never fetched."""


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


_OFFICE_PARTS = {"word/document.xml": Format.DOCX, "xl/workbook.xml": Format.XLSX}


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


@dataclass(frozen=True, slots=True)
class Convertible:
    """A format that has no reader, and that LibreOffice reads: what a person calls it, what its file names
    end in, and the format that it is converted to."""

    called: str
    suffix: str
    target: str


_WORD = Convertible("an old Word file", ".doc", "docx")
_EXCEL = Convertible("an old Excel file", ".xls", "xlsx")
_RTF = Convertible("an RTF file", ".rtf", "docx")
_BINARY_WORKBOOK = Convertible("a binary Excel workbook", ".xlsb", "xlsx")
_TEXT = Convertible("an OpenDocument text", ".odt", "docx")
_SPREADSHEET = Convertible("an OpenDocument spreadsheet", ".ods", "xlsx")

CONVERTIBLE_SUFFIXES = tuple(
    each.suffix for each in (_WORD, _EXCEL, _RTF, _BINARY_WORKBOOK, _TEXT, _SPREADSHEET)
)

_STREAMS = (("WordDocument", _WORD), ("Workbook", _EXCEL), ("Book", _EXCEL))
"""The name of the main stream of an old file, which a zero character ends, and the format of the file."""
_MEDIA = {
    b"application/vnd.oasis.opendocument.text": _TEXT,
    b"application/vnd.oasis.opendocument.spreadsheet": _SPREADSHEET,
}


def convertible(data: bytes, name: str) -> Convertible | None:
    """Return the format of bytes where LibreOffice can convert it to one that has a reader, else None."""
    if data.startswith(OLE):
        found = (each for stream, each in _STREAMS if f"{stream}\0".encode("utf-16-le") in data)
        return next(found, None)
    if data.startswith(b"{\\rtf"):
        return _RTF
    if not is_zip(data):
        return None
    archive = Archive(data, name)
    if "xl/workbook.bin" in archive.names:
        return _BINARY_WORKBOOK
    return _MEDIA.get(archive.read("mimetype").strip()) if "mimetype" in archive.names else None


def converted(data: bytes, name: str, form: Convertible) -> bytes:
    """Return a file as .docx or .xlsx.

    Raises `MissingDependencyError` where LibreOffice is not on the machine, `UnreadableDocumentError` where
    it cannot convert the file or takes too long.
    """
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise MissingDependencyError(
            f"{name}: this is {form.called}, which LibreOffice is to convert, and there is no "
            f"{PROGRAMS[0]} on the PATH; install LibreOffice, or save the file as .{form.target}."
        )
    try:
        with tempfile.TemporaryDirectory(prefix="cofitcheck-") as folder:
            return _run(program, Path(folder), data, name, form)
    except OSError as error:
        raise InputError(
            f"{name}: LibreOffice cannot convert it here ({error.strerror}); save it as .{form.target}."
        ) from error


def _run(program: str, folder: Path, data: bytes, name: str, form: Convertible) -> bytes:
    profile, given, made = folder / "profile", folder / f"document{form.suffix}", folder / "made"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_SETTINGS, encoding="utf-8")
    given.write_bytes(data)
    command = [
        program,
        f"-env:UserInstallation={profile.as_uri()}",
        "--headless",
        "--norestore",
        "--convert-to",
        form.target,
        "--outdir",
        str(made),
        str(given),
    ]
    seconds, none = limits().seconds_of_conversion, subprocess.DEVNULL
    with subprocess.Popen(
        command, cwd=folder, stdin=none, stdout=none, stderr=none, start_new_session=True
    ) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired as error:
            raise UnreadableDocumentError(
                f"{name}: LibreOffice took more than {seconds:,.0f} seconds to convert it; "
                f"save it as .{form.target}, or split it into parts and check those."
            ) from error
        finally:
            _end(process)
    result = made / f"document.{form.target}"
    if not result.is_file():
        raise UnreadableDocumentError(
            f"{name}: LibreOffice could not convert it; it may be damaged or need a password. Save it as "
            f".{form.target} and check that."
        )
    return result.read_bytes()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it has started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
