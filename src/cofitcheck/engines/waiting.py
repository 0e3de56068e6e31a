"""Jobs that wait, and whether there are any, without making more than one before its time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Generic, TypeVar

T = TypeVar("T")


class Waiting(Generic[T]):
    """An iterator that says whether it has more."""

    def __init__(self, items: Iterator[T]) -> None:
        self._items = items
        self._next: list[T] = []

    def __bool__(self) -> bool:
        self._next = self._next or list(islice(self._items, 1))
        return bool(self._next)

    def take(self) -> T:
        """Return the next one. Raises `StopIteration` where there is none."""
        return self._next.pop() if self._next else next(self._items)
