"""Text without markup to `Document`: tables typed in it, and files of values set apart by commas or tabs."""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import replace
from pathlib import PurePath

from cofitcheck import patterns as re
from cofitcheck.document import Document
from cofitcheck.readers.contract import SourceFile
from cofitcheck.readers.foreign import parsing
from cofitcheck.readers.html import read_markup
from cofitcheck.readers.html.parse import decode
from cofitcheck.readers.rendition import Rendition, add
from cofitcheck.readers.typed.bars import Row
from cofitcheck.readers.typed.rendition import add_rows, holds_tables, render

DELIMITED_SUFFIXES = (".csv", ".tsv")
"""What the names of files of values end in."""
_MARKUP = re.compile(r"<\s*(?:html|body|div|tr|td|p|br|font|span)\b", re.IGNORECASE)
"""What no typed text has: EDGAR marked those with `<TABLE>`, `<CAPTION>`, `<S>` and `<C>` only."""
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f]")
_DELIMITERS = "\t;,"
_SAMPLE = 200
"""So many lines say what sets the values of a file apart."""
_MOSTLY = 0.8
"""The share of the lines with several values that have equally many."""


def is_typed(text: str) -> bool:
    """Tell whether a text has no markup and a table typed in it."""
    return not _MARKUP.search(text) and holds_tables(text)


def read_text(file: SourceFile) -> Document:
    """Read a text file; `Document.source` is its rendition as HTML. Raises `NoTablesError` where no table in
    it has a number."""
    return replace(read_markup(text_page(decode(file.data)), file.name), original=file.data)


def text_page(text: str) -> bytes:
    """Return a typed text as an HTML page."""
    rendition = Rendition()
    render(text, rendition.body)
    return rendition.to_bytes()


def is_delimited(text: str) -> bool:
    """Tell whether most lines of a text have equally many values, set apart by one sign."""
    return _delimiter(text) != ""


def read_delimited(file: SourceFile) -> Document:
    """Read a CSV or TSV file as one table. Raises `NoTablesError` where it has no number."""
    document = read_markup(delimited_page(file.data, file.name), file.name)
    return replace(document, original=file.data)


def delimited_page(data: bytes, name: str) -> bytes:
    """Return a CSV or TSV file as an HTML page. The name of the file is its title; lines of a single text
    above the others are paragraphs."""
    rendition = Rendition()
    add(rendition.body, "h2", PurePath(name.removesuffix(".gz")).stem.replace("_", " "))
    rows = [Row(at, cells) for at, cells in enumerate(delimited_rows(data, name)) if any(cells)]
    first = next((at for at, (_, cells) in enumerate(rows) if len(list(filter(str.strip, cells))) > 1), 0)
    for _, cells in rows[:first]:
        add(rendition.body, "p", " ".join(filter(None, cells)))
    add_rows(rendition.body, rows[first:])
    return rendition.to_bytes()


def delimited_rows(data: bytes, name: str) -> list[list[str]]:
    """Return the values of a CSV or TSV file, row by row. Raises `UnreadableDocumentError`."""
    text = decode(data)
    with parsing(f"{name}: this file of values is damaged", "save the table anew and check that"):
        return list(csv.reader(io.StringIO(text, newline=None), delimiter=_delimiter(text) or ","))


def _delimiter(text: str) -> str:
    if _CONTROL.search(text):
        return ""
    lines = [line for line in text.splitlines()[:_SAMPLE] if line.strip()]
    for delimiter in _DELIMITERS:
        try:
            counts = Counter(len(row) for row in csv.reader(lines, delimiter=delimiter, strict=True))
        except csv.Error:
            continue
        several = {width: times for width, times in counts.items() if width > 1}
        if several and max(several.values()) >= max(_MOSTLY * sum(several.values()), len(lines) / 2, 2):
            return delimiter
    return ""
