"""Answers on disk, so that a stopped run goes on without asking twice."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path

from cofitcheck.errors import InputError

_FORMAT = 1
_APPLICATION = 0x436F4669  # "CoFi": tells our files from other SQLite databases


def key(*parts: str) -> str:
    """Return the name of a question: a digest of all that its answer depends on."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


class AnswerCache:
    """A file of answers by key. Several processes may share it.

    Without a path it lasts as long as this object."""

    def __init__(self, path: Path | None) -> None:
        """Open the file, or make it. Raises `InputError` where it is something else or has another format."""
        self.path = path
        try:
            # A notebook asks from another thread than the one that opened the file.
            self._database = sqlite3.connect(
                path or ":memory:", timeout=60, isolation_level=None, check_same_thread=False
            )
            self._prepare()
        except sqlite3.Error as error:
            raise InputError(
                f"{path}: cannot be used as a cache of answers ({error}); name another file."
            ) from error

    def get(self, key: str) -> float | None:
        """Return the probability kept under `key`, None where there is none."""
        row = self._database.execute("SELECT probability FROM answers WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def put(self, key: str, probability: float) -> None:
        """Keep an answer; it is on disk when this returns. Raises `InputError` where it cannot be written."""
        try:
            self._database.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, probability))
        except sqlite3.Error as error:
            raise InputError(
                f"{self.path}: an answer cannot be kept in it ({error}); name another file."
            ) from error

    def _prepare(self) -> None:
        with self._database as database:
            database.execute("BEGIN IMMEDIATE")
            ((tables,),) = database.execute("SELECT count(*) FROM sqlite_master")
            if not tables:
                database.execute(f"PRAGMA application_id = {_APPLICATION}")
                database.execute(f"PRAGMA user_version = {_FORMAT}")
                database.execute(
                    "CREATE TABLE answers (key TEXT PRIMARY KEY, probability REAL NOT NULL) WITHOUT ROWID"
                )
            ((application,),) = database.execute("PRAGMA application_id")
            ((version,),) = database.execute("PRAGMA user_version")
        if application != _APPLICATION:
            raise InputError(f"{self.path}: is a database, but no cache of answers; name another file.")
        if version != _FORMAT:
            raise InputError(
                f"{self.path}: is a cache of answers in format {version}, and this version reads format "
                f"{_FORMAT}; name another file."
            )
