"""What all readers share: their contract, errors of libraries, zip archives, and HTML renditions.

A reader makes a `Document` of a file. Libraries that parse are called inside `parsing`, which turns whatever
they raise into an error that says that the bytes are damaged. A zip archive is never unpacked to disk, and it
may not unpack to more than the limits allow.

A document of another format becomes an HTML tree, a `Rendition`. The HTML reader reads it, and a report can
mark it. What the format knows and HTML does not stands in `data-` attributes of the cells: ADDRESS leads back
to the cell of the original, LABEL is what a person calls the cell, and STORED is what it holds where it shows
something else.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.document import Document, UncheckedReason
from cofitcheck.errors import CofitcheckError, TooLargeError, UnreadableDocumentError
from cofitcheck.readers.settings import Cost, ReadSettings, allow_bytes, limits, require, require_size, spend

Progress = Callable[[str], None]

ADDRESS, LABEL, STORED = "data-cofitcheck-address", "data-cofitcheck-label", "data-cofitcheck-stored"

LOOK = (
    "body{font-family:Georgia,serif;margin:1em auto;padding:0 1em}"
    "table{border-collapse:collapse;margin:.8em 0}"
    "td,th{padding:2px 10px;border-bottom:1px solid #ccd2da;vertical-align:bottom;text-align:left}"
    "td p,th p{margin:0}"
)
"""The style sheet of a rendition, which makes its tables legible in a marked copy."""
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_LEADING = re.compile("^[ \t]+")
_NBSP = "\N{NO-BREAK SPACE}"

_SHOWN = 100
"""The most characters of another library's message that are shown."""
_OF_PYTHON = (AttributeError, TypeError, LookupError, AssertionError, UnicodeError, RecursionError)
"""Errors whose messages are about code and not about the bytes."""
_OF_PARSER = re.compile(r" ?\(<string>, line \d+\)")
_TRACE = re.compile(r"\bFile \S+, line \d+")

_MEGABYTE = 1_000_000
_MAGICS = (b"PK\x03\x04", b"PK\x05\x06")
_ENTITIES = re.compile("<!(?:DOCTYPE|ENTITY)".encode("ascii"), re.IGNORECASE)
_PARAGRAPHS = (b"<w:p>", b"<w:p ", b"<w:p/>")
_XML = (".xml", ".rels", ".vml")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to be read: its bytes, not gzip'd, its name, and how it is to be read.

    `progress` is told how far the reading of a long file is.
    """

    data: bytes
    name: str
    settings: ReadSettings = field(default_factory=ReadSettings)
    progress: Progress | None = None


Reader = Callable[[SourceFile], Document]
"""Reads one format; raises `InputError` with one sentence that names the file and the way out."""


@contextmanager
def parsing(what: str, way_out: str) -> Iterator[None]:
    """Turn what a library raises on damaged bytes into `UnreadableDocumentError`.

    Only calls of the library, and checks of what it returns, may stand inside: an error of our own code there
    would be hidden. `what` names the file and what is damaged, `way_out` says what to do. Errors raised on
    purpose, and the lack of memory, pass through.
    """
    try:
        yield
    except (CofitcheckError, MemoryError):
        raise
    except Exception as error:
        raise UnreadableDocumentError(f"{what}{_said(error)}; {way_out}.") from error


def _said(error: Exception) -> str:
    """Return a library's message in brackets, or "" where it does not help a person."""
    said = _OF_PARSER.sub("", " ".join(str(error).split()))[:_SHOWN]
    if not said or isinstance(error, _OF_PYTHON) or _TRACE.search(said):
        return ""
    return f" ({said})"


def is_zip(data: bytes) -> bool:
    """Tell whether bytes begin as a zip archive."""
    return data.startswith(_MAGICS)


