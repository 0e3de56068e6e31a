"""The files that a report becomes."""

from __future__ import annotations

from pathlib import Path

from cofitcheck.reports.files import HTML_SUFFIX, JSON_SUFFIX, file_stem, write_whole
from cofitcheck.reports.html.page import render_html
from cofitcheck.reports.json.records import to_json
from cofitcheck.reports.marked.copies import MARKED, marked_copy
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.office import COMMENTERS
from cofitcheck.reports.office.comments import comment_document, commented_suffix
from cofitcheck.reports.words import language_of, speaking


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


def is_report(path: Path) -> bool:
    """Tell whether a file is named like one that `save` wrote."""
    return path.name.endswith((HTML_SUFFIX, JSON_SUFFIX, *COMMENTERS)) or MARKED in path.suffixes[-2:]
