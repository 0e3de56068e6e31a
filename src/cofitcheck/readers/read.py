"""The door for every format: take a path or bytes, find out what it is, hand it to its reader."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from pathlib import Path

from cofitcheck.document import Document
from cofitcheck.errors import InputError, UnreadableDocumentError
from cofitcheck.readers.html import read_html
from cofitcheck.readers.pdf import is_pdf, read_pdf

SUFFIXES = (".htm", ".html", ".xhtml", ".pdf")
"""What the names of documents end in, gzip'd ones before their ".gz"."""
MAX_BYTES = 50_000_000
"""A document over this size is refused: the largest 10-K known to us has 30 MB."""

# What a file of another kind begins with, and what to tell its owner.
_OTHER_FORMATS = {
    b"PK\x03\x04": "a zip archive (Word, Excel or a report package)",
    b"\xd0\xcf\x11\xe0": "an old Office file",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"{\\rtf": "an RTF file",
}


def read(
    source: str | Path | bytes, name: str | None = None, progress: Callable[[str], None] | None = None
) -> Document:
    """Read a document from a path or from bytes, gzip'd or not; `progress` is told how far a long one is.

    Raises `InputError` (a subclass says which kind) with one sentence that names the file and the way out.
    """
    if isinstance(source, bytes):
        data, name = source, name or "document"
    else:
        path = Path(source)
        data, name = _load(path), name or path.name
    data = _unzip(data, name)
    _refuse_unusable(data, name)
    if is_pdf(data):
        return read_pdf(data, name, progress)
    return read_html(data, name)


def _load(path: Path) -> bytes:
    try:
        if path.stat().st_size >= MAX_BYTES:
            raise _too_large(path.name)
        return path.read_bytes()
    except OSError as error:
        raise InputError(
            f"{path}: cannot be opened ({error.strerror}); check the path and its rights."
        ) from error


def _unzip(data: bytes, name: str) -> bytes:
    if not data.startswith(b"\x1f\x8b"):
        return data
    stream = zlib.decompressobj(wbits=31)
    try:
        plain = stream.decompress(data, MAX_BYTES)
    except (zlib.error, gzip.BadGzipFile) as error:
        raise UnreadableDocumentError(
            f"{name}: the gzip data is damaged ({error}); get the file again."
        ) from error
    if len(plain) >= MAX_BYTES:
        raise _too_large(name)
    if not stream.eof:
        raise UnreadableDocumentError(f"{name}: the gzip data ends too early; get the file again.")
    return plain


def _too_large(name: str) -> UnreadableDocumentError:
    return UnreadableDocumentError(
        f"{name}: larger than {MAX_BYTES // 1_000_000} MB; split it into parts and check those."
    )


def _refuse_unusable(data: bytes, name: str) -> None:
    if not data.strip(b"\x00 \t\r\n"):
        raise UnreadableDocumentError(f"{name}: the file is empty; give a document with tables.")
    if len(data) >= MAX_BYTES:
        raise _too_large(name)
    for magic, what in _OTHER_FORMATS.items():
        if data.startswith(magic):
            raise UnreadableDocumentError(
                f"{name}: this is {what}, not HTML; save the document as HTML and check that."
            )
