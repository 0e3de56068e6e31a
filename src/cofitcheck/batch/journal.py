"""Finished documents that are in no part yet: appended as they come, so that a killed run keeps them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from cofitcheck.batch.schema import Packed

_LENGTH = 8


class Journal:
    """A file of entries, each after its length; one that was cut short by the end of a run is not there."""

    def __init__(self, path: Path) -> None:
        """Open the journal, or begin one. Raises `OSError`."""
        self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0)
        self.size = sum(_LENGTH + length for length in self._lengths())
        self._file.truncate(self.size)

    def append(self, entry: Packed) -> None:
        """Add an entry. Raises `OSError`, and then it is not there."""
        content = msgspec.msgpack.encode(entry)
        record = memoryview(len(content).to_bytes(_LENGTH) + content)
        self._file.seek(self.size)
        try:
            while record:
                record = record[self._file.write(record) :]
        except OSError:
            self._file.truncate(self.size)
            raise
        self.size = self._file.tell()

    def entries(self) -> Iterator[Packed]:
        """Yield what was added, in that order."""
        at = 0
        while at < self.size:
            self._file.seek(at)
            length = int.from_bytes(self._file.read(_LENGTH))
            yield msgspec.msgpack.decode(self._file.read(length), type=dict[str, bytes])
            at += _LENGTH + length

    def clear(self) -> None:
        """Forget every entry."""
        self._file.truncate(0)
        self.size = 0

    def close(self) -> None:
        """Close the file; the entries stay."""
        self._file.close()

    def _lengths(self) -> Iterator[int]:
        """Yield the lengths of the whole entries."""
        end, at = os.fstat(self._file.fileno()).st_size, 0
        while at + _LENGTH <= end:
            self._file.seek(at)
            length = int.from_bytes(self._file.read(_LENGTH))
            at += _LENGTH + length
            if at <= end:
                yield length
