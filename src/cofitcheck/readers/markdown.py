"""Markdown, as converters of PDF write it, to `Document`: pipe tables and HTML tables in it."""

from __future__ import annotations

from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.document import Document
from cofitcheck.readers.budget import look
from cofitcheck.readers.contract import SourceFile
from cofitcheck.readers.foreign import parsing
from cofitcheck.readers.html import read_markup
from cofitcheck.readers.html.parse import decode
from cofitcheck.readers.rendition import LOOK
from cofitcheck.readers.typed.bars import parts_of

_TABLE_TAG = re.compile(r"<(?P<closing>/)?table\b(?(closing)\s*+>)", re.IGNORECASE)
_UNDER = re.compile(r"[\s|:-]+")
"""The line that Markdown wants below the first row of a table."""
_BLANK_LINES = re.compile(r"\n\s*\n")


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
