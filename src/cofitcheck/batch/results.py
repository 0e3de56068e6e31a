"""The results of a batch: tables in parts, which appear whole, and what is not yet in a part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from cofitcheck.batch.folder import Journal, held, keep_settings, writing_to
from cofitcheck.batch.listing import digest
from cofitcheck.batch.rows import BatchTally
from cofitcheck.batch.schema import TABLES, Packed, unpack
from cofitcheck.errors import InputError
from cofitcheck.reports.files import write_whole

REPORTS = "reports"

_PART_BYTES = 64 << 20
"""So much is gathered before it is written as a part: what one part takes in memory, times about three."""
_PART_DOCUMENTS = 5_000
_JOURNAL = ".unfinished-part"


class Results:
    """What is in an output folder, and the only one to write there.

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
            # From here on the part must not be written again, whatever interrupts: of a cleared journal it
            # would be empty, and `_recover` knows one that was not cleared.
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
            # It was killed between writing a part and clearing the journal.
            self._journal.clear()
            return
        self._waiting = len(documents)
        self._take_up(documents)


@contextmanager
def open_results(folder: Path, settings: Mapping[str, str]) -> Iterator[Results]:
    """Hold an output folder and take up what is in it.

    Raises `InputError` where another run holds it, where it was begun with other settings, and where it
    cannot be written to: a full disk, say.
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
    except (pa.ArrowInvalid, OSError) as error:  # either, by where the damage is
        raise InputError(f"{path}: is damaged ({error}); name another folder.") from error


def _parquet(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd")
    return bytes(sink.getvalue())
