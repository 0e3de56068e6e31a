"""The formats of a report, and how report files are named and written.

The module of a format is imported when something is first written in this format, so that a command that
writes none starts at once. A file is written whole or not at all.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path, PurePath, PurePosixPath
from typing import TYPE_CHECKING, Any, Protocol, cast

from cofitcheck import patterns as re

if TYPE_CHECKING:
    from cofitcheck.document import Document
    from cofitcheck.reports.model.report import Report

_DOCUMENT_SUFFIX = re.compile(r"\.(?:x?html?|pdf|htm\.gz|html\.gz|xhtml\.gz|gz)\Z", re.IGNORECASE)
_UNSAFE = re.compile(r"[^\w.+ -]+")
_LONGEST = 120
"""The most characters of a file's name."""
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE)

DOCUMENT = "document"
"""The key of the document's own address in the names that a writer is given."""


def file_stem(name: str) -> str:
    """Return the name of a document in a form that can begin a file name on every system."""
    last = PurePosixPath(name.replace("\\", "/")).name
    stem = _UNSAFE.sub("_", _DOCUMENT_SUFFIX.sub("", last)).strip(" .")[:_LONGEST].rstrip(" .")
    if not stem or _RESERVED.match(stem):
        return f"document{'_' + stem if stem else ''}"
    return stem


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that another process sees the old one or the whole new one. Raises `OSError`."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".cofitcheck-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        # mkstemp makes the file private; a report is as readable as any other new file.
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


class Writer(Protocol):
    """The functions that the module of every format has."""

    def write(self, report: Report, names: Mapping[str, str]) -> bytes:
        """Return a report in this format, in the language that is spoken.

        `names` are the names of the files that are written beside it, by their formats.
        """
        ...


class CopyWriter(Writer, Protocol):
    """The functions of a module that writes a copy of the document, which may have one of several endings."""

    def ending(self, document: Document) -> str:
        """Return the ending of the document's copy, "" where the document can have no copy."""
        ...


class RunWriter(Writer, Protocol):
    """The functions of a module whose file can hold all documents of a run."""

    def part(self, report: Report, shown: str) -> Any:
        """Return what is kept of a report, as plain data that can be sent to another process.

        `shown` is the document as the user named it.
        """
        ...

    def line(self, part: Any) -> bytes:
        """Return what is written as soon as a document is checked."""
        ...

    def whole(self, parts: Sequence[Any], unchecked: Sequence[tuple[str, str]], language: str) -> bytes:
        """Return what is written at the end of the run.

        `unchecked` are the documents that could not be checked, as the user named them, each with the reason.
        """
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """A format of a report.

    The names of its files end in one of `endings`; `save` writes no file of a format without endings.
    `of_a_run` says what `cofitcheck check --NAME FILE` writes of all documents, "" where there is no such
    option.
    """

    name: str
    module: str
    endings: tuple[str, ...] = ()
    of_a_run: str = ""

    def write(self, report: Report, names: Mapping[str, str]) -> bytes:
        """Return a report in this format (see `Writer`)."""
        return cast(Writer, self._module()).write(report, names)

    def run_writer(self) -> RunWriter:
        """Return the module that writes all documents of a run. Call it where `of_a_run` is not empty."""
        return cast(RunWriter, self._module())

    def file_name(self, stem: str, document: Document) -> str:
        """Return the name of the file of a document, "" where the document has none in this format."""
        if len(self.endings) < 2:
            return stem + "".join(self.endings) if self.endings else ""
        ending = cast(CopyWriter, self._module()).ending(document)
        # The copy of a.docx is a.commented.docx.
        return ending and stem.removesuffix(PurePath(ending).suffix) + ending

    def _module(self) -> object:
        return import_module(f"cofitcheck.reports.{self.module}")


FORMATS = {
    each.name: each
    for each in (
        Format("html", "html", (".report.html",)),
        Format("marked", "marked", (".marked.html", ".marked.pdf")),
        Format("commented", "office", (".commented.docx", ".commented.xlsx")),
        Format("json", "json", (".report.json",), "every report as JSON, one line a document"),
        Format(
            "sarif",
            "sarif",
            (),
            "all findings as SARIF 2.1.0, for services that show them in a pull request",
        ),
    )
}
"""Every format by its name, in the order in which files are written."""


def save(report: Report, directory: Path, stem: str | None = None, language: str = "") -> list[Path]:
    """Write the files of a report (see `report_files`) and return them.

    `stem` begins the file names, by default the document's name without its ending. `directory` is made where
    it is missing. `language` is as in `report_files`. Raises `OSError` where it cannot be written.
    """
    directory.mkdir(parents=True, exist_ok=True)
    contents = report_files(report, file_stem(report.document.name) if stem is None else stem, language)
    for name, content in contents.items():
        write_whole(directory / name, content)
    return [directory / name for name in contents]


def report_files(report: Report, stem: str, language: str = "") -> dict[str, bytes]:
    """Return the report as HTML and JSON, the marked copy where the source is at hand, and a commented copy
    of a Word document or workbook, by file names that begin with `stem`.

    `language` is one of `words.LANGUAGES`, "" for the document's own, or English where it is none of them.
    """
    from cofitcheck.reports.words import language_of, speaking

    every = ((each, each.file_name(stem, report.document)) for each in FORMATS.values())
    named = [(each, name) for each, name in every if name]
    names = {each.name: name for each, name in named}
    with speaking(language or language_of(report.document)):
        return {name: each.write(report, names) for each, name in named}


def is_report(path: Path) -> bool:
    """Tell whether a file is named like one that `save` wrote."""
    return path.name.endswith(tuple(ending for each in FORMATS.values() for ending in each.endings))
