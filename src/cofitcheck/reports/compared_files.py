"""Where the report of a comparison is written, and under which names."""

from __future__ import annotations

from pathlib import Path

from cofitcheck.checks.comparatives.model import Comparisons
from cofitcheck.reports.compared_page import render_comparisons
from cofitcheck.reports.compared_records import comparisons_json
from cofitcheck.reports.files import file_stem, write_whole

HTML_SUFFIX, JSON_SUFFIX = ".compared.report.html", ".compared.report.json"


def save_comparisons(comparisons: Comparisons, directory: Path, stem: str | None = None) -> list[Path]:
    """Write the report of a comparison and return its files.

    `stem` begins the file names, by default the name of this document without its ending. `directory` is made
    where it is missing. Raises `OSError` where it cannot be written.
    """
    directory.mkdir(parents=True, exist_ok=True)
    stem = file_stem(comparisons.this.name) if stem is None else stem
    contents = {
        stem + HTML_SUFFIX: render_comparisons(comparisons).encode("utf-8", "replace"),
        stem + JSON_SUFFIX: comparisons_json(comparisons),
    }
    for name, content in contents.items():
        write_whole(directory / name, content)
    return [directory / name for name in contents]
