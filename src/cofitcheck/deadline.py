"""How much longer the check of a document may take, in seconds of the processor."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


class Deadline:
    """A deadline passes when this process, all threads together, has used `seconds` more of the processor.

    `told` are the seconds that a report names, where they differ. Long loops look at the deadline, and say
    what they did not reach.
    """

    def __init__(self, seconds: float | None = None, told: float | None = None) -> None:
        self._end = None if seconds is None else time.process_time() + seconds
        self.seconds = round(told or seconds or 0)

    @property
    def passed(self) -> bool:
        """Whether the time is over; without `seconds` it never is."""
        return self._end is not None and time.process_time() >= self._end

    @property
    def left(self) -> float | None:
        """The seconds until it passes, None where it never does."""
        return None if self._end is None else self._end - time.process_time()

    def sooner(self, share: float) -> Deadline:
        """Return a deadline that passes after this share of the seconds that are left until this one."""
        return self if self.left is None else Deadline(share * self.left, self.seconds)

    def until(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield items until the deadline has passed."""
        for item in items:
            if self.passed:
                return
            yield item


NEVER = Deadline()
