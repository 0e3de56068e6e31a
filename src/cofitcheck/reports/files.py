"""Where reports are written, under which names, and how: each file is whole or not there."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path, PurePosixPath

from cofitcheck import patterns as re

_DOCUMENT_SUFFIX = re.compile(r"\.(?:x?html?|pdf|htm\.gz|html\.gz|xhtml\.gz|gz)\Z", re.IGNORECASE)
_UNSAFE = re.compile(r"[^\w.+ -]+")
_LONGEST = 120
"""The most characters of a file's name."""
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE)


def file_stem(name: str) -> str:
    """Return a document's name as the beginning of a file name that every system takes."""
    last = PurePosixPath(name.replace("\\", "/")).name
    stem = _UNSAFE.sub("_", _DOCUMENT_SUFFIX.sub("", last)).strip(" .")[:_LONGEST].rstrip(" .")
    if not stem or _RESERVED.match(stem):
        return f"document{'_' + stem if stem else ''}"
    return stem


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that another process sees the old one or the whole new one. Raises `OSError`."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".cofitcheck-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        # mkstemp makes the file private; a report is as readable as any other new file.
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
