"""Keeps vectors from one draft or document to the next, so that equal passes are not run again.

`MemoryVectors` keeps them in the memory of a process that outlives a check, such as a warm service.
`DiskVectors` keeps them in a folder that the user names, for checks that are processes of their own. The key
is a digest of the model and of everything that it sees of a pass. No text is kept.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec
import numpy as np

from cofitcheck.encoding.passes import PackedPass
from cofitcheck.errors import ConfigError

MOST = 256_000_000
"""The most bytes of vectors that are kept: those of some 60 annual reports."""

_Learnt = list[tuple[bytes, bytes]]

NAME = "vectors.sqlite"
_PATIENCE = 2.0
"""Seconds to wait for another process that writes. After them the check goes on without kept vectors."""
_TABLE = "CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, sum BLOB, vectors BLOB, used REAL)"
_BY_USE = "CREATE INDEX IF NOT EXISTS by_use ON kept (used)"
_LET_GO = "DELETE FROM kept WHERE key IN (SELECT key FROM kept ORDER BY used LIMIT ?)"
_ROOM = 0.9
"""The share of the most bytes that is left after vectors are let go of, so that this happens seldom."""
_AT_ONCE = 100
"""The most rows of one statement; a document has some hundreds."""
_OTHERS = 0o077
"""The bits of a folder's mode that let other users in."""

Result = TypeVar("Result")

_PROCESSOR = Path("/proc/cpuinfo")


