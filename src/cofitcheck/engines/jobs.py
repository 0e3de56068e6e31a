"""What goes into an engine and what comes out of it: plain data that crosses processes; jobs that wait."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from cofitcheck.readers import ReadSettings
from cofitcheck.reports.choice import Choice
from cofitcheck.reports.model.coverage import Coverage
from cofitcheck.reports.words import ENGLISH

if TYPE_CHECKING:
    from rich.console import RenderableType

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Job:
    """One document to check, and where its reports go.

    `shown` is the document as the user named it; `stem` begins the names of its reports in `directory`.
    `formats` are those in which all documents of the run are written together.
    `language` is that of the reports, "" for the document's own. `since` is an earlier draft, or its report
    as JSON, whose findings are told apart from new ones; `last` where that of the last check lies, if there
    was one, and where this one's is left. `choice` is what the user wants to be told, `verbose` whether in
    the terminal all of it.
    """

    shown: str
    source: Path | bytes = field(repr=False)
    directory: Path
    stem: str
    formats: tuple[str, ...] = ()
    settings: ReadSettings = field(default_factory=ReadSettings)
    language: str = ""
    since: Path | None = None
    last: Path | None = None
    choice: Choice = field(default_factory=Choice)
    verbose: bool = False

    @property
    def name(self) -> str:
        """The document's own name, as its report shows it."""
        return self.source.name if isinstance(self.source, Path) else self.shown

    def alone(self) -> tuple[Job]:
        """Return the job itself: it is one document."""
        return (self,)


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A document that was checked; its report stays in the worker, or many documents would fill the memory.

    `summary` and `findings` are for a terminal: all there is to say in brief, and a line for each of the
    weightiest findings. `files` are the reports written, in `language`; `parts` is what each format keeps of
    the report that all documents of the run are written in.
    """

    shown: str
    coverage: Coverage
    summary: RenderableType = field(repr=False)
    files: tuple[Path, ...]
    language: str = ENGLISH
    findings: tuple[RenderableType, ...] = field(default=(), repr=False)
    parts: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A document that could not be checked, and why, in a sentence without its name."""

    shown: str
    reason: str


Outcome: TypeAlias = CheckedFile | Unchecked


class Waiting(Generic[_T]):
    """An iterator that says whether it has more."""

    def __init__(self, items: Iterator[_T]) -> None:
        self._items = items
        self._next: list[_T] = []

    def __bool__(self) -> bool:
        self._next = self._next or list(islice(self._items, 1))
        return bool(self._next)

    def take(self) -> _T:
        """Return the next one. Raises `StopIteration` where there is none."""
        return self._next.pop() if self._next else next(self._items)
