"""What a person sees on standard error while documents are checked."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text


class ProgressDisplay:
    """A line for all documents and one for each in work; nothing where standard error is no terminal."""

    def __init__(self, total: int, quiet: bool) -> None:
        self._console = Console(stderr=True)
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=20),
            TimeElapsedColumn(),
            console=self._console,
            transient=True,
            disable=quiet or not self._console.is_terminal,
        )
        self._all = self._progress.add_task("", total=total)
        self._total, self._finished = total, 0
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Self:
        self._progress.start()
        self._count()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def stage(self, shown: str, name: str) -> None:
        """Say that a document has come to a stage."""
        if shown not in self._tasks:
            self._tasks[shown] = self._progress.add_task("", total=None)
        self._progress.update(self._tasks[shown], description=printable(f"{shown}: {name}"))

    def finished(self, shown: str) -> None:
        """Count a document as dealt with."""
        if (task := self._tasks.pop(shown, None)) is not None:
            self._progress.remove_task(task)
        self._finished += 1
        self._count()

    def _count(self) -> None:
        self._progress.update(self._all, completed=self._finished, description=self._words)

    @property
    def _words(self) -> str:
        return f"{self._finished:,} of {self._total:,} documents"

    def say(self, sentence: str) -> None:
        """Print a sentence on a line of its own, above what moves."""
        self._console.print(Text(printable(sentence)), soft_wrap=True)


def printable(text: str) -> str:
    """Return `text` without the characters that could steer a terminal; names come from outside."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
