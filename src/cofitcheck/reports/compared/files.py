"""The report of a comparison as files: its page, and under which names all of them are written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cofitcheck.checks.comparatives.model import Comparisons
from cofitcheck.reports.compared.marks import markings
from cofitcheck.reports.compared.records import comparisons_json
from cofitcheck.reports.compared.view import ComparisonsView
from cofitcheck.reports.files import file_stem, write_whole
from cofitcheck.reports.html.page import template
from cofitcheck.reports.marked.copies import MARKED, copy_of, copy_suffix
from cofitcheck.reports.words import language_of, speaking

HTML_SUFFIX, JSON_SUFFIX = ".compared.report.html", ".compared.report.json"


def save_comparisons(
    comparisons: Comparisons, directory: Path, stem: str | None = None, language: str = ""
) -> list[Path]:
    """Write the files of a comparison (see `comparison_files`) and return them.

    `stem` begins the file names, by default the name of this document without its ending. `directory` is made
    where it is missing. Raises `OSError` where it cannot be written.
    """
    directory.mkdir(parents=True, exist_ok=True)
    stem = file_stem(comparisons.this.name) if stem is None else stem
    contents = comparison_files(comparisons, stem, language)
    for name, content in contents.items():
        write_whole(directory / name, content)
    return [directory / name for name in contents]


def comparison_files(comparisons: Comparisons, stem: str, language: str = "") -> dict[str, bytes]:
    """Return the report as HTML and JSON and the marked copies of all documents whose sources are at hand, by
    file names that begin with `stem`.

    `language` is one of `words.LANGUAGES`, "" for this document's own, or English where it is none of them.
    """
    with speaking(language or language_of(comparisons.this)):
        names = _copy_names(comparisons, stem)
        contents = {
            stem + HTML_SUFFIX: render_comparisons(comparisons, names).encode("utf-8", "replace"),
            stem + JSON_SUFFIX: comparisons_json(comparisons),
        }
        for name, marking in zip(names, markings(comparisons, names), strict=True):
            if name and (copy := copy_of(marking)) is not None:
                contents[name] = copy.content
        return contents


def _copy_names(comparisons: Comparisons, stem: str) -> list[str]:
    """Return the names of the marked copies of this document and of the others, "" where there is none."""
    names: list[str] = []
    for document in (comparisons.this, *(each.other for each in comparisons.each)):
        suffix = copy_suffix(document)
        which = f".{len(names)}-{file_stem(document.name)}" if names else ""
        names.append(f"{stem}.compared{which}{MARKED}{suffix}" if suffix else "")
    return names


def render_comparisons(comparisons: Comparisons, copies: Sequence[str] = ()) -> str:
    """Return the report as one HTML file that loads nothing and runs nothing; every text from a document is
    escaped, and no date stands in it.

    `copies` are the file names of the marked copies that it links into: of this document, then of each other;
    "" stands for one that is not there.
    """
    return template("compared.html.j2").render(view=ComparisonsView(comparisons, copies))