class Archive:
    """A zip archive in memory.

    Raises `UnreadableDocumentError` where it is damaged or encrypted, `TooLargeError` where it is too large.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        with parsing(f"{name}: the zip archive is damaged", "get the file again"):
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        most, members = limits(), self._zip.infolist()
        if len(members) > most.members or sum(each.file_size for each in members) > most.unpacked_bytes:
            raise TooLargeError(
                f"{name}: the zip archive unpacks to more than {most.unpacked_bytes / _MEGABYTE:,g} MB or "
                f"{most.members:,} files; check the documents in it one by one."
            )
        if any(member.flag_bits & 1 for member in members):
            raise UnreadableDocumentError(
                f"{name}: the zip archive is encrypted; unpack it with its password and check what is in it."
            )

    @cached_property
    def names(self) -> frozenset[str]:
        """The members' names; folders are left out."""
        return frozenset(member.filename for member in self._zip.infolist() if not member.is_dir())

    def read(self, member: str) -> bytes:
        """Return a member's bytes. Raises `UnreadableDocumentError` where it is damaged."""
        with parsing(f"{self.name}: {member} in the zip archive is damaged", "get the file again"):
            return self._zip.read(member)

    def read_document(self, member: str) -> bytes:
        """Return the bytes of a document in the archive; the limit of a file holds for it.

        Raises `TooLargeError` where it has more bytes, `UnreadableDocumentError` where it is damaged.
        """
        require_size(self._zip.getinfo(member).file_size, f"{self.name}: {member} in the zip archive")
        content = self.read(member)
        allow_bytes(len(content))
        return content

    def require_office(self) -> None:
        """Check the XML parts of an Office file before any library parses them.

        Raises `TooLargeError` where there is too much in them, `UnreadableDocumentError` where one declares a
        document type: no Office program writes one, and entities in it can stand for gigabytes or for other
        files.
        """
        for member in sorted(self.names):
            if not member.lower().endswith(_XML):
                continue
            content = self.read(member)
            allow_bytes(len(content))
            # An attribute has one "=", an element one "<" that begins no end tag.
            part = content.replace(b"\x00", b"")  # of UTF-16
            require(Cost.PARAGRAPHS, sum(map(part.count, _PARAGRAPHS)), member)
            spend(Cost.OFFICE_MARKUP, part.count(b"<") - part.count(b"</") + part.count(b"="), member)
            if _ENTITIES.search(part):
                raise UnreadableDocumentError(
                    f"{self.name}: {member} declares XML entities, which no Office file needs; "
                    "open the document and save it anew."
                )


def _page() -> etree._Element:
    root = etree.Element("html")
    etree.SubElement(etree.SubElement(root, "head"), "style").text = LOOK
    etree.SubElement(root, "body")
    return root


@dataclass
class Rendition:
    """An HTML tree as it is built; `warnings` say what of the original is not in it."""

    root: etree._Element = field(default_factory=_page)
    warnings: list[UncheckedReason] = field(default_factory=list)

    @property
    def body(self) -> etree._Element:
        """Where the blocks of the document go."""
        return self.root[1]

    def to_bytes(self) -> bytes:
        """Return the page as UTF-8."""
        return b"<!DOCTYPE html>\n" + etree.tostring(self.root, encoding="utf-8", method="html")


def add(parent: etree._Element, tag: str, text: str = "", **attributes: str) -> etree._Element:
    """Append an element with a text; in attribute names "_" stands for "-"."""
    named = {name.replace("_", "-"): clean(value) for name, value in attributes.items()}
    element = etree.SubElement(parent, tag, named)
    element.text = clean(text) or None
    return element


def add_text(parent: etree._Element, text: str) -> None:
    """Append a text behind whatever the parent holds."""
    said = clean(text)
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + said
    else:
        parent.text = (parent.text or "") + said


def clean(text: str) -> str:
    """Return a text without the characters that XML does not allow."""
    return _CONTROLS.sub("", text)


def keep_leading(text: str) -> str:
    """Return a text with no-break spaces for its leading white space, which is shown so as office programs
    show it."""
    return _LEADING.sub(lambda match: _NBSP * len(match.group().expandtabs(4)), text)
