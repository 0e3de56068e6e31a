"""The documents still to do: listed once, each once, and kept on disk so that a million take no memory."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator, Set
from hashlib import blake2b
from types import TracebackType
from typing import Self

from cofitcheck.batch.schema import as_text


class Listing:
    """A list of documents that can be gone through again and again."""

    def __init__(self, documents: Iterable[str], done: Set[bytes]) -> None:
        """List `documents`, each once, less those whose `digest` is in `done`."""
        self._file = tempfile.TemporaryFile("w+", encoding="ascii")  # noqa: SIM115 (closed by __exit__)
        self._count = 0
        seen = set(done)
        for document in documents:
            if (mark := digest(document)) not in seen:
                seen.add(mark)
                # A name may have a line break in it.
                self._file.write(json.dumps(document) + "\n")
                self._count += 1
        self._file.flush()

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        self._file.seek(0)
        for line in self._file:
            yield json.loads(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def digest(document: str) -> bytes:
    """Return 16 bytes that stand for a document's name."""
    return blake2b(as_text(document).encode(), digest_size=16).digest()
