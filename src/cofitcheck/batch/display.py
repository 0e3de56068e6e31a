"""What a person sees of a batch: a line that moves on a terminal, a line a minute elsewhere."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from cofitcheck.progress import ProgressDisplay

_EVERY_SECONDS = 60.0
_WINDOW = 200
"""The pace is that of so many last documents: a store or a neighbour may become slower."""


class BatchDisplay(ProgressDisplay):
    """Shows documents a minute and the time that remains."""

    def __init__(self, quiet: bool) -> None:
        super().__init__(0, quiet)
        self._quiet = quiet
        self._pace = Pace(0)
        self._said = time.monotonic()

    def begin(self, total: int, done: int) -> None:
        """Say how many documents there are, and how many an earlier run has done."""
        self._pace, self._total = Pace(total), total
        self._progress.update(self._all, total=total)
        self._count()
        if done and not self._quiet:
            self.say(f"{done:,} documents were done by an earlier run; {total:,} are left.")

    def finished(self, shown: str) -> None:
        """Count a document as dealt with."""
        self._pace.finished()
        super().finished(shown)
        now = time.monotonic()
        if not (self._quiet or self._console.is_terminal) and now - self._said >= _EVERY_SECONDS:
            self._said = now
            self.say(self._pace.words)

    @property
    def _words(self) -> str:
        return self._pace.words


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
