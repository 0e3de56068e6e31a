"""What every format has: a reader that makes a `Document` of a file.

The boundary to libraries that parse: whatever they raise says that the bytes are damaged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cofitcheck import patterns as re
from cofitcheck.document import Document
from cofitcheck.errors import CofitcheckError, UnreadableDocumentError
from cofitcheck.readers.settings import ReadSettings

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to be read: its bytes, not gzip'd, its name, and how it is to be read.

    `progress` is told how far a long one is.
    """

    data: bytes
    name: str
    settings: ReadSettings = field(default_factory=ReadSettings)
    progress: Progress | None = None


Reader = Callable[[SourceFile], Document]
"""Reads one format; raises `InputError` with one sentence that names the file and the way out."""


_SHOWN = 100
"""The most characters of another library's message that are shown."""
_OF_PYTHON = (AttributeError, TypeError, LookupError, AssertionError, UnicodeError, RecursionError)
"""What these say is about code, and not about the bytes."""
_OF_PARSER = re.compile(r" ?\(<string>, line \d+\)")
_TRACE = re.compile(r"\bFile \S+, line \d+")


@contextmanager
def parsing(what: str, way_out: str) -> Iterator[None]:
    """Turn what a library raises on damaged bytes into `UnreadableDocumentError`.

    Only calls of the library and looks at what it returns may stand inside: an error of our own there would
    be hidden. `what` names the file and what is damaged, `way_out` says what to do. Errors raised on purpose,
    and the lack of memory, pass.
    """
    try:
        yield
    except (CofitcheckError, MemoryError):
        raise
    except Exception as error:
        raise UnreadableDocumentError(f"{what}{_said(error)}; {way_out}.") from error


def _said(error: Exception) -> str:
    """Return a library's message in brackets; nothing where it is not for a person."""
    said = _OF_PARSER.sub("", " ".join(str(error).split()))[:_SHOWN]
    if not said or isinstance(error, _OF_PYTHON) or _TRACE.search(said):
        return ""
    return f" ({said})"
