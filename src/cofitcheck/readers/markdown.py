"""Markdown, as converters of PDF write it, to `Document`: pipe tables and HTML tables in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from cofitcheck.document import Document
from cofitcheck.readers.budget import look
from cofitcheck.readers.foreign import parsing
from cofitcheck.readers.html import read_html
from cofitcheck.readers.html.parse import decode
from cofitcheck.readers.html.rendition import LOOK

_OPENED = re.compile(r"<table\b", re.IGNORECASE)
_CLOSED = re.compile(r"</table\s*>", re.IGNORECASE)
_BLANK_LINES = re.compile(r"\n\s*\n")


def read_markdown(data: bytes, name: str) -> Document:
    """Read a Markdown document. Raises `NoTablesError` where no table has a number."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    # In Markdown a blank line ends a piece of HTML: what follows would be read as text.
    text = "".join(_without_blank_lines(decode(data)))
    with parsing(f"{name}: this Markdown cannot be parsed", "save the document as HTML and check that"):
        rendered = parser.render(text)
    look()
    head = f"<head><style>{LOOK}</style></head>"
    page = f"<!DOCTYPE html>\n<html>{head}<body>\n{rendered}</body></html>"
    return replace(read_html(page.encode(), name), original=data)


def _without_blank_lines(text: str) -> Iterator[str]:
    """Yield the pieces of a text with each HTML table on lines of its own, without blank lines in it."""
    at = 0
    while (opened := _OPENED.search(text, at)) and (closed := _CLOSED.search(text, opened.end())):
        table = text[opened.start() : closed.end()]
        yield f"{text[at : opened.start()]}\n{_BLANK_LINES.sub(chr(10), table)}\n"
        at = closed.end()
    yield text[at:]
