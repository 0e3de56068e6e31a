"""Read a document of any format: a path or bytes to a `Document`.

`read` finds out the format and hands the bytes to its reader. All readers have one contract (see `contract`).
"""

from __future__ import annotations

import gzip
import os
import zlib
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

from cofitcheck.caching import forget
from cofitcheck.document import Document
from cofitcheck.document.unchecked import UncheckedCode, UncheckedReason
from cofitcheck.errors import InputError, UnreadableDocumentError
from cofitcheck.readers.contract import Progress, Reader, SourceFile
from cofitcheck.readers.docling import read_docling
from cofitcheck.readers.formats import (
    CONVERTIBLE_SUFFIXES,
    Convertible,
    Format,
    converted,
    convertible,
    is_docling,
    is_submission,
    recognise,
)
from cofitcheck.readers.html import read_html
from cofitcheck.readers.html.parse import decode
from cofitcheck.readers.packages import (
    files_of,
    is_report_folder,
    part_of,
    read_package,
    read_parts,
    read_submission,
)
from cofitcheck.readers.plain import delimited_rows, is_typed, read_delimited, read_markdown, read_text
from cofitcheck.readers.settings import ReadSettings, allow_bytes, budget, limits, require_size

__all__ = ["SUFFIXES", "ReadSettings", "is_document", "is_report_folder", "read", "suffixes"]

SUFFIXES = (".htm", ".html", ".xhtml", ".pdf", ".docx", ".xlsx", ".md", ".csv", ".tsv", ".zip", ".xbri")
"""The endings of the names of documents, before ".gz" if they have that; a folder is searched for them."""

_HEAD = 65_536
"""How many bytes of a file are read first, to tell what it is."""


def suffixes(*, convert: bool) -> tuple[str, ...]:
    """Return the endings of the names of documents; `convert` adds those of files that are converted
    first."""
    return (*SUFFIXES, *CONVERTIBLE_SUFFIXES) if convert else SUFFIXES


def _reader(form: Format) -> Reader:
    """Return the reader of a format. Those of PDF and Office are imported only when one is needed: most
    documents are HTML."""
    if form is Format.PDF:
        from cofitcheck.readers.pdf.reader import read_pdf

        return read_pdf
    if form is Format.DOCX:
        from cofitcheck.readers.docx import read_docx

        return read_docx
    if form is Format.XLSX:
        from cofitcheck.readers.xlsx import read_xlsx

        return read_xlsx
    return {
        Format.HTML: read_html,
        Format.MARKDOWN: read_markdown,
        Format.DOCLING: read_docling,
        Format.PACKAGE: read_package,
        Format.SUBMISSION: read_submission,
        Format.TEXT: read_text,
        Format.DELIMITED: read_delimited,
    }[form]


def read(
    source: str | Path | bytes,
    name: str | None = None,
    progress: Progress | None = None,
    settings: ReadSettings | None = None,
) -> Document:
    """Read a document from a path or from bytes, gzip'd or not, or the folder of one report of several files.

    What was remembered of the document before is forgotten. `progress` is told how far a long one is. Raises
    `InputError` (a subclass says which kind) with one sentence that names the file and the way out.
    """
    forget()
    settings = settings or ReadSettings()
    if isinstance(source, bytes):
        name = name or "document"
        with budget(name, settings.limits):
            return _read_bytes(source, name, progress, settings)
    path = Path(source)
    if path.is_dir():
        name = name or path.resolve().name
        with budget(name, settings.limits):
            return _read_folder(path, name)
    name = name or path.name
    with budget(name, settings.limits):
        return _read_bytes(_load(path), name, progress, settings)


def read_rows(path: Path, name: str | None = None) -> dict[str, list[list[Decimal | str]]]:
    """Return the rows of a workbook by the titles of its sheets, those of a CSV or TSV file under "".

    Numbers of a workbook are as stored, everything else is text. Raises `InputError` as `read` does, and for
    any other format.
    """
    name = name or path.name
    with budget(name, ReadSettings().limits):
        data = _unzip(_load(path), name)
        if not data.strip(b"\x00 \t\r\n"):
            raise UnreadableDocumentError(f"{name}: the file is empty.")
        allow_bytes(len(data))
        form = recognise(data, name)
        if form is Format.XLSX:
            from cofitcheck.readers.xlsx import workbook_rows

            return workbook_rows(data, name)
        if form is Format.DELIMITED:
            return {"": [list(row) for row in delimited_rows(data, name)]}
    raise UnreadableDocumentError(f"{name}: this is {form.value}; save it as .xlsx, .csv or .tsv.")


