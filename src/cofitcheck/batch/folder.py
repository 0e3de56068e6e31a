"""The output folder: one run holds it at a time, and keeps there what is finished and in no part yet."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from cofitcheck.batch.schema import Packed
from cofitcheck.errors import InputError
from cofitcheck.reports.files import write_whole

_LOCK, _SETTINGS = ".lock", "run.json"

_LENGTH = 8


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder, made where it is missing, until the end of the block or of the process.

    Raises `InputError` where another run holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        try:
            # The system lets go of it when the process ends, however that comes about.
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InputError(
                f"{folder}: another run writes to this folder; wait for its end or name another."
            ) from error
        yield
    finally:
        os.close(lock)


@contextmanager
def writing_to(folder: Path) -> Iterator[None]:
    """Say in a sentence that a folder cannot be written to, and that nothing is lost by it."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"{folder}: cannot be written to ({error.strerror or error}); make room there, then run the same "
            "command again: what is finished is kept."
        ) from error


def keep_settings(folder: Path, settings: Mapping[str, str]) -> None:
    """Note what the run in a folder was begun with.

    Raises `InputError` where it was begun with something else: its results would be of two kinds.
    """
    file = folder / _SETTINGS
    if not file.exists():
        write_whole(file, msgspec.json.format(msgspec.json.encode(settings), indent=2))
        return
    try:
        begun = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    except msgspec.DecodeError as error:
        raise InputError(f"{file}: is damaged ({error}); name another folder.") from error
    for name in sorted({*begun, *settings}):
        before, now = begun.get(name, "nothing"), settings.get(name, "nothing")
        if before != now:
            raise InputError(
                f"{folder}: the run in this folder was begun with {name} {before}, not {now}; "
                "name another folder."
            )


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
