"""Which documents the user means, and where the reports of each go."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from cofitcheck.engines.jobs import Job
from cofitcheck.readers.read import MAX_BYTES, SUFFIXES
from cofitcheck.reports import is_report
from cofitcheck.reports.files import file_stem

STDIN = Path("-")


def collect(paths: Sequence[Path], output: Path | None, wants_json: bool) -> list[Job]:
    """Return a job for every document in `paths`: files, folders, and "-" for standard input, read here.

    Reports go to `output`, or beside each document (of standard input: to the working folder); no two
    documents share the names of their reports there. A file that is named twice is checked once. A folder
    without documents stands for itself, so that it is listed as not checked.
    """
    jobs: list[Job] = []
    seen: set[Path] = set()
    stems = Stems()
    for document in (document for path in paths for document in _documents(path)):
        if (real := document.resolve()) not in seen:
            seen.add(real)
            shown, source = _source(document)
            directory = output or document.parent
            jobs.append(Job(shown, source, directory, stems.take(directory, Path(shown).name), wants_json))
    return jobs


def _source(document: Path) -> tuple[str, Path | bytes]:
    if document == STDIN:
        # Up to what the reader refuses: no input can fill the memory.
        return "standard-input", sys.stdin.buffer.read(MAX_BYTES)
    return str(document), document


def _documents(path: Path) -> Iterator[Path]:
    found = sorted(file for file in path.rglob("*") if _is_document(file)) if path.is_dir() else []
    yield from found or [path]


def _is_document(file: Path) -> bool:
    return file.name.lower().removesuffix(".gz").endswith(SUFFIXES) and not is_report(file) and file.is_file()


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
