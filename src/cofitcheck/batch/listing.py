"""The documents still to do: listed once, each once, and kept on disk so that a million take no memory."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from hashlib import blake2b
from typing import IO

from cofitcheck.batch.schema import as_text


class Listing:
    """A list of documents that can be gone through again and again."""

    def __init__(self, file: IO[str], count: int) -> None:
        self._file, self._count = file, count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        self._file.seek(0)
        for line in self._file:
            yield json.loads(line)


@contextmanager
def listed(documents: Iterable[str], done: Set[bytes]) -> Iterator[Listing]:
    """List `documents`, each once, less those whose `digest` is in `done`, until the end of the block."""
    with tempfile.TemporaryFile("w+", encoding="ascii") as file:
        seen, count = set(done), 0
        for document in documents:
            if (mark := digest(document)) not in seen:
                seen.add(mark)
                # A name may have a line break in it.
                file.write(json.dumps(document) + "\n")
                count += 1
        del seen
        yield Listing(file, count)


def digest(document: str) -> bytes:
    """Return 16 bytes that stand for a document's name."""
    return blake2b(as_text(document).encode(), digest_size=16).digest()
