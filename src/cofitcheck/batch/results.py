"""The output folder of a batch: tables in parts that appear whole, and a journal of what is in no part yet.

One run holds the folder at a time.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from cofitcheck.batch.schema import TABLES, BatchTally, Packed, unpack
from cofitcheck.batch.stores import digest
from cofitcheck.errors import InputError
from cofitcheck.reports.formats import write_whole

_LOCK, _SETTINGS = ".lock", "run.json"

_LENGTH = 8
REPORTS = "reports"
_PART_BYTES = 64 << 20
"""The bytes that are gathered before they are written as a part; in memory a part takes about three times as
many."""
_PART_DOCUMENTS = 5_000
_JOURNAL = ".unfinished-part"


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder, made where it is missing, until the end of the block or of the process.

    Raises `InputError` where another run holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        try:
            # The system releases the lock when the process ends, in whatever way that happens.
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
    """Turn an `OSError` into an `InputError` whose sentence says that nothing finished is lost."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"{folder}: cannot be written to ({error.strerror or error}); make room there, then run the same "
            "command again: what is finished is kept."
        ) from error


def keep_settings(folder: Path, settings: Mapping[str, str]) -> None:
    """Note the settings that the run in a folder was begun with.

    Raises `InputError` where it was begun with others: its results would be of two kinds.
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
    """A file of entries, each after its length. An entry that the end of a run cut short is dropped."""

    def __init__(self, path: Path) -> None:
        """Open the journal, or begin one. Raises `OSError`."""
        self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0)
        self.size = sum(_LENGTH + length for length in self._lengths())
        self._file.truncate(self.size)

    def append(self, entry: Packed) -> None:
        """Add an entry. Where this raises `OSError`, the entry is not there."""
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


class Results:
    """The results in an output folder; nothing else writes there.

    `done` has the digest of every document that has its line; `tally` counts them all.
    """

    def __init__(self, folder: Path) -> None:
        """Take up what an earlier run left."""
        self.folder = folder
        for name in (*TABLES, REPORTS):
            (folder / name).mkdir(exist_ok=True)
        self.done: set[bytes] = set()
        self.tally = BatchTally()
        self._parts = 0
        for path in sorted((folder / "documents").glob("part-*.parquet")):
            self._take_up(_read_part(path))
            self._parts = int(path.stem.removeprefix("part-"))
        self._journal = Journal(folder / _JOURNAL)
        self._waiting = 0
        self._recover()

    def add(self, rows: Packed, reports: Mapping[str, bytes]) -> None:
        """Take what became of a document; when this returns, a killed run no longer loses it."""
        with writing_to(self.folder):
            for name, content in reports.items():
                write_whole(self.folder / REPORTS / name, content)
            self._journal.append(rows)
        self._waiting += 1
        self.tally.add(unpack("documents", [rows]))
        if self._journal.size >= _PART_BYTES or self._waiting >= _PART_DOCUMENTS:
            self.write_part()

    def write_part(self) -> None:
        """Write what has been gathered as the next part of each table."""
        if not self._waiting:
            return
        part = f"part-{self._parts + 1:06d}.parquet"
        with writing_to(self.folder):
            for name in TABLES:
                write_whole(self.folder / name / part, _parquet(unpack(name, self._journal.entries())))
            # From here on the part must not be written again, whatever interrupts: from a cleared journal it
            # would be empty. `_recover` recognises a journal that was not cleared.
            self._waiting = 0
            self._parts += 1
            self._journal.clear()

    def close(self) -> None:
        """Let go of the folder's files."""
        self._journal.close()

    def _take_up(self, documents: pa.Table) -> None:
        self.done.update(map(digest, documents["document"].to_pylist()))
        self.tally.add(documents)

    def _recover(self) -> None:
        """Take up what a run that was killed had not yet written as a part."""
        documents = unpack("documents", self._journal.entries())
        if all(digest(document) in self.done for document in documents["document"].to_pylist()):
            # The run was killed between writing a part and clearing the journal.
            self._journal.clear()
            return
        self._waiting = len(documents)
        self._take_up(documents)


@contextmanager
def open_results(folder: Path, settings: Mapping[str, str]) -> Iterator[Results]:
    """Hold an output folder and take up what is in it.

    Raises `InputError` where another run holds it, where it was begun with other settings, and where it
    cannot be written to, because the disk is full for example.
    """
    with ExitStack() as stack:
        with writing_to(folder):
            stack.enter_context(held(folder))
            keep_settings(folder, settings)
            results = Results(folder)
        stack.callback(results.close)
        yield results


def _read_part(path: Path) -> pa.Table:
    try:
        return pq.read_table(path, columns=["document", "status", *BatchTally.COLUMNS])
    except (pa.ArrowInvalid, OSError) as error:  # which one depends on where the damage is
        raise InputError(f"{path}: is damaged ({error}); name another folder.") from error


def _parquet(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd")
    return bytes(sink.getvalue())
