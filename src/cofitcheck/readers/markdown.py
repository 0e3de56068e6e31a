"""Markdown, as converters of PDF write it, to `Document`: pipe tables and HTML tables in it."""

from __future__ import annotations

import re
from dataclasses import replace

from cofitcheck.document import Document
from cofitcheck.readers.html import read_html
from cofitcheck.readers.html.parse import decode
from cofitcheck.readers.html.rendition import LOOK

_TABLE = re.compile(r"<table\b.*?</table\s*>", re.IGNORECASE | re.DOTALL)
_BLANK_LINES = re.compile(r"\n\s*\n")


def read_markdown(data: bytes, name: str) -> Document:
    """Read a Markdown document. Raises `NoTablesError` where no table has a number."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    # In Markdown a blank line ends a piece of HTML: what follows would be read as text.
    text = _TABLE.sub(lambda table: "\n" + _BLANK_LINES.sub("\n", table.group()) + "\n", decode(data))
    head = f"<head><style>{LOOK}</style></head>"
    page = f"<!DOCTYPE html>\n<html>{head}<body>\n{parser.render(text)}</body></html>"
    return replace(read_html(page.encode(), name), original=data)
