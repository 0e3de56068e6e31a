"""The jobs and outcomes of an engine: plain data that crosses processes.

`collect` finds which documents the user means, and where the reports of each go.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from cofitcheck.readers import ReadSettings, is_document, is_report_folder
from cofitcheck.readers.settings import LIMITS
from cofitcheck.reports.choice import Choice
from cofitcheck.reports.formats import file_stem, is_report
from cofitcheck.reports.html import is_index
from cofitcheck.reports.model.coverage import Coverage
from cofitcheck.reports.words import ENGLISH

if TYPE_CHECKING:
    from rich.console import RenderableType

_T = TypeVar("_T")
STDIN = Path("-")


@dataclass(frozen=True, slots=True)
class Job:
    """One document to check, and where its reports go.

    `shown` is the document as the user named it; `stem` begins the names of its reports in `directory`.
    `formats` are those in which all documents of the run are written together.
    `language` is that of the reports, "" for the document's own. `since` is an earlier draft, or its report
    as JSON: its findings are told apart from new ones. `last` is the file where the last check, if there was
    one, left its report as JSON, and where this check leaves its own. `choice` is which findings the user
    wants. `verbose` says whether the terminal shows all of them.
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
    """A document that was checked. Its report stays in the worker: those of many documents would fill the
    memory.

    `summary` and `findings` are for a terminal: the whole result in brief, and a line for each of the
    weightiest findings. `files` are the reports written, in `language`. `parts` has, for each format in which
    all documents of the run are written together, what that format keeps of this document.
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


def collect(
    paths: Sequence[Path],
    output: Path | None,
    settings: ReadSettings | None = None,
) -> list[Job]:
    """Return a job for every document in `paths`: files, folders, and "-" for standard input, read here.

    Reports go to `output`, or beside each document (for standard input: to the working folder). No two
    documents share the names of their reports there. A file that is named twice is checked once. A folder
    that is one report of several files is one document. A folder without documents gets a job itself, so that
    it is listed as not checked. `settings` say how documents are read.
    """
    jobs: list[Job] = []
    seen: set[Path] = set()
    stems = Stems()
    settled = settings or ReadSettings()
    for document in (each for path in paths for each in documents_in(path, convert=settled.convert)):
        if (real := document.resolve()) not in seen:
            seen.add(real)
            shown, source = _source(document)
            directory = output or document.parent
            stem = stems.take(directory, Path(shown).name or document.resolve().name)
            jobs.append(Job(shown, source, directory, stem, settings=settled))
    return jobs


def _source(document: Path) -> tuple[str, Path | bytes]:
    if document == STDIN:
        # One byte more than any reader takes: no input can fill the memory.
        return "standard-input", sys.stdin.buffer.read(LIMITS.submission_bytes + 1)
    return str(document), document


def documents_in(path: Path, *, convert: bool = False) -> Iterator[Path]:
    """Yield the documents in a folder, with `convert` also those that are converted before they are read. A
    path that is no folder, or a folder without documents, is yielded itself."""
    nothing = True
    for document in _within(path, convert=convert) if path.is_dir() else ():
        nothing = False
        yield document
    if nothing:
        yield path


def _within(folder: Path, *, convert: bool) -> Iterator[Path]:
    """Yield the documents in a folder and those below it, in the order of their names."""
    if is_report_folder(folder):
        yield folder
        return
    for child in sorted(folder.iterdir()):
        if child.is_dir() and not child.is_symlink():
            yield from _within(child, convert=convert)
        elif child.is_file() and _is_checked(child, convert=convert):
            yield child


def _is_checked(file: Path, *, convert: bool) -> bool:
    return not is_report(file) and not is_index(file) and is_document(file, convert=convert)


class Stems:
    """Hands out the beginnings of report names, each only once in a folder."""

    def __init__(self) -> None:
        self._taken: set[tuple[Path, str]] = set()

    def take(self, directory: Path, name: str) -> str:
        """Return the stem for a document: "10k" for "10k.htm.gz", "10k-2" for the next of that name."""
        stem = candidate = file_stem(name)
        number = 1
        # Some file systems take "A.htm" and "a.htm" for one name.
        while (directory, candidate.casefold()) in self._taken:
            number += 1
            candidate = f"{stem}-{number}"
        self._taken.add((directory, candidate.casefold()))
        return candidate
