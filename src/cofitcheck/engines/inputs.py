"""Which documents the user means, and where the reports of each go."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from cofitcheck.engines.jobs import Job
from cofitcheck.readers import ReadSettings, is_document, is_report_folder
from cofitcheck.readers.settings import LIMITS
from cofitcheck.reports.files import file_stem
from cofitcheck.reports.formats import is_report
from cofitcheck.reports.html.index import is_index

STDIN = Path("-")


def collect(
    paths: Sequence[Path],
    output: Path | None,
    settings: ReadSettings | None = None,
) -> list[Job]:
    """Return a job for every document in `paths`: files, folders, and "-" for standard input, read here.

    Reports go to `output`, or beside each document (of standard input: to the working folder); no two
    documents share the names of their reports there. A file that is named twice is checked once. A folder
    that is one report of several files is one document; one without documents stands for itself, so that it
    is listed as not checked. `settings` say how documents are read.
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
        # One more than any reader takes: no input can fill the memory.
        return "standard-input", sys.stdin.buffer.read(LIMITS.submission_bytes + 1)
    return str(document), document


def documents_in(path: Path, *, convert: bool = False) -> Iterator[Path]:
    """Yield the documents in a folder, with `convert` those too that are converted before they are read; what
    is none, or has none in it, stands for itself."""
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
    """Hands out the beginnings of report names, each once a folder."""

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
