"""How fast a batch goes, and when it will be through."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

_WINDOW = 200
"""The pace is that of so many last documents: a store or a neighbour may become slower."""


class Pace:
    """Counts documents as they are finished."""

    def __init__(self, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._total, self._clock = total, clock
        self._finished = 0
        self._times = deque([clock()], maxlen=_WINDOW)

    def finished(self) -> None:
        """Count a document."""
        self._finished += 1
        self._times.append(self._clock())

    @property
    def words(self) -> str:
        """Where the batch is: "1,200 of 100,000 documents, 310 a minute, 5:18:42 left"."""
        where = f"{self._finished:,} of {self._total:,} documents"
        passed = self._times[-1] - self._times[0]
        if not self._finished or passed <= 0:
            return where
        per_second = (len(self._times) - 1) / passed
        left = round((self._total - self._finished) / per_second)
        minutes, seconds = divmod(left, 60)
        rate = 60 * per_second
        many = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
        return f"{where}, {many} a minute, {minutes // 60}:{minutes % 60:02}:{seconds:02} left"
