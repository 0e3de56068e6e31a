"""Zip archives taken apart and packed again, without the time of day in them."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Mapping

DAMAGED = (zipfile.BadZipFile, OSError, ValueError, EOFError, NotImplementedError, RuntimeError, zlib.error)
"""What unpacking a damaged archive may raise."""
_WRITTEN = (1980, 1, 1, 0, 0, 0)
_TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def unpacked(data: bytes) -> dict[str, bytes]:
    """Return the members of an archive by their names. Raises one of `DAMAGED`."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(members: Mapping[str, bytes]) -> bytes:
    """Return an archive with these members."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name, _WRITTEN), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def timeless(data: bytes) -> bytes:
    """Return an archive as it would be, had it been written at one certain time."""
    members = unpacked(data)
    return packed({name: _TIME.sub(b"2025-01-01T00:00:00Z", each) for name, each in members.items()})
