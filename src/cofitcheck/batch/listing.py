"""The documents and pairs still to do: each listed once, on disk, so that a million take no memory."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import IO, NamedTuple

from cofitcheck.batch.schema import as_text
from cofitcheck.batch.stores import is_url
from cofitcheck.checks.comparatives.model import Kinship
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import read_rows

_BETWEEN = "\t"


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


class Pair(NamedTuple):
    """A document and the one that it is held against, by path or URL; `kinship` says what that is to it, ""
    where it is to be guessed."""

    this: str
    other: str
    kinship: str = ""

    @classmethod
    def of(cls, line: str) -> Pair:
        """Return the pair that a line names."""
        return cls(*line.split(_BETWEEN))

    @property
    def line(self) -> str:
        """The pair as a line: both names and the relation, between them tabs."""
        return _BETWEEN.join(filter(None, self))


def read_pairs(path: Path) -> Iterator[str]:
    """Yield the pairs of a list with the columns this and other, and as where that is to be said, as lines.

    Paths are from the list. Raises `InputError` where the list cannot be read, lacks a column or names a
    relation that there is not.
    """
    for row in read_rows(path, ("this", "other")):
        kinship = row.get("as") or ""
        if kinship and kinship not in set(Kinship):
            raise InputError(f"{path}: as is one of {', '.join(Kinship)}, not {kinship}.")
        this, other = (_from(path.parent, row[name]) for name in ("this", "other"))
        yield Pair(this, other, kinship).line


def _from(folder: Path, name: str) -> str:
    return name if is_url(name) else str(folder / name)