class MemoryVectors:
    """Keeps the vectors that were asked for last, up to `most` bytes.

    A fork has the vectors that its parent kept. Its new ones are lost when it ends, unless the parent takes
    them over: the fork returns them by `learnt`, and the parent passes them to `learn`.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: dict[bytes, bytes] = {}
        self._bytes = 0
        self._used: dict[bytes, bool] = {}
        """The keys asked for or kept since the last `learnt`; True for the new ones."""

    def find(self, keys: Sequence[bytes]) -> Mapping[bytes, bytes]:
        """Return the vectors that are kept under these keys, by key."""
        found = {key: self._kept[key] for key in keys if key in self._kept}
        for key, vectors in found.items():
            self._put(key, vectors, new=False)
        return found

    def keep(self, vectors: Mapping[bytes, bytes]) -> None:
        """Keep more vectors. Where these are too many, let go of those not asked for the longest."""
        for key, each in vectors.items():
            self._put(key, each, new=True)

    def learnt(self) -> bytes:
        """Return, for another process, what was kept since the last call, and the keys that were used."""
        learnt: _Learnt = [(key, self._kept[key] if new else b"") for key, new in self._used.items()]
        self._used.clear()
        return msgspec.msgpack.encode(learnt)

    def learn(self, learnt: bytes) -> None:
        """Take over what a fork returned by `learnt`; nothing where that is incomplete."""
        try:
            told = msgspec.msgpack.decode(learnt, type=_Learnt)
        except msgspec.DecodeError:
            return
        for key, vectors in told:
            if known := vectors or self._kept.get(key):
                self._put(key, known, new=False)
        self._used.clear()

    def _put(self, key: bytes, vectors: bytes, *, new: bool) -> None:
        self._bytes += len(vectors) - len(self._kept.pop(key, b""))
        self._kept[key] = vectors  # The vectors used last are let go of last.
        self._used[key] = new or self._used.get(key, False)
        while self._bytes > self._most:
            oldest = next(iter(self._kept))
            self._bytes -= len(self._kept.pop(oldest))
            self._used.pop(oldest, None)


class DiskVectors:
    """Keeps the vectors that were asked for last, up to `most` bytes, in one file of a folder of the user's.

    Several processes may use it at once. Damaged vectors count as not kept, and a file that is no such store
    is made anew.
    """

    def __init__(self, folder: Path, most: int = MOST, patience: float = _PATIENCE) -> None:
        """Make the folder where there is none.

        Raises `ConfigError` where it cannot be made, or where other users can look into it: vectors tell
        something of what was encoded."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            mode = folder.stat().st_mode
        except OSError as error:
            raise ConfigError(f"{folder}: no vectors can be kept there ({error.strerror})") from error
        if os.name == "posix" and mode & _OTHERS:
            raise ConfigError(
                f"{folder}: others can look into it, and vectors tell something of a document; name a folder "
                "that is yours alone (chmod 700)"
            )
        self.path, self._most, self._patience = folder / NAME, most, patience

    def find(self, keys: Sequence[bytes]) -> Mapping[bytes, bytes]:
        """Return the undamaged vectors that are kept under these keys, by key."""
        return self._with_store(lambda store: _find(store, keys), dict[bytes, bytes]())

    def keep(self, vectors: Mapping[bytes, bytes]) -> None:
        """Keep more vectors. Where these are too many, let go of those not asked for the longest."""
        self._with_store(lambda store: _keep(store, vectors, self._most), None)

    def _with_store(self, work: Callable[[sqlite3.Connection], Result], without: Result) -> Result:
        """Return the result of the work, or `without` where the store cannot be used now."""
        try:
            return self._done(work)
        except sqlite3.OperationalError:  # another process is using it, or the disk is full
            return without
        except sqlite3.DatabaseError:
            with suppress(OSError, sqlite3.DatabaseError):
                self.path.unlink(missing_ok=True)
                return self._done(work)
            return without

    def _done(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        with closing(sqlite3.connect(self.path, timeout=self._patience)) as store, store:
            # A file that a power cut leaves half written is made anew: its vectors can be worked out again.
            store.execute("PRAGMA synchronous = OFF")
            store.execute(_TABLE)
            store.execute(_BY_USE)
            return work(store)


def _find(store: sqlite3.Connection, keys: Sequence[bytes]) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for start in range(0, len(keys), _AT_ONCE):
        some = keys[start : start + _AT_ONCE]
        asked = ", ".join("?" * len(some))
        rows = store.execute(f"SELECT key, sum, vectors FROM kept WHERE key IN ({asked})", some)
        found |= {key: vectors for key, told, vectors in rows if told == _sum(key, vectors)}
    now = time.time()
    store.executemany("UPDATE kept SET used = ? WHERE key = ?", ((now, key) for key in found))
    return found


def _keep(store: sqlite3.Connection, vectors: Mapping[bytes, bytes], most: int) -> None:
    now = time.time()
    rows = ((key, _sum(key, each), each, now) for key, each in vectors.items())
    store.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", rows)
    if _held(store) > most:
        while _held(store) > most * _ROOM:
            store.execute(_LET_GO, (_AT_ONCE,))


def _held(store: sqlite3.Connection) -> int:
    """Return the bytes in use, without the free pages that new rows take first."""
    pages, free, size = (
        int(store.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size


def _sum(key: bytes, vectors: bytes) -> bytes:
    return sha256(key + vectors).digest()[:8]


class KeptVectors(Protocol):
    """A store of the vectors of passes, as bytes. Vectors that are not found are worked out anew."""

    def find(self, keys: Sequence[bytes]) -> Mapping[bytes, bytes]:
        """Return the vectors that are kept under these keys, by key."""
        ...

    def keep(self, vectors: Mapping[bytes, bytes]) -> None:
        """Keep more vectors. Where these are too many, let go of those not asked for the longest."""
        ...


def fingerprint_of(model: Path) -> bytes:
    """Return a digest of the model's file, the runtime and the processor.

    The runtime and the processor belong to it because others round the last bits in other ways."""
    import onnxruntime

    digest = sha256(model.read_bytes())
    for each in (onnxruntime.__version__, platform.machine(), _processor()):
        digest.update(f"\0{each}".encode())
    return digest.digest()


def key_of(fingerprint: bytes, each: PackedPass) -> bytes:
    """Return the key of a pass: equal for passes that a model cannot tell apart, and for no others.

    It does not depend on the place of the pass in its document.
    """
    digest = sha256(fingerprint)
    for array in (each.tokens, each.positions, each.unit, each.queries, each.sees):
        digest.update(repr((array.dtype.str, array.shape)).encode())
        digest.update(np.ascontiguousarray(array).data)
    digest.update(b"causal" if each.causal else b"")
    return digest.digest()


def _processor() -> str:
    """Return the processor's model and features, as far as the system gives them."""
    try:
        lines = _PROCESSOR.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    told = (line for line in lines if line.startswith(("model name", "flags", "Features")))
    return "".join(sorted(set(told)))
