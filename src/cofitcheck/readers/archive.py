"""Zip archives within bounds: nothing is unpacked to disk, and none unpacks to more than it may."""

from __future__ import annotations

import io
import zipfile
from functools import cached_property

from cofitcheck import patterns as re
from cofitcheck.errors import TooLargeError, UnreadableDocumentError
from cofitcheck.readers.budget import Cost, allow_bytes, limits, require, require_size, spend
from cofitcheck.readers.contract import parsing

_MEGABYTE = 1_000_000
_MAGICS = (b"PK\x03\x04", b"PK\x05\x06")
_ENTITIES = re.compile("<!(?:DOCTYPE|ENTITY)".encode("ascii"), re.IGNORECASE)
_PARAGRAPHS = (b"<w:p>", b"<w:p ", b"<w:p/>")
_XML = (".xml", ".rels", ".vml")


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
        """Return the bytes of a document in the archive, which may have no more than a file may.

        Raises `TooLargeError` where it has, `UnreadableDocumentError` where it is damaged.
        """
        require_size(self._zip.getinfo(member).file_size, f"{self.name}: {member} in the zip archive")
        content = self.read(member)
        allow_bytes(len(content))
        return content

    def require_office(self) -> None:
        """Look through the XML parts of an Office file before any library does.

        Raises `TooLargeError` where there is too much in them, `UnreadableDocumentError` where one declares a
        document type: no Office program writes one, and entities in it can stand for gigabytes or for other
        files.
        """
        for member in sorted(self.names):
            if not member.lower().endswith(_XML):
                continue
            content = self.read(member)
            allow_bytes(len(content))
            # An attribute has one "=" and two quotes, an element one "<" that ends nothing.
            part = content.replace(b"\x00", b"")  # of UTF-16
            require(Cost.PARAGRAPHS, sum(map(part.count, _PARAGRAPHS)), member)
            spend(Cost.OFFICE_MARKUP, part.count(b"<") - part.count(b"</") + part.count(b"="), member)
            if _ENTITIES.search(part):
                raise UnreadableDocumentError(
                    f"{self.name}: {member} declares XML entities, which no Office file needs; "
                    "open the document and save it anew."
                )
