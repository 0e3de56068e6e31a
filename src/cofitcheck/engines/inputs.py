"""Which documents the user means, and where the reports of each go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cofitcheck.engines.jobs import Job, Unchecked
from cofitcheck.reports import is_report

SUFFIXES = (".htm", ".html", ".xhtml")


def collect(paths: Sequence[Path], output: Path | None, wants_json: bool) -> tuple[list[Job], list[Unchecked]]:
    """Return a job for every document in `paths` (files and folders), and the paths that hold none.

    Reports go to `output`, or beside each document; two documents never share the names of their reports there.
    A file that is named twice is checked once.
    """
    jobs: list[Job] = []
    empty: list[Unchecked] = []
    seen: set[Path] = set()
    stems = Stems()
    for path in paths:
        documents = list(_documents(path))
        if not documents:
            empty.append(Unchecked(str(path), f"the folder has no {', '.join(SUFFIXES)} file in it; name another."))
        for document in documents:
            if (real := document.resolve()) not in seen:
                seen.add(real)
                directory = output or document.parent
                jobs.append(Job(str(document), document, directory, stems.take(directory, document.name), wants_json))
    return jobs, empty


def _documents(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for file in sorted(path.rglob("*")):
        is_document = file.name.lower().removesuffix(".gz").endswith(SUFFIXES)
        if is_document and not is_report(file) and file.is_file():
            yield file


class Stems:
    """Hands out the beginnings of report names, each once a folder."""

    def __init__(self) -> None:
        self._taken: set[tuple[Path, str]] = set()

    def take(self, directory: Path, name: str) -> str:
        """Return the stem for the document `name`: "10k" for "10k.htm.gz", then "10k-2" for the next of that name."""
        plain = name[: -len(".gz")] if name.lower().endswith(".gz") else name
        stem = candidate = Path(plain).stem
        number = 1
        # Some file systems take "A.htm" and "a.htm" for one name.
        while (directory, candidate.casefold()) in self._taken:
            number += 1
            candidate = f"{stem}-{number}"
        self._taken.add((directory, candidate.casefold()))
        return candidate
