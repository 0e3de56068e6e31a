"""The boundary to libraries that parse: whatever they raise says that the bytes are damaged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cofitcheck.errors import CofitcheckError, UnreadableDocumentError

_SHOWN = 100
"""The most characters of another library's message that are shown."""


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
        said = " ".join(str(error).split())[:_SHOWN] or type(error).__name__
        raise UnreadableDocumentError(f"{what} ({said}); {way_out}.") from error
