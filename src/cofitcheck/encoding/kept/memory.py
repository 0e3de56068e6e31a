"""Vectors kept in the memory of a process that outlives a check, such as a warm service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

MOST = 256_000_000
"""Bytes of vectors that are kept: those of some 60 annual reports."""

_Learnt = list[tuple[bytes, bytes]]


class MemoryVectors:
    """Keeps what was asked for last, up to so many bytes.

    A fork has what its parent kept. What it finds anew is lost with it, unless the parent takes it over: the
    fork says it (`learnt`), the parent hears it (`learn`).
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: dict[bytes, bytes] = {}
        self._bytes = 0
        self._used: dict[bytes, bool] = {}
        """The keys asked for or kept since the last `learnt`; true of those that are new."""

    def find(self, keys: Sequence[bytes]) -> Mapping[bytes, bytes]:
        """Return what is kept of these keys."""
        found = {key: self._kept[key] for key in keys if key in self._kept}
        for key, vectors in found.items():
            self._put(key, vectors, new=False)
        return found

    def keep(self, vectors: Mapping[bytes, bytes]) -> None:
        """Keep more, and let go of what was not asked for the longest where that is too much."""
        for key, each in vectors.items():
            self._put(key, each, new=True)

    def learnt(self) -> bytes:
        """Return what was kept anew since the last time, and what was of use, for another process."""
        learnt: _Learnt = [(key, self._kept[key] if new else b"") for key, new in self._used.items()]
        self._used.clear()
        return msgspec.msgpack.encode(learnt)

    def learn(self, learnt: bytes) -> None:
        """Take over what a fork has learnt; nothing where it ended before it had said all of it."""
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
        self._kept[key] = vectors  # What was of use last is let go of last.
        self._used[key] = new or self._used.get(key, False)
        while self._bytes > self._most:
            oldest = next(iter(self._kept))
            self._bytes -= len(self._kept.pop(oldest))
            self._used.pop(oldest, None)
