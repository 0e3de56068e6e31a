"""Vectors kept in a folder that the user names, for checks that are processes of their own."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from cofitcheck.encoding.kept.memory import MOST
from cofitcheck.errors import ConfigError

NAME = "vectors.sqlite"
_PATIENCE = 2.0
"""Seconds to wait for another process that writes; past them the check goes on without."""
_TABLE = "CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, sum BLOB, vectors BLOB, used REAL)"
_BY_USE = "CREATE INDEX IF NOT EXISTS by_use ON kept (used)"
_LET_GO = "DELETE FROM kept WHERE key IN (SELECT key FROM kept ORDER BY used LIMIT ?)"
_ROOM = 0.9
"""What is left of the most when some is let go of, so that not every document after it lets go of more."""
_AT_ONCE = 100
"""Rows of one statement: a document has some hundreds."""
_OTHERS = 0o077

Result = TypeVar("Result")


class DiskVectors:
    """Keeps what was asked for last, up to so many bytes, in one file of a folder of the user's own.

    Several processes may use it at once. What is damaged counts as not kept, and a file that is no such
    store is begun anew.
    """

    def __init__(self, folder: Path, most: int = MOST, patience: float = _PATIENCE) -> None:
        """Make the folder where there is none. Raises `ConfigError` where it cannot be made, or others can
        look into it: vectors tell something of what was encoded."""
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
        """Return what is kept of these keys, whole."""
        return self._with_store(lambda store: _find(store, keys), dict[bytes, bytes]())

    def keep(self, vectors: Mapping[bytes, bytes]) -> None:
        """Keep more, and let go of what was not asked for the longest where that is too much."""
        self._with_store(lambda store: _keep(store, vectors, self._most), None)

    def _with_store(self, work: Callable[[sqlite3.Connection], Result], without: Result) -> Result:
        """Return what comes of the work, or `without` where the store cannot be used now."""
        try:
            return self._done(work)
        except sqlite3.OperationalError:  # another process is at it, or the disk is full
            return without
        except sqlite3.DatabaseError:
            with suppress(OSError, sqlite3.DatabaseError):
                self.path.unlink(missing_ok=True)
                return self._done(work)
            return without

    def _done(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        with closing(sqlite3.connect(self.path, timeout=self._patience)) as store, store:
            # A file that a power cut leaves half written is begun anew: nothing in it is lost for good.
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
    """Return the bytes in use, without those that what comes next will take first."""
    pages, free, size = (
        int(store.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size


def _sum(key: bytes, vectors: bytes) -> bytes:
    return sha256(key + vectors).digest()[:8]
