"""Where reports are written, under which names, and how: each file is whole or not there."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path, PurePosixPath

from cofitcheck import patterns as re
from cofitcheck.reports.comments import comment_document, commented_suffix
from cofitcheck.reports.copies import MARKED, marked_copy
from cofitcheck.reports.office import COMMENTERS
from cofitcheck.reports.page import render_html
from cofitcheck.reports.records import to_json
from cofitcheck.reports.report import Report
from cofitcheck.reports.words import language_of, speaking

HTML_SUFFIX, JSON_SUFFIX = ".report.html", ".report.json"

_DOCUMENT_SUFFIX = re.compile(r"\.(?:x?html?|pdf|htm\.gz|html\.gz|xhtml\.gz|gz)\Z", re.IGNORECASE)
_UNSAFE = re.compile(r"[^\w.+ -]+")
_LONGEST = 120
"""The most characters of a file's name."""
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE)


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
    with speaking(language or language_of(report.document)):
        return _report_files(report, stem)


def _report_files(report: Report, stem: str) -> dict[str, bytes]:
    copy = marked_copy(report, stem + HTML_SUFFIX)
    marked = f"{stem}{MARKED}{copy.suffix}" if copy else None
    suffix = commented_suffix(report.document)
    commented = stem.removesuffix(suffix[-5:]) + suffix if suffix else None
    page = render_html(report, marked, commented)
    contents = {stem + HTML_SUFFIX: page.encode("utf-8", "replace")}
    if copy and marked:
        contents[marked] = copy.content
    if commented:
        contents[commented] = comment_document(report)
    return contents | {stem + JSON_SUFFIX: to_json(report)}


def file_stem(name: str) -> str:
    """Return a document's name as the beginning of a file name that every system takes."""
    last = PurePosixPath(name.replace("\\", "/")).name
    stem = _UNSAFE.sub("_", _DOCUMENT_SUFFIX.sub("", last)).strip(" .")[:_LONGEST].rstrip(" .")
    if not stem or _RESERVED.match(stem):
        return f"document{'_' + stem if stem else ''}"
    return stem


def is_report(path: Path) -> bool:
    """Tell whether a file is named like one that `save` wrote."""
    return path.name.endswith((HTML_SUFFIX, JSON_SUFFIX, *COMMENTERS)) or MARKED in path.suffixes[-2:]


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
