"""Files without HTML markup to `Document`: typed text, CSV and TSV files, and Markdown.

A text has tables typed in it. Markdown, as converters of PDF write it, has pipe tables and HTML tables.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import replace
from pathlib import PurePath

from cofitcheck import patterns as re
from cofitcheck.document import Document
from cofitcheck.readers.contract import LOOK, Rendition, SourceFile, add, parsing
from cofitcheck.readers.html import read_markup
from cofitcheck.readers.html.parse import decode
from cofitcheck.readers.settings import look
from cofitcheck.readers.typed import add_rows, holds_tables, render
from cofitcheck.readers.typed.lines import Row, parts_of

DELIMITED_SUFFIXES = (".csv", ".tsv")
"""The endings of the names of files of values, which commas or tabs set apart."""
_MARKUP = re.compile(r"<\s*(?:html|body|div|tr|td|p|br|font|span)\b", re.IGNORECASE)
"""HTML tags that no typed text has: EDGAR marked those with `<TABLE>`, `<CAPTION>`, `<S>` and `<C>` only."""
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f]")
_DELIMITERS = "\t;,"
_SAMPLE = 200
"""How many lines of a file are read to find out what sets its values apart."""
_MOSTLY = 0.8
"""The least share of the lines with several values that have equally many."""

_TABLE_TAG = re.compile(r"<(?P<closing>/)?table\b(?(closing)\s*+>)", re.IGNORECASE)
_UNDER = re.compile(r"[\s|:-]+")
"""The line that Markdown wants below the first row of a table."""
_BLANK_LINES = re.compile(r"\n\s*\n")


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


def read_markdown(file: SourceFile) -> Document:
    """Read a Markdown document. Raises `NoTablesError` where no table has a number."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    text = _with_even_rows(_with_whole_tables(decode(file.data)))
    with parsing(f"{file.name}: this Markdown cannot be parsed", "save the document as HTML and check that"):
        rendered = parser.render(text)
    look()
    head = f"<head><style>{LOOK}</style></head>"
    page = f"<!DOCTYPE html>\n<html>{head}<body>\n{rendered}</body></html>"
    return replace(read_markup(page.encode(), file.name), original=file.data)


def _with_even_rows(text: str) -> str:
    """Return the text with a line below the first row of each table of bars that lacks one, and with equally
    many cells in its rows: else Markdown takes them for text."""
    lines = text.split("\n")
    written: list[str] = []
    for part, rows in parts_of(lines):
        said = lines[part.start : part.stop]
        widths = {len(cells) for _, cells in rows or ()}
        if rows is None or (len(widths) == 1 and len(said) > 1 and _UNDER.fullmatch(said[1])):
            written += said
            continue
        bars = ["| " + " | ".join([*cells, *[""] * (max(widths) - len(cells))]) + " |" for _, cells in rows]
        written += ["", bars[0], "|" + " --- |" * max(widths), *bars[1:], ""]
    return "\n".join(written)


def _with_whole_tables(text: str) -> str:
    """Return the text without blank lines in its HTML tables, and with line breaks around them.

    In Markdown a blank line ends a piece of HTML: what follows would be read as text.
    """
    pieces: list[str] = []
    start, done = -1, 0
    for tag in _TABLE_TAG.finditer(text):
        if tag["closing"] and start >= 0:
            table = _BLANK_LINES.sub("\n", text[start : tag.end()])
            pieces += [text[done:start], "\n", table, "\n"]
            start, done = -1, tag.end()
        elif not tag["closing"] and start < 0:
            start = tag.start()
    return "".join([*pieces, text[done:]])
