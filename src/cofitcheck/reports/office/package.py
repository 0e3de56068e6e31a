"""Office files are zip packages; ours hold no date, so that the same members are the same bytes."""

from __future__ import annotations

import io
import zipfile


def put(package: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Add a member, compressed, dated 1980 as far as the format is concerned."""
    member = zipfile.ZipInfo(name)
    member.external_attr = 0o600 << 16  # what zipfile itself gives a member that is no file on disk
    package.writestr(member, content, zipfile.ZIP_DEFLATED)


def undated(package: bytes) -> bytes:
    """Return a package with the same members, none of them dated."""
    copy = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as source, zipfile.ZipFile(copy, "w") as target:
        for member in source.infolist():
            put(target, member.filename, source.read(member))
    return copy.getvalue()
