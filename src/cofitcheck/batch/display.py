"""What a person sees of a batch: a line that moves on a terminal, a line a minute elsewhere."""

from __future__ import annotations

import time

from cofitcheck.batch.pace import Pace
from cofitcheck.progress import ProgressDisplay

_EVERY_SECONDS = 60.0


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
