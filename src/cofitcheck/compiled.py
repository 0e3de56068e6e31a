"""Keeps what takes long to compile from one process to the next, where Python keeps its compiled modules.

Otherwise each process would compile the patterns, templates and words of all languages again: a third of a
second of a check. The name of what is kept ties it to its source and to the version of Python. Nothing is
kept where that folder cannot be written, or where Python is told to write no bytecode.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path


def load(name: str) -> bytes | None:
    """Return what is kept under a name; None where there is nothing, or it cannot be read."""
    with suppress(OSError):
        return _path(name).read_bytes()
    return None


def keep(name: str, content: bytes) -> None:
    """Keep something, whole or not at all."""
    if sys.dont_write_bytecode:
        return
    path = _path(name)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(temporary, 0o644)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise


def _path(name: str) -> Path:
    return Path(cache_from_source(str(Path(__file__).with_name(f"{name}.py"))))
