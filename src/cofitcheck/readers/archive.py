"""Zip archives within bounds: nothing is unpacked to disk, and none unpacks to more than it may."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from functools import cached_property

from cofitcheck.errors import UnreadableDocumentError

MAX_UNPACKED = 300_000_000
"""The most bytes that all members may have together, unpacked."""
MAX_MEMBERS = 10_000
_MAGICS = (b"PK\x03\x04", b"PK\x05\x06")
_ENTITIES = re.compile("<!(?:DOCTYPE|ENTITY)".encode("ascii"), re.IGNORECASE)
_XML = (".xml", ".rels", ".vml")


def is_zip(data: bytes) -> bool:
    """Tell whether bytes begin as a zip archive."""
    return data.startswith(_MAGICS)


class Archive:
    """A zip archive in memory.

    Raises `UnreadableDocumentError` where it is damaged, encrypted or too large.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise UnreadableDocumentError(
                f"{name}: the zip archive is damaged ({error}); get the file again."
            ) from error
        members = self._zip.infolist()
        if len(members) > MAX_MEMBERS or sum(member.file_size for member in members) > MAX_UNPACKED:
            raise UnreadableDocumentError(
                f"{name}: the zip archive unpacks to more than {MAX_UNPACKED // 1_000_000} MB or "
                f"{MAX_MEMBERS:,} files; check the documents in it one by one."
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
        try:
            return self._zip.read(member)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError) as error:
            raise UnreadableDocumentError(
                f"{self.name}: {member} in the zip archive is damaged ({error}); get the file again."
            ) from error

    def refuse_entities(self) -> None:
        """Raise `UnreadableDocumentError` where an XML part declares a document type: no Office program
        writes one, and entities in it can stand for gigabytes or for other files."""
        for member in sorted(self.names):
            if member.lower().endswith(_XML) and _ENTITIES.search(self.read(member).replace(b"\x00", b"")):
                raise UnreadableDocumentError(
                    f"{self.name}: {member} declares XML entities, which no Office file needs; "
                    "open the document and save it anew."
                )