def _read_bytes(content: bytes, name: str, progress: Progress | None, settings: ReadSettings) -> Document:
    data = _unzip(content, name)
    if not data.strip(b"\x00 \t\r\n"):
        raise UnreadableDocumentError(f"{name}: the file is empty; give a document with tables.")
    require_size(len(data), name, _limit(data))
    allow_bytes(len(data))
    if settings.convert and (form := convertible(data, name)):
        return _read_converted(data, name, form, progress, settings)
    return _reader(recognise(data, name))(SourceFile(data, name, settings, progress))


def _read_converted(
    data: bytes, name: str, form: Convertible, progress: Progress | None, settings: ReadSettings
) -> Document:
    """Read what LibreOffice makes of a file; the document says that it was converted."""
    if progress:
        progress("convert")
    document = _read_bytes(converted(data, name, form), name, progress, replace(settings, convert=False))
    said = UncheckedReason.of(UncheckedCode.CONVERTED, suffix=form.suffix, target=f".{form.target}")
    return replace(document, warnings=(said, *document.warnings))


def is_document(path: Path, *, convert: bool = False) -> bool:
    """Tell whether a file in a folder is a document: by its name, but JSON and text files by what they hold.

    With `convert`, a file that is converted before it is read is a document too.
    """
    name = path.name.lower().removesuffix(".gz")
    if not name.endswith((".txt", ".json")):
        return is_document_name(path.name, convert=convert)
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    return is_submission(head) or is_docling(head) or (name.endswith(".txt") and is_typed(decode(head)))


def is_document_name(name: str, *, convert: bool = False) -> bool:
    """Tell whether a file of this name is a document, without a look at what it holds; see `is_document`."""
    # Office puts a file with a name that begins so beside a document that is open.
    return not name.startswith("~$") and name.lower().removesuffix(".gz").endswith(suffixes(convert=convert))


def _read_folder(folder: Path, name: str) -> Document:
    files = files_of(folder)
    if not files:
        raise InputError(f"{folder}: the folder has no HTML, CSV or TSV file in it; name another.")
    if len(files) > 1 and not is_report_folder(Path(os.path.commonpath([file.parent for file in files]))):
        raise InputError(
            f"{folder}: its {len(files):,} HTML files are not parts of one report; read them one by one "
            "(the command `cofitcheck check` takes the folder)."
        )
    parts = [part_of(file.relative_to(folder).as_posix(), _unzip(_load(file), file.name)) for file in files]
    allow_bytes(sum(len(part.data) for part in parts))
    return read_parts(parts, name)


def _load(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
            require_size(path.stat().st_size, path.name, _limit(head))
            return head + file.read()
    except OSError as error:
        raise InputError(
            f"{path}: cannot be opened ({error.strerror}); check the path and its rights."
        ) from error


def _limit(head: bytes) -> int:
    """Return the most bytes that a file may have, by how it begins."""
    return limits().submission_bytes if is_submission(head) else limits().file_bytes


def _unzip(data: bytes, name: str) -> bytes:
    if not data.startswith(b"\x1f\x8b"):
        return data
    stream = zlib.decompressobj(wbits=31)
    try:
        head = stream.decompress(data, _HEAD)
        limit = _limit(head)
        require_size(len(head), name, limit)
        plain = head + stream.decompress(stream.unconsumed_tail, limit + 1 - len(head))
    except (zlib.error, gzip.BadGzipFile) as error:
        raise UnreadableDocumentError(
            f"{name}: the gzip data is damaged ({error}); get the file again."
        ) from error
    require_size(len(plain), name, limit)
    if not stream.eof:
        raise UnreadableDocumentError(f"{name}: the gzip data ends too early; get the file again.")
    return plain
